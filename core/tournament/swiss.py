"""Swiss pairing: who has as many points as oneself and has not been met yet.

What is looked for, each only as far as all before it allow: that few meet again; that who has the bye has
not had one, and has few points; that those who sit together have the same points; that nobody floats twice
in a row; and that the upper part of a group of equal points meets the lower ones. These are the aims of
FIDE's Dutch system (C.04.3) in its order, without its colours: `mensch.core.tournament.seating` shares out
seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from mensch.core.tournament.arranging import Prices, pairs, tables
from mensch.core.tournament.rounds import Bye, Reason, RoundPairing, Table, Tournament
from mensch.core.tournament.scores import points_of, record

_NOBODY = 0
"""Stands for the bye where pairs are matched; starting numbers are from 1."""


def pair_swiss(tournament: Tournament, round_number: int) -> RoundPairing:
    """The tables and the bye of a round; tables in the order of rank."""
    points = {entrant: points_of(of_entrant) for entrant, of_entrant in record(tournament).items()}
    playing = [entrant.number for entrant in tournament.entrants if entrant.plays(round_number)]
    order = sorted(playing, key=lambda entrant: (-points[entrant], entrant))
    floated = floaters(tournament, len(tournament.pairings))
    prices = _prices(tournament, order, points, floated)
    byes = times_idle(tournament)
    seats = tournament.terms.seats
    if seats == 2:
        if len(order) % 2:
            for at, entrant in enumerate(reversed(order)):
                again = int(floated.get(entrant) == -1)
                prices[_NOBODY, entrant] = (0, byes[entrant], points[entrant], 0, again, at**2)
            order.append(_NOBODY)
        found = pairs(order, _as_numbers(prices, len(order)))
        idle = [pair[0] for pair in found if _NOBODY in pair]
        found = [pair for pair in found if _NOBODY not in pair]
    else:
        found, idle = share_out(order, seats, _as_numbers(prices, len(order)), byes)
    return RoundPairing(
        round_number,
        tuple(Table(entrants) for entrants in found),
        tuple(Bye(entrant, Reason.BYE) for entrant in sorted(idle)),
    )


def share_out(
    order: Sequence[int], seats: int, prices: Prices, byes: Mapping[int, int]
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Tables of three and four at a low price, and who is left over: the lowest with the fewest byes.

    Args:
        order: who plays, the first in rank first.
        prices: as `mensch.core.tournament.arranging` takes them.
        byes: by starting number, as `times_idle` says.
    """
    sizes = table_sizes(len(order), seats)
    over = len(order) - sum(sizes)
    last = {entrant: -at for at, entrant in enumerate(order)}
    idle = sorted(order, key=lambda entrant: (byes[entrant], last[entrant]))[:over]
    return tables([entrant for entrant in order if entrant not in idle], sizes, prices), idle


def table_sizes(entrants: int, seats: int) -> list[int]:
    """Full tables and, so that few have a bye, some with a seat less where there are more than two seats.

    >>> table_sizes(11, 4), table_sizes(5, 4), table_sizes(7, 3)
    ([4, 4, 3], [4], [3, 2, 2])
    """
    if entrants < seats:
        return [entrants] if entrants > 1 else []
    for full in range(entrants // seats, -1, -1):
        rest = entrants - full * seats
        if rest == 0 or (seats > 2 and rest % (seats - 1) == 0):
            return [seats] * full + [seats - 1] * (rest // (seats - 1))
    return [seats] * (entrants // seats)


def times_met(tournament: Tournament) -> Counter[tuple[int, int]]:
    """By two starting numbers, the lower first, in how many rounds they sat at a table together.

    A table counts that was played; one that ended by forfeit does not, so that the two may meet again.
    """
    played = {(result.round, result.table) for result in tournament.results if result.games}
    return Counter(
        pair
        for pairing in tournament.pairings
        for number, table in enumerate(pairing.tables, start=1)
        if (pairing.round, number) in played
        for pair in combinations(sorted(table.entrants), 2)
    )


def times_idle(tournament: Tournament) -> Counter[int]:
    """By starting number, how many rounds somebody counted as won without having played them."""
    won = Counter(
        bye.entrant
        for pairing in tournament.pairings
        for bye in pairing.byes
        if bye.reason in (Reason.BYE, Reason.WALKOVER)
    )
    for result in tournament.results:
        if not result.games:
            present = tournament.present(result)
            if len(present) == 1:
                won[present[0]] += 1
    return won


def floaters(tournament: Tournament, round_number: int) -> dict[int, int]:
    """Who sat with others of more or fewer points in a round: -1 for a downfloater, 1 for an upfloater.

    Whoever had a bye counts as a downfloater (FIDE C.04.3, A.4).
    """
    if not 1 <= round_number <= len(tournament.pairings):
        return {}
    pairing = tournament.pairings[round_number - 1]
    before = {
        entrant: points_of(appearance for appearance in of_entrant if appearance.round < round_number)
        for entrant, of_entrant in record(tournament).items()
    }
    floats = {bye.entrant: -1 for bye in pairing.byes}
    for table in pairing.tables:
        total = sum(before[entrant] for entrant in table.entrants)
        for entrant in table.entrants:
            above = total - len(table.entrants) * before[entrant]
            if above:
                floats[entrant] = 1 if above > 0 else -1
    return floats


_Price = tuple[int, int, int, int, int, int]
"""Met before, byes before, points of a bye, difference of points, floats again, wrong part of a group."""


def _prices(
    tournament: Tournament, order: Sequence[int], points: Mapping[int, int], floated: Mapping[int, int]
) -> dict[tuple[int, int], _Price]:
    seats = tournament.terms.seats
    met = times_met(tournament)
    group = Counter(points[entrant] for entrant in order)
    prices: dict[tuple[int, int], _Price] = {}
    for (at, upper), (there, lower) in combinations(enumerate(order), 2):
        pair = (upper, lower) if upper < lower else (lower, upper)
        apart = points[upper] - points[lower]
        if apart:
            again = (floated.get(upper) == -1) + (floated.get(lower) == 1)
            wrong = there - at
        else:
            again = 0
            wrong = group[points[upper]] // seats - (there - at)
            if seats > 2:
                wrong = max(0, wrong)  # at a table of three the first is two parts above the last
        prices[pair] = (met[pair] ** 2, 0, 0, apart**2, again, wrong**2)
    return prices


def _as_numbers(prices: Mapping[tuple[int, int], _Price], entrants: int) -> dict[tuple[int, int], int]:
    """Prices as single numbers in which a lower part never outweighs a higher one, however many add up."""
    scale = [1]
    for part in range(5, 0, -1):
        most = max((price[part] for price in prices.values()), default=0)
        scale.append(scale[-1] * (1 + most * entrants * 2))
    scale.reverse()
    return {
        pair: sum(part * weight for part, weight in zip(price, scale, strict=True))
        for pair, price in prices.items()
    }
