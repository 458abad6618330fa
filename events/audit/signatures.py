"""Signed lines: whether each was signed with the key of its seat, over this history, and only once.

With a key that the auditor has pinned a signature proves who played. With one that only the log names it
proves that the holder of that key did; who that is, is the operator's word.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from mensch.core.errors import UsageError
from mensch.core.said import counted, said
from mensch.events.audit.causes import AUTOPILOT_KIND, SIGNED_KIND, Opened
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Standing, Step, Verdict
from mensch.events.bodies import KeyChanged, MovePlayed, PlayerJoined, PlayerResigned, SeatTakenOver
from mensch.events.record import Entry
from mensch.events.signing import SignedLine, read_line, verifies


class Trust(enum.Enum):
    """Where it is known from whose key a seat has."""

    PINNED = said("with the pinned key")
    """The auditor's own knowledge, and lines that lead from it to later keys."""

    LOGGED = said("with the key that the log has; whose key that is, is the operator's word")
    """The log alone."""

    OPERATOR = said("with a key that the operator alone has changed, who could have made it")
    """The log, and there the operator gave the seat another key without a line of the old one."""


class _Key(msgspec.Struct, frozen=True):
    key: str
    trust: Trust


def check_signatures(draft: Draft, opened: Mapping[int, Opened], keys: Mapping[str, str]) -> None:
    """Check every signed line that is open.

    Args:
        opened: the causes that open the seal of their move.
        keys: pinned public keys by party.
    """
    seats: dict[int, _Key] = {}
    nonces: dict[str, int] = {}
    signed: dict[tuple[int, Trust], list[int]] = {}
    for entry in draft.log:
        for seat, text in _lines(entry, opened):
            key = seats.get(seat)
            line = _checked(draft, entry, seat, text, key)
            if line is None or key is None:
                continue
            if line.nonce in nonces:
                says = said(
                    "the line of record {record} was used before, in record {before}",
                    record=entry.seq,
                    before=nonces[line.nonce],
                )
                _break(draft, Code.LINE_AGAIN, says, entry, text)
            nonces[line.nonce] = entry.seq
            signed.setdefault((seat, key.trust), []).append(entry.seq)
        _change_keys(draft, entry, seats, keys)
    for (seat, trust), seqs in signed.items():
        standing = Standing.PROVEN if trust is Trust.PINNED else Standing.ATTESTED
        says = said(
            "seat {seat} has signed {records} {how}, each over all before it",
            seat=seat,
            records=counted("{n} record", "{n} records", len(seqs)),
            how=trust.value,
        )
        draft.holds(Code.SIGNED, standing, says, seqs=(seqs[0], seqs[-1]), party=f"seat:{seat}")
    _tell_unsigned(draft, opened, seats)
    draft.done(Step.CAUSES)


def line_of(entry: Entry, opened: Mapping[int, Opened]) -> str | None:
    """The signed line that a record came with; None where there is none, or it is sealed still."""
    match entry.record.body:
        case MovePlayed() if entry.seq in opened:
            cause = opened[entry.seq].cause
            return cause.line if cause else None
        case PlayerResigned(line=line) | KeyChanged(line=line):
            return line
    return None


def seen_by(text: str | None, log: Sequence[Entry], upto: int) -> str:
    """The hash of the record that a line names, from the log; empty where there is no such record.

    Args:
        upto: the last record that there was when the line came.
    """
    if text is None:
        return ""
    try:
        seq = read_line(text).seq
    except UsageError:
        return ""
    return log[seq - 1].hash if seq <= upto else ""


def _lines(entry: Entry, opened: Mapping[int, Opened]) -> Iterator[tuple[int, str]]:
    text = line_of(entry, opened)
    who, _, seat = entry.record.by.partition(":")
    if text is not None and who in ("seat", "bot"):
        yield int(seat), text


