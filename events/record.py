"""Records: events in their place in a log, as canonical bytes bound to all records before them.

`encode(decode(b)) == b` or the record is malformed. What another version may have written is told apart
from what nobody may have written: the first stops with "newer", the second with "corrupt".
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

import msgspec
from msgspec import inspect

from mensch.core.errors import CorruptLogError, LogError, NewerLogError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.bodies import OPERATOR, TYPES, Body, Event
from mensch.events.ids import PATTERN, is_id

LARGEST = 64 * 1024
"""Bytes of the longest record."""

DEEPEST = 16
"""Levels of nesting that are looked at; version 1 needs five."""

INTEGERS = 2**53
"""Integers are smaller than this, so that every JSON reader has them exactly."""

_CANONICAL = msgspec.json.Encoder(order="sorted")
_ACTORS = frozenset({"clock", OPERATOR, *(f"{who}:{seat}" for who in ("seat", "bot") for seat in range(4))})
_ARBITER = re.compile(f"arbiter:{PATTERN}")
_ANYBODY = re.compile(r"[a-z]+(:[0-9a-z]+)?")  # whom a newer version may name beside its new types
_COMMAND_DIGITS = 32
_HEX_DIGITS = "0123456789abcdef"
_HASH_DIGITS = 64
_TYPE = re.compile(r"[a-z][a-z0-9_]{0,63}")
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


class _Anything(msgspec.Struct, frozen=True):
    """The body of a type that is not known: an object."""


_IMPOSSIBLE = said("impossible time, author, command, game, hash or number")
_UNKNOWN_FIELD = "contains unknown field"  # as msgspec says it; a test holds this


BodyT = TypeVar("BodyT", covariant=True)
EntryT = TypeVar("EntryT")


class Record(msgspec.Struct, Generic[BodyT], frozen=True, forbid_unknown_fields=True, gc=False):
    """One record of a log; fields in the order of canonical JSON.

    Attributes:
        at: milliseconds since 1970 UTC, never before the record before it.
        body: one of `mensch.events.bodies`.
        by: who did it.
        cmd: the command that caused it, 32 hex digits; one command may cause several records.
        game: the id of the log.
        prev: the hash of the record before, or `genesis` of the id.
        seq: its number in the log, from 1.
        type: the type of its event.
        v: the version of that type.
    """

    at: int
    body: BodyT
    by: str
    cmd: str
    game: str
    prev: str
    seq: int
    type: str
    v: int


def _record_of(body: type[BodyT]) -> type[Record[BodyT]]:
    return Record[body]  # type: ignore[valid-type]  # a type that is made at run time


class Schema(Generic[BodyT]):
    """The event types of one kind of log, and how its records are read.

    Args:
        types: body types by the `type` and `v` of their record.

    Attributes:
        types: the same.
        tags: the `type` and `v` that a body is written with.
        ends: how to read a record, by its end: there canonical JSON has type and version, so that one pass
            is enough.
        bodies: how to read a body alone.
    """

    def __init__(self, types: Mapping[tuple[str, int], type[BodyT]]) -> None:
        self.types = types
        self.tags = {body: tag for tag, body in types.items()}
        self.ends: dict[bytes, msgspec.json.Decoder[Record[BodyT]]] = {
            b'"type":"%s","v":%d}' % (kind.encode(), version): msgspec.json.Decoder(_record_of(body))
            for (kind, version), body in types.items()
        }
        self.bodies = {tag: msgspec.json.Decoder(body) for tag, body in types.items()}


GAMES: Schema[Body] = Schema(TYPES)
"""The types of a game's log. A tournament's has others (`mensch.events.tournament.records`)."""

_Shell = Record[msgspec.Raw]
"""A record whose body is not read yet."""

_SHELLS = msgspec.json.Decoder(_Shell)


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A record together with its exact bytes and their hash."""

    record: Record[Body]
    raw: bytes
    hash: str

    @property
    def seq(self) -> int:
        """The number of the record in its log."""
        return self.record.seq


def canonical(value: object) -> bytes:
    """Canonical JSON (RFC 8785 restricted): keys sorted, no white space, absent rather than null."""
    return _CANONICAL.encode(value)


def genesis(game: str) -> str:
    """What the first record of a log has for `prev`."""
    return hashlib.sha256(b"mensch/genesis/v1\n" + game.encode()).hexdigest()


def digest(raw: bytes) -> str:
    """The hash of a record's exact bytes."""
    return hashlib.sha256(b"mensch/event/v1\n" + raw).hexdigest()


