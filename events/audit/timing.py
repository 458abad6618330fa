"""The times in a log: they never go back, and are otherwise the operator's word."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise

from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Standing, Step, Verdict


def check_times(draft: Draft) -> None:
    """Check that time goes on from record to record."""
    back = [after for before, after in pairwise(draft.log) if after.record.at < before.record.at]
    for entry in back:
        earlier = draft.log[entry.seq - 2].record.at
        draft.breaks(
            Verdict.VIOLATION,
            Code.TIME_BACK,
            f"record {entry.seq} says that it was written before the one before it",
            at=entry.seq,
            raw=entry.raw,
            evidence={"time of the record before, in ms": earlier, "its own, in ms": entry.record.at},
        )
    if not back:
        first, last = (_written(entry.record.at) for entry in (draft.log[0], draft.log[-1]))
        says = f"the times never go back; that they are right ({first} to {last}) is the operator's word"
        draft.holds(Code.ORDER_OK, Standing.ATTESTED, says)
    draft.leaves(Step.TIME, "the game has no clock, so there is no deadline to check")
    draft.done(Step.TIME)


def _written(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(" ", "seconds")
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"  # a year that no calendar has
