"""Whether the records stand in one chain, and whether that is the history that others have seen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.core.errors import LogError
from mensch.core.said import said
from mensch.events.archive import sort_lines
from mensch.events.audit.draft import Draft
from mensch.events.audit.reading import Read
from mensch.events.audit.report import COPY, Code, Standing, Step, Verdict
from mensch.events.bodies import Body
from mensch.events.difference import bisect
from mensch.events.record import Entry, Record, digest, genesis, verify


class Noted(msgspec.Struct, frozen=True):
    """A head that somebody noted: what the hash of a record was when they saw it.

    Attributes:
        seq: the number of the record.
        hash: its hash.
        source: who says so, in words.
        signed: whether a signature that was checked before says it.
    """

    seq: int
    hash: str
    source: str
    signed: bool = False

    @property
    def standing(self) -> Standing:
        """How far it can be relied on."""
        return Standing.PROVEN if self.signed else Standing.ATTESTED


def chain(read: Read, draft: Draft) -> bool:
    """Check that every record stands in its place; whether all do. The draft gets the log."""
    game = draft.game = read.records[0].game
    log: list[Entry] = []
    prev = genesis(game)
    commands: set[str] = set()
    cmd = ""
    for number, (record, raw) in enumerate(zip(read.records, read.raws, strict=True), 1):
        code = _misplaced(record, game, number, prev)
        if code is not None:
            draft.log = log
            _break(draft, code, record, raw, number, prev)
            return False
        prev = digest(raw)
        log.append(Entry(record, raw, prev))
        if record.cmd != cmd and record.cmd in commands:
            says = said(
                "the command of record {number} has happened before, and a command happens once",
                number=number,
            )
            draft.breaks(Verdict.VIOLATION, Code.COMMAND_AGAIN, says, at=number, raw=raw)
        cmd = record.cmd
        commands.add(cmd)
    draft.log = log
    says = said("the records 1 to {count} are one chain: each is bound to all before it", count=len(log))
    draft.holds(Code.CHAIN_OK, Standing.PROVEN, says, evidence={"head": prev})
    fits = _fits_header(read, log, draft)
    draft.done(Step.CHAIN)
    return fits


def _misplaced(record: Record[Body], game: str, number: int, prev: str) -> Code | None:
    if record.game != game:
        return Code.OTHER_GAME
    if record.seq != number:
        return Code.WRONG_NUMBER
    return None if record.prev == prev else Code.CHAIN_BROKEN


def _break(draft: Draft, code: Code, record: Record[Body], raw: bytes, number: int, prev: str) -> None:
    says = {
        Code.OTHER_GAME: said("record {number} belongs to game {game}", number=number, game=record.game),
        Code.WRONG_NUMBER: said(
            "where record {number} should stand there is number {seq}", number=number, seq=record.seq
        ),
        Code.CHAIN_BROKEN: said(
            "record {number} does not follow the one before it, which has another hash: "
            "one of them is not the record that was written",
            number=number,
        ),
    }[code]
    evidence = {"hash of the record before": prev, "prev of this record": record.prev}
    since = max(number - 1, 1) if code is Code.CHAIN_BROKEN else number
    draft.breaks(
        Verdict.VIOLATION, code, says, at=number, since=since, party=COPY, raw=raw, evidence=evidence
    )


def _fits_header(read: Read, log: Sequence[Entry], draft: Draft) -> bool:
    """Check what a header says of the records; False where they are another log than it says."""
    header = read.header
    if header is None:
        return True
    last = log[-1]
    if header.game != last.record.game:
        says = said("the header is that of game {game}", game=header.game)
        draft.breaks(Verdict.VIOLATION, Code.OTHER_GAME, says, party=COPY)
        return False
    if len(log) > header.records:
        says = said(
            "the header counts {counted} records, and there are {count}",
            counted=header.records,
            count=len(log),
        )
        draft.breaks(Verdict.VIOLATION, Code.COUNT_DIFFERS, says, party=COPY)
    elif len(log) < header.records:
        says = said(
            "the header counts {counted} records, and the file ends behind record {count}",
            counted=header.records,
            count=len(log),
        )
        draft.breaks(Verdict.CUT, Code.CUT, says, party=COPY)
    elif header.head != last.hash:
        says = said(
            "the header names another hash for record {record}: one of them was changed", record=last.seq
        )
        evidence = {"head in the header": header.head, "hash of the last record": last.hash}
        draft.breaks(Verdict.VIOLATION, Code.HEAD_DIFFERS, says, at=last.seq, party=COPY, evidence=evidence)
    return True


def compare_heads(heads: Sequence[Noted], draft: Draft) -> None:
    """Compare the log with heads that were noted elsewhere."""
    log = draft.log
    for noted in heads:
        if noted.seq > len(log):
            says = said(
                "{source} has seen record {record}, and this log ends at {count}",
                source=noted.source,
                record=noted.seq,
                count=len(log),
            )
            draft.breaks(
                Verdict.CUT,
                Code.CUT,
                says,
                at=noted.seq,
                standing=noted.standing,
                evidence={"hash noted": noted.hash},
            )
            continue
        here = log[noted.seq - 1].hash
        if here != noted.hash:
            says = said(
                "{source} has seen another record {record}: the game has two histories",
                source=noted.source,
                record=noted.seq,
            )
            draft.breaks(
                Verdict.TWO_HISTORIES,
                Code.TWO_HISTORIES,
                says,
                at=noted.seq,
                standing=noted.standing,
                evidence={"hash here": here, "hash noted": noted.hash},
            )
        else:
            says = said(
                "{source} has seen the same records up to {record}", source=noted.source, record=noted.seq
            )
            draft.holds(Code.HEAD_OK, noted.standing, says, seqs=(1, noted.seq), evidence={"hash": here})


def compare_copies(copies: Sequence[Sequence[bytes]], draft: Draft) -> None:
    """Compare the log with other copies of it."""
    log = draft.log
    for number, lines in enumerate(copies, 1):
        try:
            other = list(verify(sort_lines(lines).records, game=log[0].record.game))
        except LogError as error:
            draft.leaves(
                Step.HEADS, said("copy {number} cannot be compared: {error}", number=number, error=error)
            )
            continue
        hashes = [entry.hash for entry in log], [entry.hash for entry in other]
        parting = bisect(*hashes).seq
        if parting is None:
            says = said(
                "copy {number} is the same up to record {last}", number=number, last=min(len(log), len(other))
            )
            draft.holds(Code.HEAD_OK, Standing.PROVEN, says, seqs=(1, min(len(log), len(other))))
            if len(other) > len(log):
                says = said(
                    "copy {number} goes on to record {last}, and this log ends at {count}",
                    number=number,
                    last=len(other),
                    count=len(log),
                )
                draft.breaks(Verdict.CUT, Code.CUT, says, at=len(log) + 1, party=COPY)
            continue
        says = said(
            "copy {number} has another record {parting}: the game has two histories. Which of them the "
            "operator wrote first is told by a receipt alone",
            number=number,
            parting=parting,
        )
        draft.breaks(
            Verdict.TWO_HISTORIES,
            Code.TWO_HISTORIES,
            says,
            at=parting,
            raw=log[parting - 1].raw,
            evidence={"record in the copy": other[parting - 1].raw.decode(errors="replace")},
        )