def seal(events: Iterable[Event], *, game: str, after: int, head: str, cmd: str, at: int) -> list[Entry]:
    """Give events their place in the log of a game.

    Args:
        after: the seq of the last record there.
        head: its hash.
        at: the time, not before that record's.

    Raises:
        ValueError: when a record would be larger than the largest, which is a fault of this program.
    """
    said_by = ((event.by, event.body) for event in events)
    return seal_with(GAMES, Entry, said_by, log=game, after=after, head=head, cmd=cmd, at=at)


def seal_with(
    schema: Schema[BodyT],
    entry: Callable[[Record[BodyT], bytes, str], EntryT],
    events: Iterable[tuple[str, BodyT]],
    *,
    log: str,
    after: int,
    head: str,
    cmd: str,
    at: int,
) -> list[EntryT]:
    """Give events their place in a log of any kind; the rest as in `seal`.

    Args:
        entry: makes what is returned of a record, its exact bytes and their hash.
        events: who did it, and the body.
        log: the id.
    """
    entries = []
    for by, body in events:
        after += 1
        kind, version = schema.tags[type(body)]
        record = Record(at, body, by, cmd, log, head, after, kind, version)
        raw = _written(record)
        head = digest(raw)
        entries.append(entry(record, raw, head))
    return entries


def _written(record: Record[BodyT]) -> bytes:
    """The exact bytes of a record.

    Raises:
        ValueError: it would be larger than the largest, which is a fault of this program.
    """
    raw = canonical(record)
    if len(raw) > LARGEST:
        raise ValueError(f"a {record.type} record of {len(raw)} bytes")
    return raw


def decode(raw: bytes) -> Record[Body]:
    """Read a record from its exact bytes.

    Raises:
        CorruptLogError: it is malformed: not canonical, or with values that no version can write.
        NewerLogError: it has a type, version or field that this program does not know.
    """
    record = read_record(raw, GAMES)
    if not _possible(record):
        raise CorruptLogError(_IMPOSSIBLE)
    return record


def read_record(raw: bytes, schema: Schema[BodyT]) -> Record[BodyT]:
    """Read a record, and look at all of it but game, seq and prev, which its place in a log decides.

    Raises:
        CorruptLogError: it is malformed.
        NewerLogError: it has a type, version or field that this program does not know.
    """
    decoder = schema.ends.get(raw[raw.rfind(b'"type":') :])
    if decoder is None or len(raw) > LARGEST:
        raise _fault(raw, schema)
    try:
        record = decoder.decode(raw)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise _fault(raw, schema) from None
    if _CANONICAL.encode(record) != raw:
        raise CorruptLogError(said("it is not in canonical form"))
    if not (0 <= record.at < INTEGERS and _hexadecimal(record.cmd, _COMMAND_DIGITS) and _actor(record.by)):
        raise CorruptLogError(_IMPOSSIBLE)
    return record


def verify(
    raws: Iterable[bytes], *, game: str, after: int = 0, head: str | None = None, at: int = 0
) -> Iterator[Entry]:
    """Read records of a game and check that each one stands in its place: game, seq, hash chain and time.

    Args:
        after: the seq of the record before the first of them.
        head: that record's hash; None for the beginning of the log.
        at: that record's time.

    Raises:
        CorruptLogError: at the first record that does not fit; it says which.
        NewerLogError: at the first record that this program does not know.
    """
    return verify_with(GAMES, Entry, raws, log=game, after=after, head=head, at=at)


def verify_with(
    schema: Schema[BodyT],
    entry: Callable[[Record[BodyT], bytes, str], EntryT],
    raws: Iterable[bytes],
    *,
    log: str,
    after: int,
    head: str | None,
    at: int,
) -> Iterator[EntryT]:
    """Read and check records of a log of any kind; the rest as in `verify`.

    Args:
        entry: makes what is yielded of a record, its exact bytes and their hash.
        log: the id.
    """
    prev = genesis(log) if head is None else head
    for raw in raws:
        after += 1
        try:
            record = read_record(raw, schema)
        except LogError as error:
            raise type(error)(
                said("record {seq} of {game}: {error}", seq=after, game=log, error=error)
            ) from None
        if record.prev != prev or record.seq != after or record.game != log or record.at < at:
            problem = misplaced(record, log, after, prev)
            raise CorruptLogError(
                said("record {seq} of {game}{problem}", seq=after, game=log, problem=problem)
            )
        at = record.at
        prev = digest(raw)
        yield entry(record, raw, prev)


def misplaced(record: Record[BodyT], game: str, seq: int, prev: str) -> str:
    """What keeps a record from standing in its place."""
    if not _possible(record):
        return said(": {problem}", problem=_IMPOSSIBLE)
    if record.game != game:
        return said(" belongs to another log")
    if record.seq != seq:
        return said(" says that it is number {seq}", seq=record.seq)
    if record.prev != prev:
        return said(" does not follow the one before it: its hash differs")
    return said(" was written before the one before it")


