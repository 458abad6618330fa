"""Exports: a whole log as lines of JSON, to keep, to send and to audit. docs/audit.md has the format.

A header, then the exact records, then what lies beside the chain: names, and texts with the salts that tie
them to the log. The same game gives the same bytes, and nothing that is still secret is in them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, BinaryIO

import msgspec

from mensch.core.errors import CorruptLogError, NewerLogError
from mensch.core.said import said
from mensch.events.bodies import Hex32, Id, PlayerJoined, SeatTakenOver
from mensch.events.loading import digest_of, entries
from mensch.events.people import people
from mensch.events.record import INTEGERS, LARGEST, Entry, canonical
from mensch.events.salt import SALT_SIZE, text_digest
from mensch.events.store import Store

VERSION = 1
"""The version of the format, in a header's `export`."""

MOST_LINES = 50_000
"""Lines that are read of a file; the longest games have some thousand records."""

MOST_BYTES = 32 * 1024 * 1024
"""Bytes that are read of a file."""

_APART = b'{"annex":'
"""How a line begins that is no record: the header in the first line, the annex behind the records."""

_Count = Annotated[int, msgspec.Meta(ge=0, lt=INTEGERS)]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an export; fields in the order of canonical JSON.

    Attributes:
        annex: how many lines the annex has.
        annex_digest: the digest of those lines.
        digest: the digest of this header, as if it had none.
        export: the version of the format.
        game: the id of the log.
        head: the hash of the last record.
        records: how many there are.
    """

    annex: _Count
    annex_digest: Hex32
    digest: Hex32
    export: Annotated[int, msgspec.Meta(ge=1, lt=INTEGERS)]
    game: Id
    head: Hex32
    records: Annotated[int, msgspec.Meta(ge=1, lt=INTEGERS)]


class KnownName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="annex", tag="name"):
    """A line of the annex: how people call a player."""

    name: str
    player: Id


class KeptText(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="annex", tag="text"):
    """A line of the annex: what a message, a claim or the grounds of a ruling said.

    Attributes:
        digest: as the record has it.
        salt: what was hashed before the text.
    """

    digest: Hex32
    salt: Hex32
    text: str


Annexed = KnownName | KeptText

_HEADERS = msgspec.json.Decoder(Header)
_ANNEXED: msgspec.json.Decoder[Annexed] = msgspec.json.Decoder(Annexed)


class Parts(msgspec.Struct, frozen=True):
    """The lines of a file, sorted but not yet read; without line feeds.

    Attributes:
        header: the first line of an export; None where records come alone, as `mensch log` prints them.
        open_end: whether the last line lacks the line feed that those before it have.
    """

    header: bytes | None
    records: list[bytes]
    annex: list[bytes]
    open_end: bool


def export(store: Store, game: str) -> list[bytes]:
    """The lines of a game's export, without line feeds.

    Texts and names that were erased are missing, and so is a text that its record's hash does not fit.

    Raises:
        mensch.core.errors.NotFoundError: there is no such game.
        mensch.core.errors.LogError: the log cannot be used.
    """
    log = entries(store, game)
    lines = (canonical(line) for line in (*_names(store, log), *_texts(store, log)))
    annex = [line for line in lines if len(line) <= LARGEST]
    head = Header(len(annex), annex_digest(annex), "", VERSION, game, log[-1].hash, len(log))
    header = canonical(msgspec.structs.replace(head, digest=header_digest(canonical(head))))
    return [header, *(entry.raw for entry in log), *annex]


def _names(store: Store, log: Sequence[Entry]) -> Iterator[KnownName]:
    for person in people(store, players_of(log)):
        if person.name:
            yield KnownName(person.name, person.id)


def _texts(store: Store, log: Sequence[Entry]) -> Iterator[KeptText]:
    kept = store.texts(log[0].record.game)
    for digest in digests_of(log):
        try:
            salt, text = kept[digest][:SALT_SIZE], kept[digest][SALT_SIZE:].decode()
        except (KeyError, UnicodeDecodeError):
            continue
        if len(salt) == SALT_SIZE and text_digest(salt, text) == digest:
            yield KeptText(digest, salt.hex(), text)


def players_of(log: Iterable[Entry]) -> list[str]:
    """The players that a log names, each once, in its order."""
    bodies = (entry.record.body for entry in log)
    return list(
        dict.fromkeys(body.player for body in bodies if isinstance(body, PlayerJoined | SeatTakenOver))
    )


def digests_of(log: Iterable[Entry]) -> list[str]:
    """The digests of the texts that were left in a game, each once, in the order of the log."""
    found = (digest_of(entry.record.body) for entry in log)
    return list(dict.fromkeys(digest for digest in found if digest is not None))


def annex_digest(lines: Iterable[bytes]) -> str:
    """The digest of the lines of an annex."""
    return hashlib.sha256(b"mensch/annex/v1\n" + b"".join(line + b"\n" for line in lines)).hexdigest()


def header_digest(header: bytes) -> str:
    """The digest of a header, given with an empty one in its place."""
    return hashlib.sha256(b"mensch/export/v1\n" + header).hexdigest()


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file with their line feeds, and of one that breaks a limit no more than `sort_lines`
    needs to see that: the first bytes of an endless line, or a line too many.
    """
    number = size = 0
    while line := stream.readline(LARGEST + 2):
        yield line
        number += 1
        size += len(line)
        if len(line) > LARGEST + 1 or number > MOST_LINES or size > MOST_BYTES:
            return


