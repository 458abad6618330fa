"""The times in a log: they never go back, and no flag fell before its deadline; that they are right is the
operator's word.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from mensch.core.said import counted, said
from mensch.events import bodies as t
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Standing, Step, Verdict
from mensch.events.game import initial


def check_times(draft: Draft, upto: int) -> None:
    """Check that time goes on from record to record, and say what came of deadlines.

    Args:
        upto: the last record that the replay found right, which has decided every flag again by these times.
    """
    back = [after for before, after in pairwise(draft.log) if after.record.at < before.record.at]
    for entry in back:
        earlier = draft.log[entry.seq - 2].record.at
        draft.breaks(
            Verdict.VIOLATION,
            Code.TIME_BACK,
            said("record {seq} says that it was written before the one before it", seq=entry.seq),
            at=entry.seq,
            raw=entry.raw,
            evidence={"time of the record before, in ms": earlier, "its own, in ms": entry.record.at},
        )
    if not back:
        first, last = (_written(entry.record.at) for entry in (draft.log[0], draft.log[-1]))
        says = said(
            "the times never go back; that they are right ({first} to {last}) is the operator's word",
            first=first,
            last=last,
        )
        draft.holds(Code.ORDER_OK, Standing.ATTESTED, says)
    created = draft.log[0].record.body
    if isinstance(created, t.GameCreated) and created.clock is not None:
        _tell_deadlines(draft, upto)
    else:
        draft.leaves(Step.TIME, said("the game has no clock, so there is no deadline to check"))
    draft.done(Step.TIME)


def _tell_deadlines(draft: Draft, upto: int) -> None:
    assert draft.game is not None
    game = initial(draft.game)
    flags: list[int] = []
    late: list[int] = []
    for entry in draft.log[:upto]:
        deadline = game.deadline
        match entry.record.body:
            case t.TurnMissed():
                flags.append(entry.seq)
            case t.MovePlayed() if deadline is not None and entry.record.at > deadline:
                late += [] if game.clocks is None or game.clocks.fallen else [entry.seq]
            case t.TimeReturned(seat=seat, given=given):
                says = said(
                    "that the service was down, for which seat {seat} got back {span}, is the operator's "
                    "word; so much had counted on its clock",
                    seat=seat,
                    span=str(timedelta(milliseconds=given)),
                )
                draft.holds(Code.TIME_RETURNED, Standing.ATTESTED, says, seqs=(entry.seq, entry.seq))
        game.advance(entry)
    if flags:
        says = said(
            "{flags} fell, none before its deadline by the times of the log",
            flags=counted("{n} flag", "{n} flags", len(flags)),
        )
        draft.holds(Code.FLAGS_OK, Standing.PROVEN, says, seqs=(flags[0], flags[-1]))
    if late:
        why = said(
            "{moves}, record {seq} first, came after the deadline and counted, since no flag had fallen yet: "
            "why the service was late with that cannot be seen here",
            moves=counted("{n} move", "{n} moves", len(late)),
            seq=late[0],
        )
        draft.leaves(Step.TIME, why)


def _written(at: int) -> str:
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(" ", "seconds")
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"  # a year that no calendar has