def _actor(by: str) -> bool:
    """Whether somebody can be the author of a record of a known type."""
    return by in _ACTORS or _ARBITER.fullmatch(by) is not None


def _hexadecimal(text: str, digits: int) -> bool:
    """Whether a text is so many lower-case hexadecimal digits; `strip` is far quicker than a pattern."""
    return len(text) == digits and not text.strip(_HEX_DIGITS)


def _possible(record: Record[BodyT]) -> bool:
    """Whether what all records have in common has values that a version can write; authors apart."""
    return (
        0 <= record.at < INTEGERS
        and 0 < record.seq < INTEGERS
        and _hexadecimal(record.cmd, _COMMAND_DIGITS)
        and _hexadecimal(record.prev, _HASH_DIGITS)
        and is_id(record.game)
    )


def _fault(raw: bytes, schema: Schema[BodyT]) -> CorruptLogError | NewerLogError:
    """Why bytes are no record, looked for layer by layer."""
    if len(raw) > LARGEST or _too_deep(raw):
        return CorruptLogError(
            said(
                "{size} bytes, or nesting, past the limits of {most} and {deepest}",
                size=len(raw),
                most=LARGEST,
                deepest=DEEPEST,
            )
        )
    try:
        shell = _SHELLS.decode(raw)
        decoder = schema.bodies.get((shell.type, shell.v))
        if decoder is None:
            problem = said("type {type!a} version {version}", type=shell.type[:40], version=shell.v)
            return _diagnosis(raw, schema, problem, unknown=True)
        decoder.decode(shell.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return _diagnosis(raw, schema, _said(error), unknown=_UNKNOWN_FIELD in str(error))
    # Else type and version would be found at its end.
    return CorruptLogError(said("it is not in canonical form"))


def _diagnosis(
    raw: bytes, schema: Schema[BodyT], problem: str, *, unknown: bool
) -> CorruptLogError | NewerLogError:
    """Whether nobody may write bytes so, or only this program does not know them."""
    try:
        value = msgspec.json.decode(raw)
        again = _CANONICAL.encode(value)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return CorruptLogError(said("it is not JSON"))
    if again != raw or not _restricted(value):
        return CorruptLogError(said("it is not in canonical form"))
    if unknown and isinstance(value, dict):
        return _fault_of_known(value, schema) or NewerLogError(
            said("written by a newer version of this program: {problem}", problem=problem)
        )
    return CorruptLogError(said("malformed: {problem}", problem=problem))


def _said(error: Exception) -> str:
    """What an error says; it may quote the bytes."""
    return printable(str(error), 200)


def _fault_of_known(value: dict[str, object], schema: Schema[BodyT]) -> CorruptLogError | None:
    """What is wrong with a record besides what is not known of it."""
    try:
        shell = _SHELLS.decode(canonical(_known_part(value, inspect.type_info(_Shell))))
        body: type = schema.types.get((shell.type, shell.v), _Anything)
        possible = _possible(shell) and _TYPE.fullmatch(shell.type) and 0 < shell.v < INTEGERS
        if not possible or not (_ANYBODY.fullmatch(shell.by) if body is _Anything else _actor(shell.by)):
            return CorruptLogError(_IMPOSSIBLE)
        msgspec.json.decode(canonical(_known_part(value["body"], inspect.type_info(body))), type=body)
    except msgspec.MsgspecError as error:
        return CorruptLogError(said("malformed: {problem}", problem=_said(error)))
    return None


def _known_part(value: object, kind: inspect.Type) -> object:
    """A value without the fields that its type does not have, also deeper inside."""
    match kind, value:
        case inspect.StructType(fields=fields), dict():
            return {
                field.name: _known_part(value[field.name], field.type)
                for field in fields
                if field.name in value
            }
        case inspect.ListType(item_type=inner), list():
            return [_known_part(element, inner) for element in value]
        case inspect.UnionType(types=kinds), dict():
            for one in kinds:  # of which one at most is a struct
                if isinstance(one, inspect.StructType):
                    return _known_part(value, one)
    return value


def _restricted(value: object) -> bool:
    """Whether only what canonical JSON allows is in a value: no float, no null, small integers, NFC."""
    if isinstance(value, dict):
        return all(_restricted(key) and _restricted(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(map(_restricted, value))
    if isinstance(value, str):
        return unicodedata.is_normalized("NFC", value)
    return isinstance(value, bool) or (isinstance(value, int) and abs(value) < INTEGERS)


def _too_deep(raw: bytes) -> bool:
    """Whether brackets nest too deeply, counted without parsing; those in strings don't count."""
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST:
        return False
    depth = 0
    for byte in _STRING.sub(b"", raw):
        if byte in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif byte in b"]}":
            depth -= 1
    return False
