"""The opened causes of moves: whether each opens its seal, and on whose word a move stands."""

from __future__ import annotations

from collections import Counter

import msgspec

from mensch.core.quoting import printable
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Standing, Step, Verdict, counted
from mensch.events.bodies import Body, MovePlayed, Reason, ReasonOpened, ReasonsPublished
from mensch.events.cause import TABLE, Cause, seal_cause
from mensch.events.record import canonical

BOT_KIND = "bot"
"""The kind of cause of a bot's move."""

SIGNED_KIND = "signed"
"""The kind of cause of a move that came as a signed line."""

_CAUSES = msgspec.json.Decoder(Cause)


class Opened(msgspec.Struct, frozen=True):
    """A cause that was published.

    Attributes:
        reason: envelope and salt, which open the seal.
        cause: what the envelope says; None where this program does not know its kind or fields.
    """

    reason: Reason
    cause: Cause | None


def opened_causes(draft: Draft) -> dict[int, Opened]:
    """The causes that open the seal of their move, by record; the others are told."""
    sealed: dict[int, str] = {}
    moves: dict[int, str] = {}
    opened: dict[int, Opened] = {}
    for entry in draft.log:
        if isinstance(entry.record.body, MovePlayed):
            sealed[entry.seq] = entry.record.body.auth
            moves[entry.seq] = entry.record.by
        for reason in published_in(entry.record.body):
            seal = sealed.pop(reason.seq, None)
            problem = _problem(reason, seal, reason.seq in moves)
            if problem is None:
                opened[reason.seq] = Opened(reason, _read(reason.envelope))
            else:
                evidence: Evidence = {"published in record": entry.seq, "envelope": reason.envelope}
                draft.breaks(Verdict.VIOLATION, Code.FALSE_CAUSE, problem, at=reason.seq, evidence=evidence)
    _tell(draft, moves, opened, sealed)
    return opened


def published_in(body: Body) -> list[Reason]:
    """The causes that a record publishes."""
    match body:
        case ReasonsPublished(reasons=reasons):
            return reasons
        case ReasonOpened(reason=reason):
            return [reason]
    return []


def _problem(reason: Reason, auth: str | None, is_move: bool) -> str | None:
    if not is_move:
        return f"a cause of record {reason.seq} is published, which is no move before it"
    if auth is None:
        return f"the cause of record {reason.seq} is published twice"
    if seal_cause(reason.envelope, bytes.fromhex(reason.salt)) != auth:
        return f"the cause that is published for record {reason.seq} is not the one that was sealed there"
    return None


def _read(envelope: str) -> Cause | None:
    """What an envelope says; None where it holds more than this program knows."""
    try:
        cause = _CAUSES.decode(envelope)
    except (msgspec.MsgspecError, RecursionError):
        return None
    described = (
        TABLE,
        Cause(BOT_KIND, cause.level, cause.version),
        Cause(SIGNED_KIND, line=cause.line or ""),
    )
    return cause if cause in described and canonical(cause) == envelope.encode() else None


def _tell(draft: Draft, moves: dict[int, str], opened: dict[int, Opened], sealed: dict[int, str]) -> None:
    if opened:
        says = f"the published causes of {counted(len(opened), 'move')} are those that were sealed with them"
        draft.holds(Code.CAUSES_OK, Standing.PROVEN, says, seqs=(min(opened), max(opened)))
    by_hand = Counter(moves[seq] for seq, cause in opened.items() if cause.cause == TABLE)
    for by, count in sorted(by_hand.items()):
        seqs = [seq for seq, cause in opened.items() if moves[seq] == by and cause.cause == TABLE]
        says = f"that {by} played {counted(count, 'move')} is the word of the operator, who typed them"
        draft.holds(Code.WHO_PLAYED, Standing.ATTESTED, says, seqs=(min(seqs), max(seqs)), party=by)
    foreign = [cause for cause in opened.values() if cause.cause is None]
    for first in foreign[:1]:
        why = (
            f"{len(foreign)} causes are of a kind that this program does not know, so nothing in them, no "
            f"signature either, was checked; the first is {printable(first.reason.envelope, 200)}"
        )
        draft.leaves(Step.CAUSES, why)
    if sealed:
        why = (
            f"the causes of {counted(len(sealed), 'move')} are sealed, records {min(sealed)} to {max(sealed)}"
        )
        draft.leaves(Step.CAUSES, why)