def sort_lines(lines: Iterable[bytes]) -> Parts:
    """Tell header, records and annex apart, within the limits.

    Args:
        lines: with or without line feeds; not read on behind the first that breaks a limit.

    Raises:
        CorruptLogError: a line is too long, or there are too many.
    """
    found: list[bytes] = []
    size = 0
    closed = line = b""
    for number, line in enumerate(lines, 1):
        bare = line[:-1] if line.endswith(b"\n") else line
        size += len(line)
        if len(bare) > LARGEST:
            raise CorruptLogError(
                said("line {number} has more than {most} bytes", number=number, most=LARGEST)
            )
        if number > MOST_LINES or size > MOST_BYTES:
            raise CorruptLogError(
                said("there are more than {lines} lines or {size} bytes", lines=MOST_LINES, size=MOST_BYTES)
            )
        if bare is not line:
            closed = line
        found.append(bare)
    header = found.pop(0) if found and found[0].startswith(_APART) else None
    end = next((at for at, bare in enumerate(found) if bare.startswith(_APART)), len(found))
    return Parts(header, found[:end], found[end:], bool(closed) and not line.endswith(b"\n"))


def read_header(raw: bytes) -> Header:
    """The header of an export.

    Raises:
        CorruptLogError: it is malformed, or was changed.
        NewerLogError: it is one of a newer format.
    """
    try:
        fields = msgspec.json.decode(raw, type=dict[str, str | int])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise CorruptLogError(said("the header is malformed")) from None
    if canonical(fields) != raw:
        raise CorruptLogError(said("the header is not in canonical form"))
    if fields.get("digest") != header_digest(canonical({**fields, "digest": ""})):
        raise CorruptLogError(said("the header does not fit its own digest: it was changed"))
    version = fields.get("export")
    if isinstance(version, int) and version > VERSION:
        raise NewerLogError(
            said(
                "the export is in version {version} of the format, and this program has {own}",
                version=version,
                own=VERSION,
            )
        )
    try:
        return _HEADERS.decode(raw)
    except msgspec.MsgspecError:
        raise CorruptLogError(said("the header is malformed")) from None


def read_annexed(raw: bytes) -> Annexed:
    """A line of the annex.

    Raises:
        CorruptLogError: it is malformed.
    """
    try:
        line = _ANNEXED.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise CorruptLogError(said("it is no line of an annex")) from None
    if canonical(line) != raw:
        raise CorruptLogError(said("it is not in canonical form"))
    return line
