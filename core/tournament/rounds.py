"""The rounds of a tournament, and how far it has come."""

from __future__ import annotations

import enum

import msgspec

from mensch.core.tournament.results import TableResult
from mensch.core.tournament.terms import Entrant, Terms


class Table(msgspec.Struct, frozen=True):
    """Entrants who play together in a round.

    Attributes:
        entrants: starting numbers by seat in the first game; `mensch.core.tournament.seating` says who
            sits where in the others.
    """

    entrants: tuple[int, ...]


class Reason(enum.Enum):
    """Why an entrant does not play in a round."""

    BYE = "bye"
    """The numbers did not come out; counts as a win."""

    REST = "rest"
    """A free round that everybody has once, as in a round-robin of an odd number; counts nothing."""

    WALKOVER = "walkover"
    """Whom they were to meet has left; counts as a win."""

    SEEDED = "seeded"
    """A knock-out's round that they need not play; counts nothing."""


class Bye(msgspec.Struct, frozen=True):
    """An entrant who does not play in a round though they are in.

    Attributes:
        entrant: the starting number.
        reason: why.
        against: with a walkover, the starting number of whom they were to meet.
    """

    entrant: int
    reason: Reason
    against: int | None = None


class RoundPairing(msgspec.Struct, frozen=True):
    """Who meets whom in a round.

    Attributes:
        round: from 1.
        tables: in order; table numbers are from 1.
        byes: by starting number.
    """

    round: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()


class Tournament(msgspec.Struct, frozen=True):
    """A tournament as far as it has come: all that pairing and ranking look at.

    Attributes:
        terms: what it was announced with.
        entrants: by starting number, without a gap.
        pairings: of the rounds so far.
        results: of the tables that have been played, in any order, at most one for each table; a
            correction replaces the one that stood there.
    """

    terms: Terms
    entrants: tuple[Entrant, ...]
    pairings: tuple[RoundPairing, ...] = ()
    results: tuple[TableResult, ...] = ()

    def present(self, result: TableResult) -> list[int]:
        """Who came to a table, in its order.

        Where no game was played, whoever has left by the next round did not come, said or not.
        """
        away = set(result.absent)
        entrants = self.pairings[result.round - 1].tables[result.table - 1].entrants
        if not result.games:
            away.update(one for one in entrants if not self.entrants[one - 1].plays(result.round + 1))
        return [one for one in entrants if one not in away]

    @property
    def open_tables(self) -> tuple[tuple[int, int], ...]:
        """Round and table number of every table without a result, in order."""
        played = {(result.round, result.table) for result in self.results}
        return tuple(
            (pairing.round, number)
            for pairing in self.pairings
            for number in range(1, len(pairing.tables) + 1)
            if (pairing.round, number) not in played
        )
