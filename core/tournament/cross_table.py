"""The cross-table: what everybody had against everybody."""

from __future__ import annotations

from itertools import combinations

import msgspec

from mensch.core.tournament.rounds import Tournament
from mensch.core.tournament.standings import Standing, standings


class Meeting(msgspec.Struct, frozen=True):
    """What an entrant had against another in all games that they played together.

    At a table of three or four a game is a meeting of every two: who is placed above has won it.

    Attributes:
        games: how many there were.
        ahead: in how many the entrant was placed above the other.
        level: in how many they shared a place.
    """

    games: int
    ahead: int
    level: int


class CrossTable(msgspec.Struct, frozen=True):
    """Everybody against everybody.

    Attributes:
        order: the standings, which rows and columns follow.
        meetings: by row and column; None on the diagonal and where two never met.
    """

    order: tuple[Standing, ...]
    meetings: tuple[tuple[Meeting | None, ...], ...]


def cross_table(tournament: Tournament) -> CrossTable:
    """The cross-table as far as the tournament has come, with every game that was played."""
    counted: dict[tuple[int, int], list[int]] = {}
    for result in tournament.results:
        for game in result.games:
            placed = sorted(zip(game.seats, game.places, strict=True))
            for (one, place), (other, place_of_other) in combinations(placed, 2):
                totals = counted.setdefault((one, other), [0, 0, 0])
                totals[0] += 1
                totals[1] += place < place_of_other
                totals[2] += place == place_of_other
    order = standings(tournament)

    def meeting(one: int, other: int) -> Meeting | None:
        found = counted.get((min(one, other), max(one, other)))
        if found is None:
            return None
        games, ahead, level = found
        return Meeting(games, ahead if one < other else games - ahead - level, level)

    rows = tuple(tuple(meeting(row.entrant, column.entrant) for column in order) for row in order)
    return CrossTable(order, rows)
