"""Tournaments for tests: played to their end by somebody who says how every game ends."""

from collections.abc import Callable, Sequence

import msgspec

from mensch.core.outcome import places
from mensch.core.tournament.pairing import is_over, pair_round
from mensch.core.tournament.results import GameResult, TableResult
from mensch.core.tournament.rounds import RoundPairing, Tournament
from mensch.core.tournament.seating import Sitting, sittings
from mensch.core.tournament.terms import Entrant, Leaving, Terms

Scores = Callable[[Sitting], Sequence[int]]
"""From a game to what every seat scored; the first of the highest has won."""


def better_number_wins(sitting: Sitting) -> list[int]:
    return [1000 - entrant for entrant in sitting.seats]


def tournament(format: str, entrants: int, seats: int = 2, **terms: int | bool) -> Tournament:  # noqa: A002
    announced = msgspec.convert({"format": format, "seats": seats, **terms}, Terms)
    return Tournament(announced, tuple(Entrant(number) for number in range(1, entrants + 1)))


def game(sitting: Sitting, scores: Sequence[int], luck: tuple[int, ...] = ()) -> GameResult:
    winner = max(range(len(scores)), key=lambda seat: scores[seat])
    return GameResult(sitting.seats, places(scores, winner), tuple(scores), luck, sitting.deck)


def played(before: Tournament, pairing: RoundPairing, scores: Scores) -> Tournament:
    """The tournament after a round."""
    results = tuple(
        TableResult(
            pairing.round,
            number,
            tuple(game(sitting, scores(sitting)) for sitting in sittings(table, before.terms)),
        )
        for number, table in enumerate(pairing.tables, start=1)
    )
    return msgspec.structs.replace(
        before, pairings=(*before.pairings, pairing), results=(*before.results, *results)
    )


def round_played(before: Tournament, scores: Scores = better_number_wins) -> Tournament:
    return played(before, pair_round(before), scores)


def to_the_end(before: Tournament, scores: Scores = better_number_wins) -> Tournament:
    while not is_over(before):
        before = round_played(before, scores)
    return before


def without(before: Tournament, number: int, leaving: Leaving = Leaving.WITHDRAWN) -> Tournament:
    """The tournament after somebody has left it, between two rounds."""
    left = msgspec.structs.replace(
        before.entrants[number - 1], left=len(before.pairings) + 1, leaving=leaving
    )
    entrants = (*before.entrants[: number - 1], left, *before.entrants[number:])
    return msgspec.structs.replace(before, entrants=entrants)


def with_late_entry(before: Tournament) -> Tournament:
    late = Entrant(len(before.entrants) + 1, since=len(before.pairings) + 1)
    return msgspec.structs.replace(before, entrants=(*before.entrants, late))


def tables(pairing: RoundPairing) -> list[tuple[int, ...]]:
    return [table.entrants for table in pairing.tables]
