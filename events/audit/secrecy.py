"""Whether a record told something too early: the seed, or the cause of a move."""

from __future__ import annotations

from collections.abc import Iterator

from mensch.core.said import said
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Standing, Step, Verdict
from mensch.events.bodies import (
    DeckRevealed,
    DisputeOpened,
    GameAborted,
    GameCreated,
    GameFinished,
    ReasonOpened,
    ReasonsPublished,
    RulingGiven,
    StartLapsed,
)


def check_secrecy(draft: Draft) -> None:
    """Check that seed and causes came after the end and the reveal."""
    early = [(entry, told) for entry, told in zip(draft.log, _told_early(draft), strict=True) if told]
    for entry, told in early:
        says = said(
            "record {record} tells {told} while the game still hides that", record=entry.seq, told=told
        )
        draft.breaks(Verdict.VIOLATION, Code.EARLY, says, at=entry.seq, raw=entry.raw)
    if not early:
        says = said("no record tells a hidden die or the cause of a move before the reveal")
        draft.holds(Code.SECRECY_OK, Standing.PROVEN, says)
    says = said(
        "whether somebody who can open the operator's server looked at hands or at the pile leaves no trace"
    )
    draft.holds(Code.EYES, Standing.UNPROVEN, says)
    draft.done(Step.SECRECY)


def _told_early(draft: Draft) -> Iterator[str | None]:
    """What each record tells too early; None for most."""
    window = ended = 0
    over = revealed = False
    disputes: set[int] = set()
    for entry in draft.log:
        told = None
        match entry.record.body:
            case GameCreated(dispute_window=stated):
                window = stated or 0
            case GameFinished() | GameAborted() | StartLapsed() | RulingGiven(ruling="annulled" | "replayed"):
                over, ended = True, ended or entry.record.at
            case DeckRevealed():
                if not over or disputes or entry.record.at < ended + window:
                    told = said("the seed, and so every die,")
                revealed = True
            case ReasonsPublished():
                told = None if over and revealed else said("causes of moves")
            case ReasonOpened():
                told = None if disputes else said("the cause of a move")
            case DisputeOpened():
                disputes.add(entry.seq)
        if isinstance(entry.record.body, RulingGiven):
            disputes.discard(entry.record.body.dispute)
        yield told
