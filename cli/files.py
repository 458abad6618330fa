"""Files that commands write: whole or not at all, and over none that is there unless that is wanted."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from mensch.core.errors import MenschError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.words.reasons import reason_of

_SHOWN = 200
"""Characters of a file's name in a message."""


def shown(name: str) -> str:
    """A file's name, safe to show."""
    return printable(name, _SHOWN)


def require_place(name: str, *, force: bool) -> None:
    """Stop before a file is overwritten that is not to be, or something that is no file is replaced by one.

    Args:
        name: of the file that is to be written later.
        force: whether one that is there may be overwritten.

    Raises:
        UsageError: it may not be written.
    """
    path = Path(name)
    if path.exists() and not path.is_file():
        raise UsageError(said("“{file}” is no file", file=shown(name)))
    if os.path.lexists(path) and not force:
        raise _there_is_one(name)


def write_file(name: str, content: bytes, *, force: bool) -> None:
    """Write a file whole or not at all.

    Args:
        name: its name.
        content: all of it.
        force: whether one that is there is overwritten.

    Raises:
        UsageError: there is one, perhaps only since a moment ago, and it is not to be overwritten.
        MenschError: it cannot be written.
    """
    try:
        _write(Path(name).resolve(), content, force=force)
    except FileExistsError:
        raise _there_is_one(name) from None
    except OSError as error:
        raise MenschError(
            said("“{file}” cannot be written: {reason}", file=shown(name), reason=reason_of(error))
        ) from None


def _there_is_one(name: str) -> UsageError:
    return UsageError(said("there is a file “{file}”; --force overwrites it", file=shown(name)))


def _write(path: Path, content: bytes, *, force: bool) -> None:
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if force:
            os.replace(part, path)
        else:
            _link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _link(part: Path, path: Path) -> None:
    """Give a file its name, unless there is one of that name."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError from None
        os.replace(part, path)
