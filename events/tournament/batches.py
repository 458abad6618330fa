"""How many games one job plays: so many that they take a few seconds, beside which a queue costs nothing."""

from __future__ import annotations

from collections.abc import Iterable

from mensch.events.bodies import Bot

_TARGET = 2500.0
"""Milliseconds that a job is to play. What a job costs beside its games is some 50, a twentieth."""

_LONGEST = 20_000.0
"""Milliseconds that a job is to play at most, a sixth of what it may: one that is ended for its length begins
anew, and on a slow or busy machine, where writing takes as long again, it would never come to its end."""

_MOST = 500
"""Games of a job, so that a killed one loses little; more where reading the log would take long beside."""

_READ = 0.01
"""Milliseconds that a job takes to read the tournament's log, for every game in it."""

_SHARE = 0.08
"""How much of its time a job may take for that."""

_MOVE = {"random": 0.02, "greedy": 0.03, "steady": 0.2, "sharp": 0.4, "master": 40.0}
"""Milliseconds of a move by level, as measured once; only the order of magnitude matters."""

_UNKNOWN = 40.0
_MOVES = 100
_LUCK = 1.0  # milliseconds that finding a draw's worth takes


def batch_size(bots: Iterable[Bot], games: int, *, adjusted: bool) -> int:
    """How many games of some bots one job plays.

    >>> greedy = [Bot("greedy", 1), Bot("random", 1)]
    >>> [batch_size(greedy, games, adjusted=False) for games in (10_000, 100_000)]
    [500, 5000]
    >>> batch_size([Bot("master", 1), Bot("master", 1)], 10_000, adjusted=False)
    1

    Args:
        bots: who plays in the round.
        games: about how many the round has.
        adjusted: whether the luck of the draw is found too.
    """
    levels = [_MOVE.get(bot.level, _UNKNOWN) for bot in bots] or [_UNKNOWN]
    game = _MOVES * (sum(levels) / len(levels) + (_LUCK if adjusted else 0.0))
    usual = min(_MOST, round(_TARGET / game))
    needed = round(games * _READ / _SHARE / game)
    return max(1, min(max(usual, needed), round(_LONGEST / game)))
