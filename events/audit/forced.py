"""Moves that are said to have been the only legal ones: with the dice known, that can be counted."""

from __future__ import annotations

from collections.abc import Mapping

from mensch.core.said import said
from mensch.events.audit.causes import Opened
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Verdict
from mensch.events.bodies import MovePlayed
from mensch.events.cause import FORCED
from mensch.events.game import initial


def check_forced(draft: Draft, seed: bytes | None, opened: Mapping[int, Opened], upto: int) -> None:
    """Check that nothing else was legal where a move is said to have been forced.

    Args:
        seed: None where it is not known, and then nothing can be counted.
        upto: the last record that the replay found right.
    """
    forced = {seq for seq, found in opened.items() if found.cause == FORCED and seq <= upto}
    if seed is None or not forced:
        return
    assert draft.game is not None
    game = initial(draft.game, seed)
    for entry in draft.log[: max(forced)]:
        if entry.seq in forced and isinstance(entry.record.body, MovePlayed):
            legal = [move.text for move in game.table.legal_moves()]
            if len(legal) > 1:
                says = said(
                    "record {seq}: the move is said to have been the only legal one, and there were {count}",
                    seq=entry.seq,
                    count=len(legal),
                )
                evidence = {"legal": " ".join(legal)}
                draft.breaks(
                    Verdict.VIOLATION, Code.FALSE_CAUSE, says, at=entry.seq, raw=entry.raw, evidence=evidence
                )
        game.advance(entry)
