"""Round-robin: everybody meets everybody.

Tables of two follow the Berger tables of FIDE's handbook (C.05, annex 1). Of three or four every combination
sits together once; where fewer rounds are asked for than that takes, the tables are chosen so that nobody
meets the same ones more often than need be.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import comb

from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.core.tournament.berger import berger_tables
from mensch.core.tournament.rounds import Bye, Reason, RoundPairing, Table, Tournament
from mensch.core.tournament.swiss import share_out, times_idle, times_met

MOST_COMBINATIONS = 2000
"""Of more entrants than give so many tables not everybody can meet everybody in every combination."""


def pair_round_robin(tournament: Tournament, round_number: int) -> RoundPairing:
    """The tables of a round; who is left over rests."""
    starters = [entrant.number for entrant in tournament.entrants if entrant.plays(1)]
    seats = min(tournament.terms.seats, len(starters))
    if _is_balanced(tournament, len(starters)):
        return _balanced(tournament, round_number)
    tables = schedule(len(starters), seats)
    tables_of_round = tables[(round_number - 1) % len(tables)]
    playing = {entrant.number for entrant in tournament.entrants if entrant.plays(round_number)}
    found = []
    byes = []
    resting = set(starters)
    for indices in tables_of_round:
        members = [starters[at - 1] for at in indices]
        resting.difference_update(members)
        there = [entrant for entrant in members if entrant in playing]
        if len(there) > 1:
            found.append(Table(tuple(there)))
        elif there:
            gone = next(entrant for entrant in members if entrant not in playing)
            byes.append(Bye(there[0], Reason.WALKOVER, gone))
    byes += [Bye(entrant, Reason.REST) for entrant in resting & playing]
    return RoundPairing(round_number, tuple(found), tuple(sorted(byes, key=lambda bye: bye.entrant)))


def round_robin_rounds(tournament: Tournament) -> int:
    """How many rounds it has: those that were asked for, else as many as it takes.

    Raises:
        UsageError: for more entrants than can all meet in every combination, if no rounds were asked for.
    """
    if tournament.terms.rounds is not None:
        return tournament.terms.rounds
    starters = sum(entrant.plays(1) for entrant in tournament.entrants)
    return len(schedule(starters, min(tournament.terms.seats, starters)))


@lru_cache(maxsize=8)
def schedule(entrants: int, seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """All rounds of a round-robin, each table as numbers from 1 in seat order.

    Raises:
        UsageError: for more than `MOST_COMBINATIONS` tables of three or four.

    >>> schedule(4, 2)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    return berger_tables(entrants) if seats == 2 else _every_combination(entrants, seats)


def _every_combination(entrants: int, seats: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Round by round, tables of those who have played least and met least, as long as any are left."""
    if comb(entrants, seats) > MOST_COMBINATIONS:
        raise UsageError(
            said(
                "{entrants} entrants make {tables} tables of {seats}, too many to play them all:"
                " say how many rounds",
                entrants=entrants,
                tables=comb(entrants, seats),
                seats=seats,
            )
        )
    left = set(combinations(range(1, entrants + 1), seats))
    games: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    rounds = []
    while left:
        free = set(range(1, entrants + 1))
        tables: list[tuple[int, ...]] = []
        while len(free) >= seats:
            possible = [table for table in left if free.issuperset(table)]
            if not possible:
                break
            table = min(
                possible,
                key=lambda table: (
                    sum(games[entrant] for entrant in table),
                    sum(met[pair] for pair in combinations(table, 2)),
                    table,
                ),
            )
            left.remove(table)
            free.difference_update(table)
            games.update(table)
            met.update(combinations(table, 2))
            tables.append(table)
        rounds.append(tuple(sorted(tables)))
    return tuple(rounds)


def _is_balanced(tournament: Tournament, starters: int) -> bool:
    """Whether it has fewer rounds than all combinations of three or four take."""
    terms = tournament.terms
    seats = min(terms.seats, starters)
    if seats == 2 or terms.rounds is None:
        return False
    return comb(starters, seats) > MOST_COMBINATIONS or terms.rounds < len(schedule(starters, seats))


def _balanced(tournament: Tournament, round_number: int) -> RoundPairing:
    playing = [entrant.number for entrant in tournament.entrants if entrant.plays(round_number)]
    met = times_met(tournament)
    prices = {pair: met[pair] ** 2 for pair in combinations(playing, 2)}
    found, idle = share_out(playing, tournament.terms.seats, prices, times_idle(tournament))
    return RoundPairing(
        round_number,
        tuple(Table(entrants) for entrants in found),
        tuple(Bye(entrant, Reason.BYE) for entrant in sorted(idle)),
    )
