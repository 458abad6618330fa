"""Starting an embedded server: which program, which socket, and the watchdog that does it.

The locks that appear here are explained in embedded.py.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.binary import ServerBinary, binaries, no_binary
from mensch.events.server.folder import ServerFolder, choose_socket, note_socket, noted_socket
from mensch.events.server.locks import is_locked, lock, unlock
from mensch.events.server.probe import answers
from mensch.events.server.version_guard import refusal

IDLE_VARIABLE = "MENSCH_EMBEDDED_IDLE"
"""Environment variable: seconds without any user after which the server ends, read when it is started."""

IDLE_SECONDS = 60.0

_START_SECONDS = 60.0
_ANSWER_SECONDS = 20.0  # a slow disk can hold a server up for some of them


def start(folder: ServerFolder) -> Path:
    """Start the server, or its lost watchdog, unless another process does so meanwhile. Returns the socket.

    Raises:
        ServerError: no server program may be used, or it does not start; says why.
    """
    starting = lock(folder.start_lock, seconds=_START_SECONDS)
    if starting is None:
        raise ServerError(
            said(
                "another process has been starting the server in {folder} for {seconds:g} s",
                folder=folder.path,
                seconds=_START_SECONDS,
            )
        )
    try:
        if found := _living(folder):
            if not is_locked(folder.watchdog_lock):
                _run_watchdog(folder, found, None)
            return found
        binary = _permitted_binary(folder)
        socket = choose_socket(folder)
        note_socket(folder, socket)
        _run_watchdog(folder, socket, binary)
        return socket
    finally:
        unlock(starting)


def _living(folder: ServerFolder) -> Path | None:
    """The socket of the server that has the folder's files open, once it answers; None if there is none."""
    end = time.monotonic() + _ANSWER_SECONDS
    while is_locked(folder.server_lock):
        noted = noted_socket(folder)
        if noted is not None and answers(noted):
            return noted
        # It is busy, or just ending, or cannot be reached, and then its watchdog ends it.
        if time.monotonic() > end:
            raise ServerError(
                said(
                    "a server has the files in {folder} open but does not answer at {noted}; "
                    "end it (its process id is in {file}) and try again",
                    folder=folder.path,
                    noted=noted,
                    file=folder.pid_file,
                )
            )
        time.sleep(0.02)
    return None


def _permitted_binary(folder: ServerFolder) -> ServerBinary:
    """The preferred one of the installed servers that may open the files in `folder`."""
    first_refusal: ServerError | None = None
    for binary in binaries():
        refused = refusal(folder, binary.version)
        if refused is None:
            return binary
        first_refusal = first_refusal or refused
    raise first_refusal or no_binary()


def _run_watchdog(folder: ServerFolder, socket: Path, binary: ServerBinary | None) -> None:
    """Returns once the watchdog has detached itself and the server answers, if only that it is loading."""
    # -P: whatever lies in the current folder is not imported.
    command = [sys.executable, "-P", "-m", "mensch.events.server.watchdog"]
    command += [str(folder.path), str(socket), str(binary.path if binary else ""), str(_idle_seconds())]
    try:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=_START_SECONDS,
            check=True,
        )
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines() or ["it gives no reason"]
        raise ServerError(said("the embedded server cannot be started: {line}", line=lines[-1])) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ServerError(
            said("the embedded server's watchdog cannot be started: {error}", error=error)
        ) from error


def _idle_seconds() -> float:
    text = os.environ.get(IDLE_VARIABLE, "")
    try:
        seconds = float(text or IDLE_SECONDS)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise ServerError(
            said(
                "{variable} is {text!r}; it must be a positive number of seconds",
                variable=IDLE_VARIABLE,
                text=text,
            )
        )
    return seconds
