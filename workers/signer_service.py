"""How others reach the signer: a unix socket that its owner alone can open, and a line of JSON each way.

A request is `{"game":"<id>"}` or `{"game":"<id>","seq":17}`. An answer is `{"receipt":{…}}`, or
`{"code":8,"error":"…"}` with the exit code of the error. Any number may follow one another on a connection.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from mensch.core.errors import MenschError, ServerError
from mensch.core.said import said
from mensch.events.bodies import Id, Seq
from mensch.events.receipts import Receipt
from mensch.events.words.reasons import reason_of
from mensch.workers.joblog import log
from mensch.workers.signer import Signer

SOCKET_VARIABLE = "MENSCH_SIGNER"
"""Environment variable that names the signer's socket, for the signer and for those who ask it."""

LONGEST_LINE = 2000
"""Bytes of a request or an answer."""

MOST_CONNECTIONS = 32
"""Connections at a time; who comes then waits until one ends."""

IDLE_SECONDS = 5.0
"""How long a connection may say nothing."""

_LOOK = 0.2


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is asked: a receipt for a record, or for the last one."""

    game: Id
    seq: Seq | None = None


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is answered: a receipt, or why there is none, with the exit code of the error."""

    receipt: Receipt | None = None
    error: str = ""
    code: int = 0


_REQUESTS = msgspec.json.Decoder(Request)


@contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    """A listening socket at a path, which only its owner can open; gone afterwards.

    Raises:
        ServerError: somebody listens there, or it cannot be made.
    """
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        _clear(path)
        listener.bind(str(path))
        listener.listen(MOST_CONNECTIONS)
    except OSError as error:
        listener.close()
        raise ServerError(
            said("the signer cannot listen at {path}: {reason}", path=path, reason=reason_of(error))
        ) from error
    except ServerError:
        listener.close()
        raise
    finally:
        os.umask(before)
    mine = path.stat().st_ino
    try:
        yield listener
    finally:
        listener.close()
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_ino == mine:
                path.unlink()


def _clear(path: Path) -> None:
    """Remove the socket that a killed signer has left."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise ServerError(
                said("the signer cannot listen at {path}: there is a file that is no socket", path=path)
            )
    except FileNotFoundError:
        return
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(IDLE_SECONDS)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
    raise ServerError(said("another signer listens at {path}; end that one first", path=path))


def serve(listener: socket.socket, signer: Signer, stop: threading.Event) -> None:
    """Answer until told to stop.

    Raises:
        ServerError: the memory could not be written; the signer has to be started again.
    """
    room = threading.BoundedSemaphore(MOST_CONNECTIONS)
    listener.settimeout(_LOOK)
    try:
        while not stop.is_set():
            if signer.broken:
                raise ServerError(said("the signer's memory could not be written, so the signer ends"))
            if not room.acquire(timeout=_LOOK):
                continue
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                room.release()
                continue
            threading.Thread(target=_converse, args=(connection, signer, room), daemon=True).start()
    finally:
        signer.end()


def _converse(connection: socket.socket, signer: Signer, room: threading.BoundedSemaphore) -> None:
    try:
        with connection, contextlib.suppress(OSError), connection.makefile("rb") as lines:
            connection.settimeout(IDLE_SECONDS)
            for line in _lines(lines):
                connection.sendall(_encoded(_answer(line, signer)))
    finally:
        room.release()


def _lines(lines: BinaryIO) -> Iterator[bytes]:
    """Whole lines; one that is too long, or cut, ends the conversation."""
    while (line := lines.readline(LONGEST_LINE)).endswith(b"\n"):
        yield line


def _answer(line: bytes, signer: Signer) -> Answer:
    try:
        request = _REQUESTS.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Answer(error="this is no request for a receipt", code=2)
    try:
        receipt = signer.sign(request.game, request.seq)
    except MenschError as error:
        log("no receipt", game=request.game, seq=request.seq, reason=str(error))
        return Answer(error=str(error)[:1000], code=error.exit_code)
    except Exception as error:  # noqa: BLE001  # one request must not keep the others from an answer
        log("no receipt", game=request.game, seq=request.seq, error=type(error).__name__)
        return Answer(error=f"the signer failed: {type(error).__name__}", code=MenschError.exit_code)
    return Answer(receipt)


def _encoded(answer: Answer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"
