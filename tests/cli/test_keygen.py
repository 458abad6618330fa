"""`mensch keygen`: a key of one's own."""

import stat
from pathlib import Path

import pytest

from mensch.events.ed25519 import public_key
from mensch.events.keyfile import read_private_key
from mensch.events.server.folder import DATA_VARIABLE
from tests.cli.command_line import Mensch


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data"


def test_it_prints_the_public_key_and_keeps_the_private_one_for_its_owner(mensch: Mensch, data: Path) -> None:
    (public,) = mensch("keygen").ok().lines
    assert public == public_key(read_private_key(data / "key"))
    assert stat.S_IMODE((data / "key").stat().st_mode) == 0o600


def test_it_never_writes_over_a_key(mensch: Mensch, data: Path) -> None:
    mensch("keygen")
    before = (data / "key").read_bytes()
    mensch("keygen").refused(2, "is there already", "would be lost")
    assert (data / "key").read_bytes() == before


def test_another_file_is_named_and_shown_again(mensch: Mensch, tmp_path: Path) -> None:
    file = str(tmp_path / "mine")
    made = mensch("keygen", "-o", file, "--json").document
    assert made["file"] == file
    assert mensch("keygen", "-o", file, "--show").ok().lines == [made["key"]]


def test_a_key_that_is_not_there_is_not_shown(mensch: Mensch, data: Path) -> None:
    mensch("keygen", "--show").refused(5, "cannot be read")
    assert not data.exists()
