"""What games and tables counted.

Points are counted in twelfths, so that every shared place at a table of 2, 3 or 4 is a whole number.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

POINT = 12
"""A point, which is what the winner of a game gets, in the unit that points are kept in."""

LUCK = 1_000_000
"""A whole game's worth of luck, in the unit that luck is kept in."""


class GameResult(msgspec.Struct, frozen=True):
    """How a game ended. A game that was aborted or annulled has no result and counts nothing, unless its
    round closed over it.

    Attributes:
        seats: the starting number of the entrant at each seat.
        places: by seat, 1 for the winner; who shares a place has the same number
            (`mensch.core.outcome.places`).
        scores: by seat, the points of the game itself.
        luck: by seat, what its draws were worth in `LUCK`ths of a game (`mensch.core.luck`); empty where it
            was not asked for.
        deck: from 0; games of a table that share a deck have the same number.
        adjudicated: whether the places go by the scores that stood there when the round closed. Then several
            may share the first, nobody has won, and it says nothing of how strong anybody is.
    """

    seats: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    luck: tuple[int, ...] = ()
    deck: int = 0
    adjudicated: bool = False


class TableResult(msgspec.Struct, frozen=True):
    """How the games of a table in a round ended.

    Attributes:
        round: from 1.
        table: the table's number in that round, from 1.
        games: in the order of `mensch.core.tournament.seating`, those left out that have no result.
        absent: starting numbers of who never came. Where that leaves a single entrant and no game was
            played, that one wins all of them by forfeit.
    """

    round: int
    table: int
    games: tuple[GameResult, ...]
    absent: tuple[int, ...] = ()


@lru_cache(maxsize=128)  # there are 13 ways to place three, and 75 for four
def place_points(places: tuple[int, ...]) -> tuple[int, ...]:
    """What a game counts by seat, in twelfths of a point: the winner 1, the last 0, evenly between.

    So a game of two gives 1 and 0, of three 1, 1/2 and 0, of four 1, 2/3, 1/3 and 0; the average is the same
    at every table. Who shares places shares their points.

    Args:
        places: by seat, 1 for the winner.

    >>> place_points((2, 1, 2, 4))
    (6, 12, 6, 0)
    """
    worth = [POINT * (len(places) - place) // (len(places) - 1) for place in range(1, len(places) + 1)]
    shared = {place: places.count(place) for place in places}
    return tuple(sum(worth[place - 1 : place - 1 + shared[place]]) // shared[place] for place in places)