def _checked(draft: Draft, entry: Entry, seat: int, text: str, key: _Key | None) -> SignedLine | None:
    """The line, if it was signed by this seat and over this history; else the draft says what is wrong."""
    try:
        line = read_line(text)
    except UsageError as error:
        _break(
            draft,
            Code.SIGNATURE_DIFFERS,
            said("record {record}: {error}", record=entry.seq, error=error),
            entry,
            text,
        )
        return None
    problem = None
    if key is None:
        problem = said("seat {seat} has no key", seat=seat)
    elif (line.game, line.seat) != (draft.game, seat):
        problem = said("the line is one of seat {seat} in game {signed}", seat=line.seat, signed=line.game)
    elif not verifies(line, key.key):
        problem = said("the line was not signed with the key of seat {seat}", seat=seat)
    elif line.seq >= entry.seq or line.hash != draft.log[line.seq - 1].hash:
        problem = said(
            "the line was signed over another history: it names another record {seq}", seq=line.seq
        )
    if problem is not None:
        _break(
            draft,
            Code.SIGNATURE_DIFFERS,
            said("record {record}: {problem}", record=entry.seq, problem=problem),
            entry,
            text,
        )
        return None
    return line


def _break(draft: Draft, code: Code, says: str, entry: Entry, text: str) -> None:
    evidence: Evidence = {"signed line": text}
    draft.breaks(Verdict.VIOLATION, code, says, at=entry.seq, raw=entry.raw, evidence=evidence)


def _change_keys(draft: Draft, entry: Entry, seats: dict[int, _Key], keys: Mapping[str, str]) -> None:
    """Take over what a record says about keys."""
    match entry.record.body:
        case PlayerJoined(seat=seat, key=key):
            pinned = keys.get(f"seat:{seat}")
            if pinned is not None and key != pinned:
                says = said(
                    "seat {seat} joined with another key than the one that was pinned, or without one",
                    seat=seat,
                )
                evidence: Evidence = {"pinned": pinned, "in the log": key or "none"}
                draft.breaks(
                    Verdict.VIOLATION, Code.KEY_DIFFERS, says, at=entry.seq, raw=entry.raw, evidence=evidence
                )
            if key is not None:
                seats[seat] = _Key(key, Trust.PINNED if key == pinned else Trust.LOGGED)
        case SeatTakenOver(seat=seat, key=key):  # by somebody else, whom no pin is about
            seats.pop(seat, None)
            if key is not None:
                seats[seat] = _Key(key, Trust.LOGGED)
        case KeyChanged(seat=seat, key=key, line=line):
            before = seats.get(seat)
            by_itself = line is not None and before is not None
            seats[seat] = _Key(key, before.trust if by_itself and before else Trust.OPERATOR)
            if not by_itself:
                says = said(
                    "the operator gave seat {seat} another key: what is signed with it proves less", seat=seat
                )
                draft.holds(Code.KEY_BY_OPERATOR, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq))


def _could_be_signed(opened: Opened) -> bool:
    """Whether a player is said to have made this move without signing it; a bot's in their place is none."""
    return opened.cause is not None and opened.cause.kind not in (SIGNED_KIND, AUTOPILOT_KIND)


def _tell_unsigned(draft: Draft, opened: Mapping[int, Opened], seats: Mapping[int, _Key]) -> None:
    """Say which moves and resignations of who could have signed stand on the operator's word."""
    for seat in sorted(seats):
        by = f"seat:{seat}"
        for entry in draft.log:
            if entry.record.body == PlayerResigned(seat):  # without a line
                says = said("the resignation of seat {seat}, which has a key, without a signature", seat=seat)
                draft.holds(Code.UNSIGNED, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq), party=by)
        unsigned = [
            entry.seq
            for entry in draft.log
            if entry.record.by == by and entry.seq in opened and _could_be_signed(opened[entry.seq])
        ]
        if unsigned:
            says = said(
                "{moves} of seat {seat}, which has a key, without a signature",
                moves=counted("{n} move", "{n} moves", len(unsigned)),
                seat=seat,
            )
            draft.holds(Code.UNSIGNED, Standing.ATTESTED, says, seqs=(unsigned[0], unsigned[-1]), party=by)
