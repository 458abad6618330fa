"""One command, one reply, over a unix socket: enough to ask whether a server is there and what it is.

The embedded server is looked for by every command that a person types, and redis-py takes 130 ms to import,
so these few lines speak RESP2 themselves. Everything else goes through `connection.connect`.
"""

import socket
from pathlib import Path

from mensch.events.server.folder import ServerFolder, noted_socket
from mensch.events.server.locks import is_locked


class NoAnswerError(OSError):
    """Nobody listens at the socket, or no whole reply came in time."""


class RefusedError(Exception):
    """The server answered with an error; its text is the message (`LOADING …`, `NOAUTH …`)."""


def ask(path: Path, *command: str, seconds: float = 1.0) -> bytes:
    """The server's reply to `command`: a status or a bulk string. Opens and closes a connection of its own.

    Raises:
        NoAnswerError: no server, or no reply within `seconds`.
        RefusedError: the reply is an error.
    """
    request = b"".join(b"$%d\r\n%s\r\n" % (len(word.encode()), word.encode()) for word in command)
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(seconds)
            connection.connect(str(path))
            connection.sendall(b"*%d\r\n%s" % (len(command), request))
            with connection.makefile("rb") as replies:
                head = replies.readline()
                if not head.endswith(b"\r\n"):
                    raise NoAnswerError(f"the server at {path} closed the connection")
                kind, text = head[:1], head[1:-2]
                if kind == b"-":
                    raise RefusedError(text.decode(errors="replace"))
                if kind == b"$":
                    return replies.read(int(text))
                return text
    except OSError as error:
        raise NoAnswerError(f"the server at {path} does not answer: {error}") from error


def answers(path: Path, seconds: float = 1.0) -> bool:
    """Whether a server listens at `path` and says anything at all, if only that it is loading."""
    try:
        ask(path, "PING", seconds=seconds)
    except NoAnswerError:
        return False
    except RefusedError:
        return True
    return True


def running(folder: ServerFolder) -> Path | None:
    """The socket of the embedded server if it runs, answers, and is watched over."""
    # The locks are asked first: in a copy of a folder, the note names the socket of the original's server.
    if not (is_locked(folder.server_lock) and is_locked(folder.watchdog_lock)):
        return None
    socket = noted_socket(folder)
    return socket if socket is not None and answers(socket) else None
