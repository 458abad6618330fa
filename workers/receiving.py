"""Asking the signer for a receipt, for whoever has just let a command happen."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import msgspec

from mensch.core.errors import ServerError, error_of
from mensch.core.said import said
from mensch.events.receipts import Receipt
from mensch.events.words.reasons import reason_of
from mensch.workers.signer_folder import signer_folder
from mensch.workers.signer_service import LONGEST_LINE, SOCKET_VARIABLE, Answer, Request

ANSWER_SECONDS = 30.0
"""Longest wait for an answer. At the first receipt of a long game the signer reads all of it."""

_ANSWERS = msgspec.json.Decoder(Answer)


def ask_receipt(game: str, seq: int | None = None) -> Receipt | None:
    """A receipt for a record, or for the last one of a game; None where no signer runs.

    Raises:
        MenschError: the signer runs and gives none; the error is the one that it says.
    """
    connection = _connect()
    if connection is None:
        return None
    try:
        with connection, connection.makefile("rb") as lines:
            connection.sendall(msgspec.json.encode(Request(game, seq)) + b"\n")
            line = lines.readline(LONGEST_LINE)
        answer = _ANSWERS.decode(line)
    except (OSError, msgspec.MsgspecError, UnicodeError):
        raise ServerError(
            said("the signer was lost before it answered; ask again with mensch receipt")
        ) from None
    if answer.receipt is None:
        raise error_of(answer.code, answer.error)
    if (answer.receipt.game, answer.receipt.seq) != (game, seq or answer.receipt.seq):
        raise ServerError(said("the signer has answered another question"))
    return answer.receipt


def signer_runs() -> bool:
    """Whether somebody listens where the signer should."""
    connection = _connect()
    if connection is None:
        return False
    connection.close()
    return True


def _connect() -> socket.socket | None:
    path = _socket_path()
    if path is None:
        return None
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(ANSWER_SECONDS)
    try:
        connection.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):
        connection.close()
        return None
    except OSError as error:
        connection.close()
        raise ServerError(
            said("the signer at {path} cannot be reached: {reason}", path=path, reason=reason_of(error))
        ) from error
    return connection


def _socket_path() -> Path | None:
    """Where the signer listens, or did: named by the environment, else noted by the last one here."""
    if named := os.environ.get(SOCKET_VARIABLE):
        return Path(named)
    try:
        return Path(os.fsdecode(signer_folder().socket_note.read_bytes()))
    except OSError:
        return None
