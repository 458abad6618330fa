"""Where the embedded server lives: short enough for a socket, closed to everybody else."""

import os
import stat
from pathlib import Path

import pytest

from mensch.core.errors import ServerError
from mensch.events.server.folder import (
    SOCKET_PATH_BYTES,
    ServerFolder,
    choose_socket,
    data_folder,
    note_socket,
    noted_socket,
    open_folder,
    unix_url,
)


def test_the_data_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENSCH_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MENSCH_DATA", "~/mine")
    assert data_folder() == tmp_path / "mine"


@pytest.mark.parametrize(
    ("name", "why"), [("/srv/\udcff", "in UTF-8"), ("~nobody.at.all/mensch", "~nobody.at.all has no home")]
)
def test_a_data_folder_that_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.setenv("MENSCH_DATA", name)
    with pytest.raises(ServerError, match=f"MENSCH_DATA.*{why}"):
        data_folder()


def test_a_relative_data_folder_is_that_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MENSCH_DATA", "here")
    assert data_folder() == tmp_path / "here"
    assert open_folder(Path("here")).path == tmp_path / "here" / "server"


def test_without_a_name_it_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MENSCH_DATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder().is_relative_to(tmp_path)
    assert data_folder().name == "mensch"


def test_an_open_server_folder_is_closed_to_others(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir(mode=0o777)
    (tmp_path / "server").chmod(0o777)
    folder = open_folder(tmp_path)
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_link_in_place_of_the_server_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "server").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ServerError, match="is no folder of its own"):
        open_folder(tmp_path)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    os.chown(tmp_path / "server", 12345, -1)
    with pytest.raises(ServerError, match="belongs to another user"):
        open_folder(tmp_path)


def test_a_socket_lies_beside_the_files_if_its_path_is_short_enough(tmp_path: Path) -> None:
    longest = "x" * (SOCKET_PATH_BYTES - len(os.fsencode(tmp_path)) - len("//server/redis.sock"))
    fits = open_folder(tmp_path / longest)
    assert choose_socket(fits) == fits.path / "redis.sock"
    assert len(os.fsencode(choose_socket(fits))) == SOCKET_PATH_BYTES
    too_long = open_folder(tmp_path / f"{longest}x")
    assert len(os.fsencode(choose_socket(too_long))) <= SOCKET_PATH_BYTES


def test_letters_of_two_bytes_count_as_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    rest = SOCKET_PATH_BYTES - len(os.fsencode(tmp_path)) - len("//server/redis.sock")
    folder = ServerFolder(tmp_path / ("ä" * (rest // 2 + 1)) / "server")
    assert choose_socket(folder).parent == tmp_path / "mensch"


def test_two_long_folders_get_two_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    one, another = (ServerFolder(tmp_path / (letter * 100) / "server") for letter in "ab")
    assert choose_socket(one) != choose_socket(another)
    assert choose_socket(one) == choose_socket(one)


def test_a_planted_runtime_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "mensch").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ServerError, match="is no folder of its own"):
        choose_socket(ServerFolder(tmp_path / ("x" * 100) / "server"))


def test_a_missing_runtime_folder_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "missing"))
    chosen = choose_socket(ServerFolder(tmp_path / ("x" * 100) / "server"))
    assert not chosen.is_relative_to(tmp_path)
    assert stat.S_IMODE(chosen.parent.stat().st_mode) == 0o700


def test_what_is_noted_of_the_socket_is_read_back(tmp_path: Path) -> None:
    folder = open_folder(tmp_path)
    assert noted_socket(folder) is None
    note_socket(folder, Path("/run/mensch/ä b.sock"))
    assert noted_socket(folder) == Path("/run/mensch/ä b.sock")


def test_an_address_escapes_what_a_path_may_hold() -> None:
    assert unix_url(Path("/run/a b/100%?.sock")) == "unix:///run/a%20b/100%25%3F.sock"
