"""Gauntlet: one against all. The first entrant meets every other, or at larger tables every combination."""

from __future__ import annotations

from itertools import combinations

from mensch.core.tournament.rounds import RoundPairing, Table, Tournament

CHAMPION = 1
"""The starting number of the one whom all others meet."""


def pair_gauntlet(tournament: Tournament, round_number: int) -> RoundPairing:
    """All tables of a round, which can be played at the same time or one after another."""
    others = challengers(tournament, round_number)
    seats = min(tournament.terms.seats, len(others) + 1)
    return RoundPairing(
        round_number, tuple(Table((CHAMPION, *group)) for group in combinations(others, seats - 1))
    )


def challengers(tournament: Tournament, round_number: int) -> list[int]:
    """Whom the first entrant meets in a round; nobody once the first has left."""
    playing = [entrant.number for entrant in tournament.entrants if entrant.plays(round_number)]
    return [entrant for entrant in playing if entrant != CHAMPION] if CHAMPION in playing else []
