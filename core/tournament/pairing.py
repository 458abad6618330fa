"""The next round of a tournament, whatever its format."""

from __future__ import annotations

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.said import said
from mensch.core.tournament.gauntlet import challengers, pair_gauntlet
from mensch.core.tournament.knockout import knockout_rounds, pair_knockout, survivors
from mensch.core.tournament.round_robin import pair_round_robin, round_robin_rounds
from mensch.core.tournament.rounds import RoundPairing, Tournament
from mensch.core.tournament.seating import fair_seats
from mensch.core.tournament.swiss import pair_swiss
from mensch.core.tournament.terms import Format, Terms


def pair_round(tournament: Tournament) -> RoundPairing:
    """The tables and byes of the next round; the same on every machine.

    Args:
        tournament: with a result for every table so far.

    Raises:
        TurnError: while a table has no result.
        GameOverError: when all rounds have been paired, or too few are left to play one.
        UsageError: when there are too few entrants to begin, or too many (`round_count`).
    """
    if tournament.open_tables:
        round_number, table = tournament.open_tables[0]
        raise TurnError(
            said("table {table} of round {round} has no result yet", table=table, round=round_number)
        )
    round_number = len(tournament.pairings) + 1
    if round_number == 1 and not _enough(tournament):
        raise UsageError(said("a tournament needs at least two entrants"))
    if is_over(tournament):
        raise GameOverError(said("the tournament is over: there is no further round"))
    terms = tournament.terms
    pairing: RoundPairing
    match terms.format:
        case Format.ROUND_ROBIN:
            pairing = pair_round_robin(tournament, round_number)
        case Format.SWISS:
            pairing = pair_swiss(tournament, round_number)
        case Format.KNOCKOUT:
            pairing = pair_knockout(tournament, round_number)
        case Format.GAUNTLET:
            pairing = pair_gauntlet(tournament, round_number)
    if terms.format is Format.ROUND_ROBIN and terms.seats == 2:
        return pairing  # the Berger tables say who sits where
    return fair_seats(tournament, pairing)


def round_count(tournament: Tournament) -> int:
    """How many rounds it has, with the entrants who are there for the first one.

    Where no number was asked for: a round-robin takes as many as it takes for everybody to meet, a knock-out
    until one is left, a gauntlet one, and a Swiss as many as leave one without a loss if every game has a
    winner, the base-2 logarithm of the entrants rounded up.

    Raises:
        UsageError: for a round-robin of three or four with too many entrants, if no rounds were asked for.
    """
    starters = sum(entrant.plays(1) for entrant in tournament.entrants)
    terms = tournament.terms
    if starters < 2:
        return terms.rounds or 1
    match terms.format:
        case Format.ROUND_ROBIN:
            return round_robin_rounds(tournament)
        case Format.KNOCKOUT:
            return knockout_rounds(starters, terms.seats)
        case Format.SWISS:
            return terms.rounds or (starters - 1).bit_length()
        case Format.GAUNTLET:
            return terms.rounds or 1


def is_over(tournament: Tournament) -> bool:
    """Whether every table has its result and no further round will be paired."""
    if tournament.open_tables or not tournament.pairings:
        return False
    return len(tournament.pairings) >= round_count(tournament) or not _enough(tournament)


def takes_late_entries(terms: Terms) -> bool:
    """Whether somebody may enter once the first round is paired; a fixed schedule has no room for them."""
    return terms.format in (Format.SWISS, Format.GAUNTLET)


def _enough(tournament: Tournament) -> bool:
    round_number = len(tournament.pairings) + 1
    match tournament.terms.format:
        case Format.GAUNTLET:
            return bool(challengers(tournament, round_number))
        case Format.KNOCKOUT:
            return len(survivors(tournament)) > 1
        case Format.ROUND_ROBIN | Format.SWISS:
            return sum(entrant.plays(round_number) for entrant in tournament.entrants) > 1
