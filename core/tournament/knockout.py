"""Knock-out: seeds far apart, losers out.

Everything follows from the bracket, which is laid out once by starting numbers: 1–16, 8–9, 4–13, 5–12 and so
on at tables of two. At tables of three the winner goes on, at tables of four the first two, until the last
table. Where there are fewer entrants than places, the places of the lowest seeds stay empty: so the top seeds
have the byes, or the smaller tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.tournament.results import TableResult, place_points
from mensch.core.tournament.rounds import Bye, Reason, RoundPairing, Table, Tournament

_EMPTY = 0
"""A place in the bracket that nobody has; starting numbers are from 1."""


def places_in_bracket(entrants: int, seats: int) -> int:
    """The smallest bracket that holds so many.

    >>> places_in_bracket(9, 2), places_in_bracket(9, 3), places_in_bracket(9, 4)
    (16, 9, 16)
    """
    places: int = seats * _merged(seats) ** (knockout_rounds(entrants, seats) - 1)
    return places


def advancing(seats: int, *, last: bool) -> int:
    """How many go on from a full table: the winner, of four the first two; from the last table only one."""
    return 2 if seats == 4 and not last else 1


def knockout_rounds(entrants: int, seats: int) -> int:
    """How many rounds it takes.

    >>> knockout_rounds(9, 2), knockout_rounds(9, 3), knockout_rounds(9, 4)
    (4, 2, 3)
    """
    rounds, size = 1, seats
    while size < entrants:
        size *= _merged(seats)
        rounds += 1
    return rounds


def bracket(entrants: Sequence[int], seats: int) -> list[tuple[int, ...]]:
    """The tables of the first round, neighbours meeting next; 0 is an empty place.

    >>> bracket(range(1, 9), 2)
    [(1, 8), (4, 5), (2, 7), (3, 6)]
    >>> bracket([1, 2, 3, 4, 5], 3)
    [(1, 0, 0), (2, 5, 0), (3, 4, 0)]
    """
    size = places_in_bracket(len(entrants), seats)
    seeds = [*entrants, *[_EMPTY] * (size - len(entrants))]
    number = size // seats
    rows = [seeds[row * number : (row + 1) * number] for row in range(seats)]
    of_table = list(zip(rows[0], *(reversed(row) for row in rows[1:]), strict=True))
    order = [0]
    merged = _merged(seats)
    while len(order) < number:
        order = [
            part * len(order) + (at if part % 2 == 0 else len(order) - 1 - at)
            for at in order
            for part in range(merged)
        ]
    return [of_table[at] for at in order]


def pair_knockout(tournament: Tournament, round_number: int) -> RoundPairing:
    """The tables of a round in the order of the bracket."""
    playing = {entrant.number for entrant in tournament.entrants if entrant.plays(round_number)}
    rounds = knockout_rounds(len(starters(tournament)), tournament.terms.seats)
    goes_on = advancing(tournament.terms.seats, last=round_number == rounds)
    found: list[Table] = []
    byes: list[Bye] = []
    for group in _groups(tournament, round_number):
        members = sorted(entrant for entrant in group if entrant in playing)
        gone = sorted(entrant for entrant in group if entrant and entrant not in playing)
        if len(members) > goes_on:
            found.append(Table(tuple(members)))
        else:
            byes += [
                Bye(entrant, Reason.WALKOVER, gone[0]) if gone else Bye(entrant, Reason.SEEDED)
                for entrant in members
            ]
    return RoundPairing(round_number, tuple(found), tuple(sorted(byes, key=lambda bye: bye.entrant)))


def starters(tournament: Tournament) -> list[int]:
    """Who was in when the bracket was laid out."""
    return [entrant.number for entrant in tournament.entrants if entrant.plays(1)]


def rounds_survived(tournament: Tournament) -> dict[int, int]:
    """By starting number, in how many rounds so far somebody went on, by a win or without playing."""
    survived = {entrant.number: 0 for entrant in tournament.entrants}
    for pairing in tournament.pairings:
        for group in _groups(tournament, pairing.round + 1):
            survived.update((entrant, pairing.round) for entrant in group if entrant)
    return survived


def survivors(tournament: Tournament) -> list[int]:
    """Who is still in after the rounds that are complete; a single one has won."""
    after = len(tournament.pairings) + 1
    playing = {entrant.number for entrant in tournament.entrants if entrant.plays(after)}
    return sorted(entrant for group in _groups(tournament, after) for entrant in group if entrant in playing)


def _merged(seats: int) -> int:
    """How many tables send their best to one table of the next round."""
    return seats // advancing(seats, last=False)


def _groups(tournament: Tournament, round_number: int) -> list[tuple[int, ...]]:
    """Who would sit together in a round if nobody had left since.

    A round that was paired stays as it was: a result that is corrected afterwards lets nobody else go on.
    """
    seats = tournament.terms.seats
    rounds = knockout_rounds(len(starters(tournament)), seats)
    groups = bracket(starters(tournament), seats)
    parts = [set(group) for group in groups]
    results = {(result.round, result.table): result for result in tournament.results}
    for pairing in tournament.pairings[: round_number - 1]:
        goes_on = advancing(seats, last=pairing.round == rounds)
        onward = []
        for part, group in zip(parts, groups, strict=True):
            number = next(
                (at for at, table in enumerate(pairing.tables, start=1) if part.issuperset(table.entrants)),
                None,
            )
            if number is None:
                idle = {bye.entrant for bye in pairing.byes}
                onward.append(tuple(entrant for entrant in group if entrant in idle))
            else:
                result = results.get((pairing.round, number))
                onward.append(_best(tournament.present(result), result, goes_on) if result else ())
        merged = _merged(seats) if len(onward) > 1 else 1
        starts = range(0, len(onward), merged)
        groups = [tuple(entrant for group in onward[at : at + merged] for entrant in group) for at in starts]
        parts = [set().union(*parts[at : at + merged]) for at in starts]
        if pairing.round < len(tournament.pairings):
            following = tournament.pairings[pairing.round]
            groups = [
                _as_paired(part, group, following, tournament)
                for part, group in zip(parts, groups, strict=True)
            ]
    return groups


def _as_paired(
    part: set[int], group: Sequence[int], pairing: RoundPairing, tournament: Tournament
) -> tuple[int, ...]:
    """Who came to a place of the bracket in a round that was paired, and who would have but had left.

    Args:
        part: all who could come there.
        group: who comes there by the results as they are now.
    """
    paired = {bye.entrant for bye in pairing.byes}.union(*(table.entrants for table in pairing.tables))
    gone = {one for one in group if one and not tournament.entrants[one - 1].plays(pairing.round)}
    return tuple(sorted(part & (paired | gone)))


def _best(present: Sequence[int], result: TableResult, number: int) -> tuple[int, ...]:
    """Who goes on: more points, then more wins, then more scored in the games, then the better seed."""
    totals = {entrant: [0, 0, 0] for game in result.games for entrant in game.seats}
    for game in result.games:
        counted = zip(game.seats, place_points(game.places), game.places, game.scores, strict=True)
        for entrant, points, place, score in counted:
            total = totals[entrant]
            total[0] += points
            total[1] += place == 1 and not game.adjudicated
            total[2] += score

    def rank(entrant: int) -> tuple[list[int], int]:
        return [-part for part in totals.get(entrant, (0, 0, 0))], entrant

    return tuple(sorted(present, key=rank)[:number])
