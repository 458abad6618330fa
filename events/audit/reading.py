"""The first steps of an audit: size and shape, then every line by itself. Nothing is believed yet."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from mensch.core.errors import CorruptLogError, LogError, NewerLogError
from mensch.core.said import message_of, said
from mensch.events.archive import Annexed, Header, Parts, read_annexed, read_header, sort_lines
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import COPY, Code, Step, Verdict
from mensch.events.bodies import Body
from mensch.events.record import Record, decode


class Read(msgspec.Struct, frozen=True):
    """The lines of a log, read.

    Attributes:
        raws: the exact bytes of the records.
        header: None where the records came alone.
    """

    header: Header | None
    records: list[Record[Body]]
    raws: list[bytes]
    annex: list[Annexed]
    annex_raws: list[bytes]


def read(lines: Iterable[bytes], draft: Draft) -> Read | None:
    """Read all lines; None where they are no log, and then the draft says why."""
    try:
        parts = sort_lines(lines)
    except CorruptLogError as error:
        draft.breaks(Verdict.MALFORMED, Code.TOO_LARGE, message_of(error), party=COPY)
        return None
    draft.done(Step.SHAPE)
    found = _parse(_without_rest(parts, draft), draft)
    if found is not None:
        draft.done(Step.PARSE)
    return found


def _without_rest(parts: Parts, draft: Draft) -> Parts:
    """The lines without the last one, if that is only the beginning of a line."""
    last = parts.annex or parts.records
    if not (parts.open_end and last and last[-1].startswith(b"{")):
        return parts
    try:
        if parts.annex:
            read_annexed(last[-1])
        else:
            decode(last[-1])
    except CorruptLogError:
        says = said("the last line is only the beginning of one: the file was cut")
        draft.breaks(Verdict.CUT, Code.CUT, says, party=COPY, raw=last[-1])
        if parts.annex:
            return msgspec.structs.replace(parts, annex=last[:-1])
        return msgspec.structs.replace(parts, records=last[:-1])
    except NewerLogError:
        pass  # which is said where all records are read
    return parts


def _parse(parts: Parts, draft: Draft) -> Read | None:
    header = None
    newer: tuple[int, bytes, str] | None = None
    if parts.header is not None:
        try:
            header = read_header(parts.header)
        except NewerLogError as error:
            newer = (0, parts.header, message_of(error))
        except CorruptLogError as error:
            _malformed(draft, 0, parts.header, error)
            return None
    records: list[Record[Body]] = []
    for number, raw in enumerate(parts.records, 1):
        try:
            records.append(decode(raw))
        except NewerLogError as error:
            newer = newer or (number, raw, said("record {number}: {error}", number=number, error=error))
        except CorruptLogError as error:
            _malformed(draft, number, raw, error)
            return None
    annex: list[Annexed] = []
    for raw in parts.annex if newer is None else ():
        try:
            annex.append(read_annexed(raw))
        except CorruptLogError as error:
            _malformed(draft, 0, raw, error)
            return None
    if newer is not None:  # only now: what is malformed anywhere counts for more
        at, found, says = newer
        draft.breaks(Verdict.NEWER, Code.NEWER, says, at=at, raw=found)
        return None
    if not records:
        draft.breaks(Verdict.CUT, Code.CUT, said("there is no record at all"), party=COPY)
        return None
    return Read(header, records, parts.records, annex, parts.annex)


def _malformed(draft: Draft, number: int, raw: bytes, error: LogError) -> None:
    says = said("record {number}: {error}", number=number, error=error) if number else message_of(error)
    draft.breaks(Verdict.MALFORMED, Code.MALFORMED, says, at=number, party=COPY, raw=raw)
