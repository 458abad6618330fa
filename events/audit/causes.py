"""The opened causes of moves: whether each opens its seal, and on whose word a move stands."""

from __future__ import annotations

import msgspec

from mensch.core.quoting import printable
from mensch.core.said import counted, said
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Evidence, Standing, Step, Verdict
from mensch.events.bodies import Body, MovePlayed, Reason, ReasonOpened, ReasonsPublished
from mensch.events.cause import FORCED, TABLE, Cause, seal_cause
from mensch.events.record import canonical

BOT_KIND = "bot"
"""The kind of cause of a bot's move."""

AUTOPILOT_KIND = "autopilot"
"""The kind of cause of a bot's move in place of somebody who was late."""

ORDER_KIND = "order"
"""The kind of cause of a move by standing orders; it names a bot where they left the move to one."""

SIGNED_KIND = "signed"
"""The kind of cause of a move that came as a signed line."""

_WORD = {
    "table": said("is the word of the operator, who typed them"),
    "mail": said(
        "is the word of the operator, whose server took the mails: what was sealed has their SHA-256"
    ),
    "order": said("by standing orders is the word of the operator, whose server kept the orders"),
    "forced": said("because nothing else was legal, as they wanted it, is the word of the operator"),
}
"""On whose word it stands who played, by the kind of the cause."""

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
        return said("a cause of record {record} is published, which is no move before it", record=reason.seq)
    if auth is None:
        return said("the cause of record {record} is published twice", record=reason.seq)
    if seal_cause(reason.envelope, bytes.fromhex(reason.salt)) != auth:
        return said(
            "the cause that is published for record {record} is not the one that was sealed there",
            record=reason.seq,
        )
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
        Cause(AUTOPILOT_KIND, cause.level, cause.version),
        Cause(SIGNED_KIND, line=cause.line or ""),
        Cause("mail", digest=cause.digest or ""),
        Cause(ORDER_KIND, cause.level, cause.version, index=cause.index or 0),
        FORCED,
    )
    return cause if cause in described and canonical(cause) == envelope.encode() else None


def _tell(draft: Draft, moves: dict[int, str], opened: dict[int, Opened], sealed: dict[int, str]) -> None:
    if opened:
        says = said(
            "the published causes of {moves} are those that were sealed with them",
            moves=counted("{n} move", "{n} moves", len(opened)),
        )
        draft.holds(Code.CAUSES_OK, Standing.PROVEN, says, seqs=(min(opened), max(opened)))
    by_word: dict[tuple[str, str], list[int]] = {}
    for seq, cause in opened.items():
        if cause.cause is not None and cause.cause.kind in _WORD:
            by_word.setdefault((moves[seq], cause.cause.kind), []).append(seq)
    for (by, kind), seqs in sorted(by_word.items()):
        says = said(
            "that {by} played {moves} {how}",
            by=by,
            moves=counted("{n} move", "{n} moves", len(seqs)),
            how=_WORD[kind],
        )
        draft.holds(Code.WHO_PLAYED, Standing.ATTESTED, says, seqs=(min(seqs), max(seqs)), party=by)
    foreign = [cause for cause in opened.values() if cause.cause is None]
    for first in foreign[:1]:
        why = said(
            "{count} causes are of a kind that this program does not know, so nothing in them, no "
            "signature either, was checked; the first is {envelope}",
            count=len(foreign),
            envelope=printable(first.reason.envelope, 200),
        )
        draft.leaves(Step.CAUSES, why)
    if sealed:
        why = said(
            "the causes of {moves} are sealed, records {first} to {last}",
            moves=counted("{n} move", "{n} moves", len(sealed)),
            first=min(sealed),
            last=max(sealed),
        )
        draft.leaves(Step.CAUSES, why)
