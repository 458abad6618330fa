"""In CI nothing is skipped: there a skip is a failure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.checkout import ROOT

SKIPPING = {
    "a test": "import pytest\ndef test_it(): pytest.skip('no browser')\n",
    "a marked test": "import pytest\n@pytest.mark.skip(reason='no browser')\ndef test_it(): assert True\n",
    "a module": "import pytest\npytest.skip('no browser', allow_module_level=True)\n",
}


def run_pytest(folder: Path, source: str, **environment: str) -> subprocess.CompletedProcess[str]:
    hooks = "pytest_make_collect_report, pytest_runtest_makereport"
    (folder / "conftest.py").write_text(f"from tests.packaging.skips import {hooks}\n")
    (folder / "test_it.py").write_text(source)
    inherited = {name: value for name, value in os.environ.items() if name != "MENSCH_NO_SKIP"}
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-c",
            os.devnull,
            "--rootdir",
            folder,
            folder,
        ],
        cwd=folder,
        env=inherited | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("source", SKIPPING.values(), ids=SKIPPING.keys())
def test_a_skip_fails_where_nothing_may_be_skipped(tmp_path: Path, source: str) -> None:
    refused = run_pytest(tmp_path, source, MENSCH_NO_SKIP="1")
    assert refused.returncode != 0
    assert "no browser" in refused.stdout
    assert " skipped in " not in refused.stdout


def test_a_skip_is_a_skip_elsewhere(tmp_path: Path) -> None:
    allowed = run_pytest(tmp_path, SKIPPING["a test"])
    assert allowed.returncode == 0
    assert "1 skipped" in allowed.stdout


def test_a_test_that_is_expected_to_fail_is_no_skip(tmp_path: Path) -> None:
    source = "import pytest\n@pytest.mark.xfail\ndef test_it(): assert False\n"
    assert run_pytest(tmp_path, source, MENSCH_NO_SKIP="1").returncode == 0
