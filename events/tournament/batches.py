"""How many games one job plays: so many that they take a few seconds, beside which a queue costs nothing."""

from __future__ import annotations

from collections.abc import Iterable

from mensch.events.bodies import Bot

_TARGET = 2500.0
"""Milliseconds that a job is to play. What a job costs beside its games is some 50, a twentieth."""

_MOST = 500
"""Games of a job at most, so that its results fit into few records and a killed job loses little."""

_MOVE = {"random": 0.02, "greedy": 0.03, "steady": 0.2, "sharp": 0.4, "master": 40.0}
"""Milliseconds of a move by level, as measured once; only the order of magnitude matters."""

_UNKNOWN = 40.0
_MOVES = 100
_LUCK = 1.0  # milliseconds that finding a draw's worth takes


def batch_size(bots: Iterable[Bot], *, adjusted: bool) -> int:
    """How many games of some bots one job plays.

    Args:
        bots: who plays in the round.
        adjusted: whether the luck of the draw is found too.
    """
    levels = [_MOVE.get(bot.level, _UNKNOWN) for bot in bots] or [_UNKNOWN]
    game = _MOVES * (sum(levels) / len(levels) + (_LUCK if adjusted else 0.0))
    return max(1, min(_MOST, round(_TARGET / game)))
