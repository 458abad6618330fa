"""The private server that a program without MENSCH_REDIS_URL shares with all others of the same user.

Processes and locks (all in the server's folder, all let go by the kernel when their holder dies):

- every process that uses the server holds `users.lock` shared, for as long as it lives;
- who starts a server holds `start.lock`, so that of any number that begin at once one starts it;
- the watchdog (watchdog.py) holds `watchdog.lock`, starts the server, and ends it when it gets `users.lock`
  exclusively and nobody else is connected: a process that has found the server can't lose it in that moment;
- the server itself holds `server.lock`, inherited from the watchdog: no second one ever opens the same files.

So nothing that a killed process leaves behind (socket, notes) is believed without its lock.
"""

import threading
import time
from pathlib import Path

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.folder import ServerFolder, data_folder, last_words, open_folder, unix_url
from mensch.events.server.locks import is_locked, lock, unlock
from mensch.events.server.probe import NoAnswerError, RefusedError, ask, running
from mensch.events.words.reasons import reason_of

_ENDING_SECONDS = 60.0  # a server that is just ending writes its file out first
_LOADING_SECONDS = 300.0

_used: dict[Path, int] = {}
"""Per server folder the descriptor that holds its users' lock for this process."""

_one_at_a_time = threading.Lock()


def embedded(data: Path | None = None) -> str:
    """The address (unix://…) of the private server with its files below `data`, running and ready.

    Finds the one that runs, or starts it. From here on this process, with the children that it forks, counts
    as a user of the server, which does not end before it. If the server is killed, calling again starts it
    anew.

    Args:
        data: the data folder; default is `data_folder()`.

    Raises:
        ServerError: no server program is installed, or none that may open these files; the folder is not
            ours; or the server does not start.
    """
    folder = open_folder(data or data_folder())
    with _one_at_a_time:
        try:
            _join(folder)
            socket = running(folder) or _start(folder)
        except OSError as error:
            raise ServerError(
                said(
                    "the server's folder {folder} cannot be used: {reason}",
                    folder=folder.path,
                    reason=reason_of(error),
                )
            ) from error
    _wait_until_loaded(folder, socket)
    return unix_url(socket)


def release(data: Path | None = None) -> None:
    """This process no longer uses the embedded server of `data`, which may then end when it is idle."""
    folder = open_folder(data or data_folder())
    with _one_at_a_time:
        if (held := _used.pop(folder.path, None)) is not None:
            unlock(held)


def _join(folder: ServerFolder) -> None:
    if folder.path in _used:
        return
    held = lock(folder.users_lock, shared=True, seconds=_ENDING_SECONDS)
    if held is None:
        raise ServerError(
            said(
                "the server in {folder} has been ending for {seconds:g} s; see {log}",
                folder=folder.path,
                seconds=_ENDING_SECONDS,
                log=folder.log,
            )
        )
    _used[folder.path] = held


def _start(folder: ServerFolder) -> Path:
    from mensch.events.server.start import start  # most commands find a running server

    return start(folder)


def _wait_until_loaded(folder: ServerFolder, socket: Path) -> None:
    end = time.monotonic() + _LOADING_SECONDS
    while time.monotonic() < end:
        try:
            ask(socket, "PING")
        except RefusedError as error:
            if not str(error).startswith("LOADING"):
                return  # it is there; what it refuses (a full disk) is for its user to learn
        except NoAnswerError as error:
            if not is_locked(folder.server_lock):
                raise ServerError(
                    said(
                        "the embedded server cannot be started: it ended at once; {words}",
                        words=last_words(folder),
                    )
                ) from error
        else:
            return
        time.sleep(0.02)
    raise ServerError(said("the embedded server is still loading its files; see {log}", log=folder.log))
