"""The script that docs/mail.md shows for Postfix tells it nothing but: taken, or try again."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "mail.md"


def script(folder: Path) -> str:
    """The script, with its paths in a folder."""
    found = re.search(r"    #!/bin/sh\n((?:    .*\n)+)", PAGE.read_text())
    assert found is not None
    shown = found[1].replace("/usr/local/bin", str(folder)).replace("/etc/mensch", str(folder))
    return shown.replace("/var/log/mensch", str(folder)).replace("    ", "")


def code(folder: Path) -> int:
    """The exit code of the script."""
    return subprocess.run(["/bin/sh", "-c", script(folder)], check=False, capture_output=True).returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "environment").write_text("MENSCH_MAIL_FROM=mensch@example.org\n")
    program(tmp_path, 'test "$MENSCH_MAIL_FROM" = mensch@example.org || exit 1\necho told >&2')
    return tmp_path


def program(folder: Path, text: str) -> None:
    """Put something in the place of the program."""
    (folder / "mensch").write_text(f"#!/bin/sh\n{text}\n")
    (folder / "mensch").chmod(0o755)


def test_it_hands_the_settings_over_and_keeps_what_is_said(folder: Path) -> None:
    assert code(folder) == 0
    assert (folder / "mail.log").read_text() == "told\n"


@pytest.mark.parametrize("ended", ["exit 75", "exit 1", "kill -9 $$"])
def test_whatever_the_program_ends_with_the_mail_is_kept(folder: Path, ended: str) -> None:
    program(folder, ended)
    assert code(folder) == 75


@pytest.mark.parametrize("missing", ["environment", "mensch"])
def test_so_it_is_where_something_is_missing(folder: Path, missing: str) -> None:
    (folder / missing).unlink()
    assert code(folder) == 75
