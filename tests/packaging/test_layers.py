"""`make lint` refuses an import that points upward, and whatever would make the core impure."""

import subprocess
import sys

import pytest

from tests.packaging.checkout import LAYERS, ROOT

ABOVE = [(low, high) for at, low in enumerate(LAYERS) for high in LAYERS[at + 1 :]]


def banned(path: str, source: str) -> str:
    """What ruff says against the imports of `source`, with the configuration for a file at `path`."""
    command = [sys.executable, "-m", "ruff", "check", "--select=TID", "--no-cache", "--output-format=concise"]
    command += ["--stdin-filename", path, "-"]
    found = subprocess.run(command, cwd=ROOT, input=source, capture_output=True, text=True, check=False)
    assert found.returncode in (0, 1), found.stderr
    return found.stdout if found.returncode else ""


@pytest.mark.parametrize(("low", "high"), ABOVE)
@pytest.mark.parametrize(
    "statement",
    [
        "import mensch.{0}.x",
        "from mensch import {0}",
        "from mensch.{0} import x",
        "from mensch.{0}.x import y",
    ],
)
def test_no_layer_imports_one_above_it(low: str, high: str, statement: str) -> None:
    for path in (f"{low}/x.py", f"{low}/deeper/x.py"):
        assert f"`mensch.{high}" in banned(path, statement.format(high) + "\n")


@pytest.mark.parametrize(("low", "high"), ABOVE)
def test_every_layer_may_import_those_below_it(low: str, high: str) -> None:
    assert banned(f"{high}/x.py", f"from mensch.{low} import x\n") == ""


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_is_never_imported_by_the_name_of_its_folder(layer: str) -> None:
    for path in (*(f"{folder}/x.py" for folder in LAYERS), "tests/test_x.py"):
        assert f"`{layer}" in banned(path, f"import {layer}.x\n")


def test_relative_imports_do_not_slip_past() -> None:
    assert "TID252" in banned("core/x.py", "from ..events import x\n")


@pytest.mark.parametrize("layer", LAYERS[:-1])
def test_the_program_does_not_import_its_tests(layer: str) -> None:
    assert "`tests" in banned(f"{layer}/x.py", "from tests.servers import RedisServer\n")


@pytest.mark.parametrize(
    "module", ["redis", "time", "datetime", "random", "secrets", "os", "pathlib", "socket"]
)
def test_the_core_knows_nothing_outside_itself(module: str) -> None:
    assert f"`{module}`" in banned("core/bots/x.py", f"import {module}\n")
    assert banned("events/x.py", f"import {module}\n") == ""
