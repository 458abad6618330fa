"""The workers' log: one JSON line on stderr per job or sweep, with game and seq, and no secret."""

from __future__ import annotations

import logging
import sys

import msgspec

from mensch.core.quoting import printable
from mensch.events import clock

_ENCODER = msgspec.json.Encoder(order="sorted")


def log(event: str, **fields: str | int | None) -> None:
    """Write one line.

    Args:
        event: what happened, in a word or two.
        fields: more about it; nothing that a spectator must not know.
    """
    line = {"at": clock.now(), "event": event, **{k: v for k, v in fields.items() if v is not None}}
    sys.stderr.write(_ENCODER.encode(line).decode() + "\n")
    sys.stderr.flush()


class _Lines(logging.Handler):
    """Brings what a library has to say into the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        # The first line alone: RQ appends tracebacks, and what they quote may be a secret.
        message = record.getMessage().partition("\n")[0]
        log("library", source=record.name, level=record.levelname.lower(), message=printable(message, 300))


def log_libraries() -> None:
    """From here on warnings of RQ appear as lines of ours."""
    logger = logging.getLogger("rq")
    logger.handlers = [_Lines()]
    logger.setLevel(logging.WARNING)
    logger.propagate = False
