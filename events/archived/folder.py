"""The files of archived games: one for each, whose content is what `mensch log` prints, compressed.

    <folder>/<first two characters of the id>/<id>.jsonl.zst

A file is written beside its place, brought to the disk, and only then gets its name; so what has that name is
whole. `zstd -dc FILE | mensch audit -` reads one without a server.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

from mensch.core.errors import CorruptLogError, MenschError
from mensch.core.said import said
from mensch.events.archive import MOST_BYTES
from mensch.events.ids import is_id
from mensch.events.server.folder import data_folder
from mensch.events.words.reasons import reason_of

VARIABLE = "MENSCH_ARCHIVE"
"""Environment variable that names the folder; `archive` in the data folder without it."""

LEVEL = 12
"""How hard zstd tries. Most of a log are hashes, which nothing makes smaller."""

_SUFFIX = ".jsonl.zst"


class ArchiveFolder:
    """The files of archived games.

    Args:
        path: the folder, which need not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def file(self, game: str) -> Path:
        """Where the file of a game lies."""
        return self.path / game[:2] / f"{game}{_SUFFIX}"

    def write(self, game: str, records: Sequence[bytes]) -> Path:
        """Write a game's file, and bring it and its name to the disk. One that is there is written anew.

        Raises:
            MenschError: it cannot be written.
        """
        from zstandard import ZstdCompressor

        place = self.file(game)
        packed = ZstdCompressor(level=LEVEL, write_checksum=True).compress(b"".join(map(_line, records)))
        part = place.with_name(f".{secrets.token_hex(8)}.part")
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                with open(part, "xb") as stream:
                    stream.write(packed)
                    stream.flush()
                    os.fsync(stream.fileno())
                os.replace(part, place)
            finally:
                part.unlink(missing_ok=True)
            for folder in (place.parent, self.path):
                _sync(folder)
        except OSError as error:
            raise MenschError(
                said("the archive cannot be written: {reason}", reason=reason_of(error))
            ) from None
        return place

    def read(self, game: str) -> list[bytes] | None:
        """The exact records of an archived game; None where it has no file here.

        Raises:
            CorruptLogError: the file is damaged.
            MenschError: it cannot be read.
        """
        from zstandard import ZstdDecompressor, ZstdError, frame_content_size

        try:
            packed = self.file(game).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MenschError(said("the archive cannot be read: {reason}", reason=reason_of(error))) from None
        try:
            if frame_content_size(packed) > MOST_BYTES:  # before that much memory is asked for
                raise ZstdError
            content = ZstdDecompressor().decompress(packed, MOST_BYTES)
        except ZstdError:
            raise CorruptLogError(said("the archived file of game {game} is damaged", game=game)) from None
        if not content.endswith(b"\n"):
            raise CorruptLogError(said("the archived file of game {game} is damaged", game=game))
        return content[:-1].split(b"\n")

    def games(self) -> Iterator[str]:
        """The ids of all games with a file, in no order."""
        for file in self.path.glob(f"??/*{_SUFFIX}"):
            if is_id(game := file.name.removesuffix(_SUFFIX)):
                yield game


def archive_folder() -> ArchiveFolder:
    """The archive that the environment names.

    Raises:
        mensch.core.errors.ServerError: the data folder cannot be found.
    """
    chosen = os.environ.get(VARIABLE)
    return ArchiveFolder(Path(chosen).expanduser().absolute() if chosen else data_folder() / "archive")


def _line(record: bytes) -> bytes:
    return record + b"\n"


def _sync(folder: Path) -> None:
    """Bring the names in a folder to the disk, where its file system knows how."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
