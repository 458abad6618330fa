"""The Makefile: its targets, and when the virtual environment is made anew."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.checkout import ROOT


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", *arguments]
    outer = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES"}  # this suite may itself run under make
    environment = {name: value for name, value in os.environ.items() if name not in outer}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def venv_is_up_to_date(folder: Path) -> bool:
    answer = make(folder, "--question", ".venv/installed")
    assert answer.returncode in (0, 1), answer.stderr
    return answer.returncode == 0


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout, in a folder with spaces in its name, whose venv was made a moment ago."""
    folder = tmp_path / "a check out"
    (folder / ".venv").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv" / "installed").write_text(str(folder))
    return folder


def test_a_finished_venv_is_kept(checkout: Path) -> None:
    assert venv_is_up_to_date(checkout)


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_the_venv_is_remade_when_what_it_follows_from_changes(checkout: Path, name: str) -> None:
    made = (checkout / ".venv" / "installed").stat().st_mtime
    os.utime(checkout / name, (made + 1, made + 1))
    assert not venv_is_up_to_date(checkout)


def test_the_venv_is_remade_when_the_checkout_has_moved(checkout: Path) -> None:
    moved = checkout.rename(checkout.with_name("elsewhere"))
    assert not venv_is_up_to_date(moved)


def test_a_machine_without_a_recent_python_is_told_so(checkout: Path) -> None:
    os.utime(checkout / "pyproject.toml")
    (checkout / ".venv" / "installed").unlink()
    told = make(checkout, "PYTHON=", ".venv/installed")
    assert told.returncode == 2
    assert "needs Python 3.11 or newer" in told.stderr


def test_help_comes_first_and_names_everything_that_can_be_made() -> None:
    said = make(ROOT)
    assert said.stdout == make(ROOT, "help").stdout
    named = {line.split()[1] for line in said.stdout.splitlines()}
    phony = next(
        line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY: help")
    )
    assert named == set(phony.split()[1:])
    assert {"demo", "test", "test-all", "lint", "bench", "help"} <= named
