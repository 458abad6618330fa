"""How a game ended, and who came in where."""

import enum
from collections.abc import Collection, Sequence

import msgspec


class Ending(enum.Enum):
    """The two ways a game is won (rules.md, "A turn" and "Leaving")."""

    TARGET = "target"
    LAST_SEAT = "last seat"


class Outcome(msgspec.Struct, frozen=True):
    """A game that is won: by whom, and how."""

    winner: int
    ending: Ending


def places(scores: Sequence[int], winner: int | None, departed: Collection[int] = ()) -> tuple[int, ...]:
    """The place of every seat, 1 for the winner.

    Lower places rank by score and equal scores share the place (D); whoever left ranks below everybody
    who stayed (D, "Leaving").

    Args:
        winner: None for a game that ended without one, of which the first place goes by score too.

    >>> places([12, 30, 12, 4], winner=1)
    (2, 1, 2, 4)
    >>> places([12, 30, 20], winner=1, departed={2})
    (2, 1, 3)
    >>> places([12, 30, 30], winner=None)
    (3, 1, 1)
    """
    ranks = [(seat != winner, seat in departed, -score) for seat, score in enumerate(scores)]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
