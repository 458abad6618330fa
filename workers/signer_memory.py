"""What the signer has signed, in a file of its own that no restored backup of Redis takes back.

A journal of JSON lines, written ahead: a line is on the disk before its receipt is given out. Its first line
names the key that it belongs to. Per game only the last record counts, because its hash fixes all before it.
Once most lines are outdated the file is written anew without them; rollbacks stay for ever.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import msgspec

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.bodies import Count, Hex32, Id
from mensch.events.receipts import Epoch
from mensch.events.record import genesis
from mensch.events.words.reasons import reason_of

OUTDATED = 10_000
"""Lines that may be outdated before the journal is written anew."""

LONGEST_REASON = 500
"""Characters of the reason for a rollback."""


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="opened"):
    """The first line.

    Attributes:
        key: the public key of the signer whose memory this is.
        version: of this form.
    """

    key: Hex32
    version: int = 1


class Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="signed"):
    """The furthest record of a game that was signed.

    Attributes:
        seq: its number; 0 where the log was lost altogether and that was accepted.
    """

    epoch: Epoch
    game: Id
    hash: Hex32
    seq: Count


class Rollback(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="rollback"):
    """The operator's decision to go on from another log than the one that was signed.

    Attributes:
        at: when it was taken, milliseconds since 1970 UTC.
        after: the furthest record that had been signed; receipts up to it stay true of what is lost.
        epoch: the one that begins.
        hash: of the last record of the log that it goes on from; genesis where there is none.
        reason: the operator's words.
        seq: the number of that record.
    """

    after: Signed
    at: Count
    epoch: Epoch
    game: Id
    hash: Hex32
    reason: str
    seq: Count


Line = Opened | Signed | Rollback

_ENCODER = msgspec.json.Encoder(order="sorted")
_LINES: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class Memory:
    """The journal, held open. Only the process that has the lock of its folder may have one.

    Args:
        path: the file.
        key: the public key of the signer; a memory of another one is refused.

    Attributes:
        rollbacks: all that were ever accepted, in order.
        broken: whether writing has failed. What is on the disk is not known then, so nothing more may be
            signed until the file is read again.
    """

    def __init__(self, path: Path, key: str) -> None:
        self._path = path
        self._key = key
        self._signed: dict[str, Signed] = {}
        self.rollbacks: list[Rollback] = []
        self._lines = 0
        self.broken = False
        try:
            self._load(path.read_bytes())
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        except OSError as error:
            raise ServerError(
                said(
                    "the signer's memory {path} cannot be read: {reason}", path=path, reason=reason_of(error)
                )
            ) from error

    @classmethod
    def create(cls, path: Path, key: str) -> Self:
        """A memory of nothing, in a new file.

        Raises:
            ServerError: the file cannot be written.
        """
        try:
            os.close(_write_whole(path, [Opened(key)]))
        except OSError as error:
            raise ServerError(
                said(
                    "the signer's memory {path} cannot be written: {reason}",
                    path=path,
                    reason=reason_of(error),
                )
            ) from error
        return cls(path, key)

    def signed(self, game: str) -> Signed:
        """The furthest record of a game that was signed; record 0 of epoch 1 where there is none."""
        return self._signed.get(game) or Signed(1, game, genesis(game), 0)

    @property
    def games(self) -> list[str]:
        """All games of which something was signed."""
        return sorted(self._signed)

    def keep(self, line: Signed | Rollback) -> None:
        """Remember for ever; on the disk when this returns.

        Raises:
            ServerError: it could not be written; see `broken`.
        """
        if self.broken:
            raise self._unwritten("it failed before")
        try:
            written = _ENCODER.encode(line) + b"\n"
            if os.write(self._file, written) != len(written):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
            self._take(line)
            if self._lines > OUTDATED + 2 * len(self._signed) + len(self.rollbacks):
                self._compact()
        except OSError as error:
            self.broken = True
            raise self._unwritten(reason_of(error)) from error

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _load(self, content: bytes) -> None:
        whole, _, torn = content.rpartition(b"\n")
        for number, raw in enumerate(whole.split(b"\n"), 1):
            try:
                line = _LINES.decode(raw)
            except (msgspec.MsgspecError, UnicodeError):
                raise self._damaged(number) from None
            if isinstance(line, Opened) is not (number == 1):
                raise self._damaged(number)
            if isinstance(line, Opened):
                if line.version != 1:
                    raise ServerError(
                        said("{path} was written by a newer version of this program", path=self._path)
                    )
                if line.key != self._key:
                    raise ServerError(
                        said("{path} is the memory of another key, {key}", path=self._path, key=line.key)
                    )
            else:
                self._take(line)
        if torn:  # a line that was being written in a crash; nobody has got its receipt
            with self._path.open("r+b") as file:
                file.truncate(len(whole) + 1)
                os.fsync(file.fileno())

    def _unwritten(self, why: str) -> ServerError:
        return ServerError(
            said("the signer's memory {path} cannot be written: {why}", path=self._path, why=why)
        )

    def _damaged(self, number: int) -> ServerError:
        return ServerError(
            said(
                "line {number} of {path} is damaged, so what was signed is not known; move the "
                "folder away for a new key and a new memory",
                number=number,
                path=self._path,
            )
        )

    def _take(self, line: Signed | Rollback) -> None:
        self._lines += 1
        if isinstance(line, Rollback):
            self.rollbacks.append(line)
            line = Signed(line.epoch, line.game, line.hash, line.seq)
        self._signed[line.game] = line

    def _compact(self) -> None:
        """Leave out what is outdated."""
        lines: list[Line] = [*self.rollbacks, *self._signed.values()]
        file = _write_whole(self._path, [Opened(self._key), *lines])
        os.close(self._file)
        self._file = file
        self._lines = len(lines)


def signed_nothing(path: Path) -> bool:
    """Whether a journal has no line but its first, so that nothing is lost with it."""
    return path.read_bytes().count(b"\n") <= 1


def _write_whole(path: Path, lines: Sequence[Line]) -> int:
    """Replace a file in one step that a power cut cannot halve; readable by its owner alone.

    Returns:
        a descriptor of the new file, for appending.
    """
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
    try:
        with open(file, "wb", closefd=False) as whole:
            whole.writelines(_ENCODER.encode(line) + b"\n" for line in lines)
        os.fsync(file)
        draft.replace(path)
        sync_folder(path.parent)
    except BaseException:
        os.close(file)
        raise
    return file


def sync_folder(path: Path) -> None:
    """Put the names in a folder on the disk."""
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
