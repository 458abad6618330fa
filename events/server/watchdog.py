"""The process that starts an embedded server, and ends it when nobody uses it any more.

Run by `embedded` as `python -m mensch.events.server.watchdog FOLDER SOCKET BINARY IDLE_SECONDS`; BINARY is
empty when the server runs already and has lost its watchdog. It detaches itself and exits with 0 once the
server answers, or with 1 and one line on standard error. How the locks fit together is told in embedded.py.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.folder import ServerFolder, last_words
from mensch.events.server.locks import is_file_locked, lock, try_lock, unlock
from mensch.events.server.probe import NoAnswerError, RefusedError, ask
from mensch.events.server.version import version_from
from mensch.events.server.version_guard import record_writer

_TAKEOVER_SECONDS = 20.0  # how long the watchdog before this one may take to end
_START_SECONDS = 30.0
_SHUTDOWN_SECONDS = 60.0
_LOG_BYTES = 1_000_000

_READY = b"ready"

# aof-load-truncated: a tail that a power failure has cut short is dropped, within everysec's one second.
_SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "appendonly": "yes",
    "appendfsync": "everysec",
    "aof-load-truncated": "yes",
    "save": "",
    "maxmemory": "0",
    "maxmemory-policy": "noeviction",
}


def main() -> None:
    """Detach, start or adopt the server, report, and watch."""
    path, socket, binary, idle = sys.argv[1:]
    report, reporter = os.pipe()
    if os.fork():
        os.close(reporter)
        with open(report, "rb") as reports:
            text = reports.read()
        sys.exit(None if text == _READY else text.decode(errors="replace") or "the watchdog ended")
    os.close(report)
    _detach()
    folder = ServerFolder(Path(path))
    try:
        if lock(folder.watchdog_lock, seconds=_TAKEOVER_SECONDS) is None:
            raise ServerError(said("the watchdog of the server before does not end"))
        server = _spawn(folder, Path(socket), binary) if binary else None
        info = _first_info(folder, Path(socket), server)
        if version := version_from(info):
            record_writer(folder, version)
    except (OSError, ServerError) as error:
        _tell(reporter, str(error).encode())
        sys.exit(1)
    _tell(reporter, _READY)
    watch(folder, Path(socket), server, int(info["process_id"]), float(idle))


def watch(
    folder: ServerFolder,
    socket: Path,
    server: "subprocess.Popen[bytes] | None",
    server_id: int,
    idle_seconds: float,
) -> None:
    """Watch over the process `server_id`, a child of ours if `server` is given, until it has ended.

    It is told to shut down when, for `idle_seconds`, no process held the users' lock and no other client was
    connected or came by; and when its socket has been removed, so that nobody could find it any more.
    """
    server_file = os.open(folder.server_lock, os.O_RDWR | os.O_CLOEXEC)
    poll_seconds = min(max(idle_seconds / 10, 0.02), 0.25)
    quiet_since = time.monotonic()
    connections_before = -1
    while is_file_locked(server_file):
        time.sleep(poll_seconds)
        if server:
            server.poll()  # reaps it once it has ended
        if not (socket.exists() and folder.server_lock.exists()):
            if is_file_locked(server_file):
                os.kill(server_id, signal.SIGTERM)
            return
        unused = try_lock(folder.users_lock)
        if unused is None:
            quiet_since = time.monotonic()
            continue
        with contextlib.suppress(NoAnswerError, RefusedError):
            traffic = _info(socket)
            connections = int(traffic["total_connections_received"])
            # One connection, and one more than the last time, are this question's own.
            if int(traffic["connected_clients"]) > 1 or connections != connections_before + 1:
                quiet_since = time.monotonic()
            connections_before = connections
            if time.monotonic() - quiet_since >= idle_seconds:
                _shut_down(socket, server_file)
        unlock(unused)


def _spawn(folder: ServerFolder, socket: Path, binary: str) -> "subprocess.Popen[bytes]":
    server_lock = lock(folder.server_lock, seconds=_TAKEOVER_SECONDS)
    if server_lock is None:
        raise ServerError(said("another server has opened the files in {folder}", folder=folder.path))
    settings = _SETTINGS | {
        "dir": str(folder.path),
        "unixsocket": str(socket),
        "pidfile": str(folder.pid_file),
    }
    command = [binary]
    for name, value in settings.items():
        command += [f"--{name}", value]
    with contextlib.suppress(FileNotFoundError):
        if folder.log.stat().st_size > _LOG_BYTES:
            folder.log.replace(folder.log.with_suffix(".log.1"))
    with folder.log.open("ab") as log:
        server = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=(server_lock,)
        )
    unlock(server_lock)  # the server has inherited the open file, and with it the lock
    return server


def _first_info(
    folder: ServerFolder, socket: Path, server: "subprocess.Popen[bytes] | None"
) -> dict[str, str]:
    """Wait for the server's first answer, which it gives as soon as it loads its files."""
    end = time.monotonic() + _START_SECONDS
    while True:
        with contextlib.suppress(NoAnswerError):
            return _info(socket)
        if server and server.poll() is not None:
            raise ServerError(said("it ended at once; {words}", words=last_words(folder)))
        if time.monotonic() > end:
            if server:
                server.terminate()
            raise ServerError(said("it does not answer; {words}", words=last_words(folder)))
        time.sleep(0.005)


def _shut_down(socket: Path, server_file: int) -> None:
    """Returns when the server has ended, or has refused to for so long that it is better watched on."""
    with contextlib.suppress(NoAnswerError):  # the answer to success is a closed connection
        ask(socket, "SHUTDOWN", seconds=_SHUTDOWN_SECONDS)
    end = time.monotonic() + _SHUTDOWN_SECONDS
    while is_file_locked(server_file) and time.monotonic() < end:
        time.sleep(0.005)


def _info(socket: Path) -> dict[str, str]:
    lines = ask(socket, "INFO").decode(errors="replace").splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def _detach() -> None:
    """A session of its own, no terminal, no folder in the way of an unmount, no file readable by others."""
    os.setsid()
    os.chdir("/")
    os.umask(0o077)
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)


def _tell(reporter: int, text: bytes) -> None:
    with contextlib.suppress(OSError):  # whoever asked may be gone
        os.write(reporter, text)
    with contextlib.suppress(OSError):
        os.close(reporter)


if __name__ == "__main__":
    main()
