"""Files that hold a private key: one line, readable by their owner only, never written over."""

from __future__ import annotations

import os
import re
from pathlib import Path

from mensch.core.errors import MenschError, NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events import ed25519
from mensch.events.words.reasons import reason_of

_MARK = "mensch-private-key1 "
_PRIVATE = re.compile(rf"{_MARK}([0-9a-f]{{64}})\n?")
_LONGEST = 200


def create_key(path: Path) -> str:
    """Make a new key and write it into a new file; its public key.

    Raises:
        UsageError: there is a file already, whose key would be lost.
        MenschError: the file cannot be written.
    """
    private = ed25519.new_private_key()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise MenschError(
            said("the folder of {path} cannot be made: {reason}", path=_shown(path), reason=reason_of(error))
        ) from None
    try:
        with open(path, "x", encoding="ascii", opener=_owners_only) as file:
            file.write(f"{_MARK}{private.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise UsageError(
            said("{path} is there already, and its key would be lost; name another file", path=_shown(path))
        ) from None
    except OSError as error:
        raise MenschError(
            said("the key cannot be written to {path}: {reason}", path=_shown(path), reason=reason_of(error))
        ) from None
    return ed25519.public_key(private)


def read_private_key(path: Path) -> bytes:
    """The private key in a file.

    Raises:
        NotFoundError: the file cannot be read.
        UsageError: it holds no private key, or others can read it too.
    """
    text, mode = _content(path)
    found = _PRIVATE.fullmatch(text)
    if found is None:
        raise UsageError(
            said("{path} holds no private key of mensch; mensch keygen makes one", path=_shown(path))
        )
    if mode & 0o077:
        raise UsageError(
            said(
                "the key in {path} can be read by others: chmod 600 it, or better make a new one",
                path=_shown(path),
            )
        )
    return bytes.fromhex(found[1])


def read_public_key(typed: str) -> str:
    """A public key that a person names: its 64 hex digits, or a file with these or with the private key.

    Raises:
        NotFoundError: the file cannot be read.
        UsageError: it is no public key that can be registered.
    """
    if re.fullmatch(r"[0-9a-fA-F]{64}", typed):
        return ed25519.checked_key(typed)
    path = Path(typed)
    text, _ = _content(path)
    if _PRIVATE.fullmatch(text):
        return ed25519.public_key(read_private_key(path))
    return ed25519.checked_key(text.strip())


def _owners_only(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, 0o600)


def _content(path: Path) -> tuple[str, int]:
    """What a small file holds, and its permissions."""
    try:
        with path.open("rb") as file:
            return file.read(_LONGEST).decode("ascii", errors="replace"), os.fstat(file.fileno()).st_mode
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        raise NotFoundError(
            said("the key file {path} cannot be read: {reason}", path=_shown(path), reason=reason)
        ) from None


def _shown(path: Path) -> str:
    return printable(str(path), 200)
