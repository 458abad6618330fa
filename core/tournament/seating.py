"""Who sits where in each game of a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, islice, permutations

import msgspec

from mensch.core.tournament.rounds import RoundPairing, Table, Tournament
from mensch.core.tournament.terms import Terms


class Sitting(msgspec.Struct, frozen=True):
    """A game to be played.

    Attributes:
        deck: from 0; games of a table with the same number share their deck.
        seats: the starting number of the entrant at each seat.
    """

    deck: int
    seats: tuple[int, ...]


def sittings(table: Table, terms: Terms) -> tuple[Sitting, ...]:
    """The games of a table in a round, in order.

    Every entrant moves on by one seat from game to game, so that after as many games as there are seats
    everybody has had each; then the order around the table changes, until all have been.

    >>> from mensch.core.tournament.terms import Format
    >>> for sitting in sittings(Table((7, 3)), Terms(Format.SWISS, games=2, duplicate=True)):
    ...     print(sitting.deck, sitting.seats)
    0 (7, 3)
    0 (3, 7)
    1 (7, 3)
    1 (3, 7)
    """
    seats = len(table.entrants)
    games = terms.games * seats if terms.duplicate else terms.games
    return tuple(
        Sitting(number // seats if terms.duplicate else number, seating)
        for number, seating in enumerate(islice(_rotations(table.entrants), games))
    )


def fair_seats(tournament: Tournament, pairing: RoundPairing) -> RoundPairing:
    """The same tables, with everybody on seats that they have had least often.

    It matters where a table plays a number of games that its seats do not go into. Among orders that are
    equally fair the first entrant moves on by a seat from table to table.
    """
    had: Counter[tuple[int, int, int]] = Counter()
    for past in tournament.pairings:
        for table in past.tables:
            size = len(table.entrants)
            extra = 0 if tournament.terms.duplicate else tournament.terms.games % size
            for sitting in sittings(table, tournament.terms)[:extra]:
                had.update((entrant, size, seat) for seat, entrant in enumerate(sitting.seats))

    def unfair(order: tuple[int, ...]) -> int:
        return sum(had[entrant, len(order), seat] for seat, entrant in enumerate(order))

    seated = []
    for number, table in enumerate(pairing.tables):
        turn = number % len(table.entrants)
        turned = table.entrants[-turn:] + table.entrants[:-turn]
        seated.append(Table(min(permutations(turned), key=unfair)))
    return RoundPairing(pairing.round, tuple(seated), pairing.byes)


def _rotations(entrants: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All rotations of the first order around the table, then of the next, without an end."""
    first, *others = entrants
    orders = [(first, *rest) for rest in permutations(others)]
    for number in count():
        order = orders[number % len(orders)]
        for turn in range(len(order)):
            yield order[-turn:] + order[:-turn] if turn else order
