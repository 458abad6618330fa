"""Tie-breaks by their usual names, for tables of two, three and four.

At a table of two they are what FIDE's handbook defines (C.07, Play-Off and Tie-Break Regulations, from
1 March 2026, articles 6 to 9 and 14 to 16). At larger tables an opponent's part is the average over the
opponents of that table, and whoever is placed above another has beaten them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from mensch.core.tournament.results import POINT
from mensch.core.tournament.scores import Appearance, Record, points_of


def opponents_points(record: Record) -> dict[int, Fraction]:
    """By starting number, what everybody counts for their opponents' tie-breaks, in points (C.07, 16.3)."""
    return {entrant: _adjusted(appearances) for entrant, appearances in record.items()}


def buchholz(appearances: Sequence[Appearance], worth: Mapping[int, Fraction], cut: int = 0) -> Fraction:
    """What one's opponents have, in points (C.07, 8.1; with a cut 14.1).

    Args:
        appearances: of the entrant.
        worth: what `opponents_points` says.
        cut: how many rounds are left out: first those that one stayed away from (16.5), then the lowest.
    """
    parts = sorted(
        (
            not appearance.away,
            _average([worth[other] for other, _ in appearance.opponents])
            if appearance.opponents
            else _dummy(appearance, appearances, worth),
        )
        for appearance in appearances
    )
    return sum((part for _, part in parts[cut:]), Fraction(0))


def sonneborn_berger(appearances: Sequence[Appearance], worth: Mapping[int, Fraction]) -> Fraction:
    """What those have whom one has beaten, and half of it where a place was shared, in points (C.07, 9.1)."""
    total = Fraction(0)
    for appearance in appearances:
        if appearance.opponents:
            total += _average([worth[other] * share for other, share in appearance.opponents])
        elif appearance.worth:
            result = Fraction(appearance.points, appearance.worth)
            total += _dummy(appearance, appearances, worth) * result
    return total


def direct_encounter(record: Record, entrant: int, tied: Collection[int]) -> Fraction:
    """What an entrant had against those who are tied with them (C.07, 6.1).

    Args:
        tied: all of them, the entrant among them.

    Returns:
        For each of the others whom the entrant has met, the share of games in which the entrant was placed
        above them, a shared place counting half; who met at several tables counts with the average (6.1.2).
    """
    total = Fraction(0)
    for one in tied:
        shares = [
            share for appearance in record[entrant] for other, share in appearance.opponents if other == one
        ]
        if shares:
            total += _average(shares)
    return total


def not_met(record: Record, entrant: int, tied: Collection[int]) -> int:
    """How many of those who are tied with an entrant they have not met."""
    met = {other for appearance in record[entrant] for other, _ in appearance.opponents}
    return sum(one != entrant and one not in met for one in tied)


def ahead_for_certain(record: Record, tied: Collection[int]) -> list[int]:
    """Who of the tied comes first by their encounters, who second, and so on, however those would have ended
    who have not met (C.07, 6.3); it ends where that is not certain.

    Somebody is ahead for certain who would be even after losing to everybody not met, against others who
    would have won against all whom they have not met.
    """
    least = {one: direct_encounter(record, one, tied) for one in tied}
    most = {one: least[one] + not_met(record, one, tied) for one in tied}
    left = sorted(tied, key=lambda one: (-least[one], one))
    ahead = []
    while len(left) > 1 and all(least[left[0]] > most[other] for other in left[1:]):
        ahead.append(left.pop(0))
    return ahead


def progressive(appearances: Sequence[Appearance]) -> Fraction:
    """The sum of the points after each round, in points (C.07, 7.5)."""
    total = after = 0
    for appearance in appearances:
        after += appearance.points
        total += after
    return Fraction(total, POINT)


def last_table(appearances: Sequence[Appearance]) -> Fraction:
    """The points at the last table, which rank those who were put out of a knock-out in the same round."""
    return Fraction(appearances[-1].points, POINT) if appearances else Fraction(0)


def _adjusted(appearances: Sequence[Appearance]) -> Fraction:
    """Points, with rounds that somebody stayed away from to the end as if drawn; forfeits stay lost."""
    twice = 0
    to_the_end = True
    for appearance in reversed(appearances):
        to_the_end = to_the_end and appearance.away
        drawn = to_the_end and not appearance.against
        twice += appearance.worth if drawn else 2 * appearance.points
    return Fraction(twice, 2 * POINT)


def _dummy(
    appearance: Appearance, appearances: Sequence[Appearance], worth: Mapping[int, Fraction]
) -> Fraction:
    """What stands for an opponent where nothing was played (C.07, 16.4).

    One's own points, but no more than whom one was to meet has, or half of what could be had in all rounds.
    """
    if not appearance.worth:
        return Fraction(0)
    if appearance.against:
        most = _average([worth[other] for other in appearance.against])
    else:
        most = Fraction(sum(one.worth for one in appearances), 2 * POINT)
    return min(Fraction(points_of(appearances), POINT), most)


def _average(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
