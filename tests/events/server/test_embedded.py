"""The private server: one for all processes of a user, whatever is killed, and gone when nobody needs it."""

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from mensch.core.errors import ServerError
from mensch.events.server.address import server_url
from mensch.events.server.connection import connect
from mensch.events.server.embedded import embedded, release
from mensch.events.server.fitness import require_fit
from mensch.events.server.folder import ServerFolder, noted_socket, open_folder
from mensch.events.server.locks import is_locked, lock, unlock
from tests.servers import alive, eventually, server_id, temporary_data

USER = """
import sys
from pathlib import Path
from mensch.events.server.embedded import embedded
print(embedded(Path(sys.argv[1])), flush=True)
sys.stdin.read()
"""
"""A process that uses the server until its standard input is closed."""


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("MENSCH_EMBEDDED_IDLE", "60")
    with temporary_data() as folder:
        yield folder


@pytest.fixture
def short_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENSCH_EMBEDDED_IDLE", "0.1")


def user(data: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", USER, str(data)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def url_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@contextlib.contextmanager
def client_of(data: Path) -> Iterator[redis.Redis]:
    with connect(embedded(data)) as client:
        yield client


def server_of(data: Path) -> int:
    socket = noted_socket(open_folder(data))
    assert socket is not None
    return server_id(socket)


def starts(data: Path) -> int:
    """How often a server has become ready in this folder."""
    return open_folder(data).log.read_text().count("ready to accept connections")


def ended(folder: ServerFolder) -> bool:
    return not is_locked(folder.server_lock) and not is_locked(folder.watchdog_lock)


def watchdog_of(folder: ServerFolder) -> int:
    """The process id of the watchdog: the one whose command line names it and this folder."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if b"mensch.events.server.watchdog" in words and os.fsencode(folder.path) in words:
                return int(entry.name)
    raise AssertionError("no watchdog")


def test_the_server_is_ready_fit_and_private(data: Path) -> None:
    with client_of(data) as client:
        require_fit(client)
        assert client.config_get("port") == {"port": "0"}
        folder = open_folder(data)
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
        socket = noted_socket(folder)
        assert socket is not None
        assert stat.S_IMODE(socket.stat().st_mode) == 0o700


def test_a_new_data_folder_is_private(data: Path) -> None:
    inner = data / "new" / "er"
    try:
        embedded(inner)
        assert stat.S_IMODE(inner.stat().st_mode) == 0o700
    finally:
        release(inner)
        os.kill(server_of(inner), signal.SIGKILL)
        eventually(lambda: ended(open_folder(inner)), "the watchdog to end")


def test_it_is_what_a_program_gets_that_names_no_server(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MENSCH_REDIS_URL", raising=False)
    monkeypatch.setenv("MENSCH_DATA", str(data))
    assert server_url() == embedded(data)


def test_a_second_process_finds_the_server_of_the_first(data: Path) -> None:
    with client_of(data) as client, user(data) as other:
        client.set("from", "the first")
        with connect(url_of(other)) as theirs:
            assert theirs.get("from") == b"the first"
    assert starts(data) == 1


def test_eight_processes_at_once_start_one_server(data: Path) -> None:
    with contextlib.ExitStack() as stack:
        users = [stack.enter_context(user(data)) for _ in range(8)]
        assert len({url_of(each) for each in users}) == 1
        assert starts(data) == 1


def test_an_idle_server_ends_and_the_next_call_finds_all_data(data: Path, short_idle: None) -> None:
    with client_of(data) as client:
        client.set("kept", "yes")
    release(data)
    eventually(lambda: ended(open_folder(data)), "the idle server to end")
    with client_of(data) as client:
        assert client.get("kept") == b"yes"
    assert starts(data) == 2


def test_the_server_stays_while_a_process_uses_it_without_a_connection(data: Path, short_idle: None) -> None:
    embedded(data)
    before = server_of(data)
    time.sleep(0.5)
    assert server_of(data) == before


def test_the_server_stays_while_a_stranger_is_connected(data: Path, short_idle: None) -> None:
    with connect(embedded(data)) as stranger:
        release(data)
        time.sleep(0.5)
        assert stranger.ping()
    eventually(lambda: ended(open_folder(data)), "the server to end after the stranger has gone")


def test_no_call_loses_the_race_with_the_ending_server(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENSCH_EMBEDDED_IDLE", "0.02")
    for turn in range(12):
        with client_of(data) as client:
            assert client.incr("turns") == turn + 1
        release(data)
        time.sleep(0.01 * turn)
    assert starts(data) > 1


def test_a_killed_server_comes_back_with_what_it_had_acknowledged(data: Path) -> None:
    with client_of(data) as client:
        client.set("kept", "yes")
    os.kill(server_of(data), signal.SIGKILL)
    with client_of(data) as client:
        assert client.get("kept") == b"yes"
    assert starts(data) == 2


def test_a_killed_server_and_watchdog_leave_nothing_in_the_way(data: Path) -> None:
    with client_of(data) as client:
        client.set("kept", "yes")
    folder = open_folder(data)
    os.kill(watchdog_of(folder), signal.SIGKILL)
    os.kill(server_of(data), signal.SIGKILL)
    eventually(lambda: ended(folder), "both to be gone")
    assert noted_socket(folder) == folder.path / "redis.sock"
    assert (folder.path / "redis.sock").exists()
    with client_of(data) as client:
        assert client.get("kept") == b"yes"


def test_a_server_without_its_watchdog_goes_on_and_gets_another(data: Path, short_idle: None) -> None:
    embedded(data)
    folder = open_folder(data)
    before = server_of(data)
    os.kill(watchdog_of(folder), signal.SIGKILL)
    eventually(lambda: not is_locked(folder.watchdog_lock), "the watchdog to be gone")
    embedded(data)
    assert server_of(data) == before
    release(data)
    eventually(lambda: ended(folder), "the new watchdog to end the idle server")


def test_a_tail_cut_short_by_a_power_failure_is_dropped(data: Path) -> None:
    with client_of(data) as client:
        client.set("kept", "yes")
    os.kill(server_of(data), signal.SIGKILL)
    (files,) = open_folder(data).path.rglob("appendonly*.aof")
    with files.open("ab") as file:
        file.write(b"*3\r\n$3\r\nSET\r\n$4\r\nlost\r\n$5\r\nhal")
    with client_of(data) as client:
        assert client.get("kept") == b"yes"
        assert client.get("lost") is None


def test_damaged_files_are_one_clear_line_that_names_the_log(data: Path) -> None:
    with client_of(data) as client:
        client.set("kept", "yes")
    os.kill(server_of(data), signal.SIGKILL)
    (files,) = open_folder(data).path.rglob("appendonly*.aof")
    files.write_bytes(b"not a log of commands\r\n" + files.read_bytes())
    with pytest.raises(
        ServerError, match=r"it ended at once; .*server\.log ends with: .*append only file"
    ) as caught:
        embedded(data)
    assert "\n" not in str(caught.value)


def test_a_removed_socket_ends_the_server_and_the_next_call_has_all_data(
    data: Path, short_idle: None
) -> None:
    with client_of(data) as client:
        client.set("kept", "yes")
    socket = noted_socket(open_folder(data))
    assert socket is not None
    socket.unlink()
    with client_of(data) as client:
        assert client.get("kept") == b"yes"
    assert starts(data) == 2


def test_a_copy_of_a_folder_is_another_database(data: Path) -> None:
    with client_of(data) as client, temporary_data() as parent:
        client.set("in", "the original")
        shutil.copytree(data, parent / "copy", ignore=shutil.ignore_patterns("*.sock"))
        with client_of(parent / "copy") as copied:
            assert copied.get("in") == b"the original"
            copied.set("in", "the copy")
            assert client.get("in") == b"the original"
        release(parent / "copy")
        os.kill(server_of(parent / "copy"), signal.SIGKILL)
        eventually(lambda: ended(open_folder(parent / "copy")), "the copy's server to end")


def test_a_deleted_folder_ends_its_server(short_idle: None) -> None:
    with temporary_data() as data:
        embedded(data)
        before = server_of(data)
        shutil.rmtree(data)
        eventually(lambda: not alive(before), "the server of a deleted folder to end")


def test_a_long_path_gets_its_socket_in_a_short_private_folder(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(data / "run"))
    (data / "run").mkdir()
    long = data / ("long" * 30)
    try:
        url = embedded(long)
        assert url.startswith(f"unix://{data}/run/mensch/")
        assert stat.S_IMODE((data / "run" / "mensch").stat().st_mode) == 0o700
        # Another login may have another run-time folder. It is the note that tells where the server is.
        monkeypatch.delenv("XDG_RUNTIME_DIR")
        with user(long) as other:
            assert url_of(other) == url
    finally:
        release(long)
        os.kill(server_of(long), signal.SIGKILL)
        eventually(lambda: ended(open_folder(long)), "the watchdog to end")


def test_files_of_a_newer_server_are_refused_and_stay_untouched(data: Path) -> None:
    folder = open_folder(data)
    folder.version_note.write_text('{"family":"redis","major":99,"minor":1,"patch":0}')
    with pytest.raises(ServerError, match=r"written by Redis 99\.1\.0 and would look empty to .*; install"):
        embedded(data)
    assert ended(folder)
    assert not list(folder.path.rglob("*.aof"))


def test_the_server_that_writes_the_files_is_recorded(data: Path) -> None:
    with client_of(data) as client:
        told = client.info("server")
    recorded = open_folder(data).version_note.read_text()
    version = str(told.get("valkey_version", told["redis_version"])).split(".")
    assert f'"major":{version[0]},"minor":{version[1]},"patch":{version[2]}' in recorded


@pytest.mark.parametrize("idle", ["soon", "0", "-1", "nan", "inf"])
def test_an_impossible_idle_time_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch, idle: str) -> None:
    monkeypatch.setenv("MENSCH_EMBEDDED_IDLE", idle)
    with pytest.raises(ServerError, match="must be a positive number of seconds"):
        embedded(data)


def test_a_data_folder_that_is_a_file_is_one_clear_line(data: Path) -> None:
    (data / "file").write_text("")
    with pytest.raises(ServerError, match=r"data folder .* cannot be used"):
        embedded(data / "file")


def test_a_program_that_is_no_server_is_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MENSCH_REDIS_SERVER", sys.executable)
    with pytest.raises(ServerError, match="which is no Redis or Valkey server"):
        embedded(data)


def test_a_full_log_is_put_aside_at_the_next_start(data: Path) -> None:
    folder = open_folder(data)
    folder.log.write_bytes(b"x" * 1_000_001)
    embedded(data)
    assert folder.log.with_suffix(".log.1").stat().st_size == 1_000_001
    assert starts(data) == 1


def test_starting_gives_way_to_whoever_starts_already(data: Path) -> None:
    folder = open_folder(data)
    starting = lock(folder.start_lock, seconds=1)
    assert starting is not None
    with user(data) as other:
        time.sleep(0.3)
        assert ended(folder)
        unlock(starting)
        assert url_of(other) == embedded(data)
    assert starts(data) == 1
