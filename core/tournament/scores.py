"""What everybody counted table by table: what pairing looks at, and what all tie-breaks are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from mensch.core.tournament.berger import tables_of_each
from mensch.core.tournament.results import POINT, TableResult, place_points
from mensch.core.tournament.rounds import Bye, Reason, Table, Tournament
from mensch.core.tournament.seating import sittings
from mensch.core.tournament.terms import Entrant, Format, Leaving, Terms


class Appearance(msgspec.Struct, frozen=True):
    """What an entrant counted at a table, or in a round without one.

    Attributes:
        round: from 1.
        points: in twelfths of a point.
        worth: the most that could be had, in twelfths of a point; 0 where nothing was to be had.
        opponents: who sat at the table, with the share of the games in which the entrant was placed above
            each, a shared place counting half. Empty where nothing was played.
        away: whether they stayed away by their own doing (a voluntary unplayed round, FIDE C.07, 16.1).
        against: where nothing was played, whom they were to meet.
    """

    round: int
    points: int
    worth: int
    opponents: tuple[tuple[int, Fraction], ...] = ()
    away: bool = False
    against: tuple[int, ...] = ()


Record = dict[int, tuple[Appearance, ...]]
"""By starting number, all appearances in the order of rounds."""


def record(tournament: Tournament) -> Record:
    """What everybody has counted so far.

    Tables without a result are left out. In a round-robin of two, whoever left before half of their tables
    were played is taken out together with what others counted against them (FIDE handbook, C.06, Tournament
    Rules, V.4).
    """
    results = {(result.round, result.table): result for result in tournament.results}
    out = unfinished(tournament)
    appearances: dict[int, list[Appearance]] = {entrant.number: [] for entrant in tournament.entrants}
    for pairing in tournament.pairings:
        seen: set[int] = set()
        for number, table in enumerate(pairing.tables, start=1):
            seen.update(table.entrants)
            result = results.get((pairing.round, number))
            if result is None or not out.isdisjoint(table.entrants):
                continue
            for one, appearance in _at_table(table, result, tournament):
                appearances[one].append(appearance)
        for bye in pairing.byes:
            seen.add(bye.entrant)
            if bye.entrant not in out and bye.against not in out:
                appearances[bye.entrant].append(_without_table(bye, pairing.round, tournament.terms))
        if tournament.terms.format is Format.SWISS:
            for entrant in tournament.entrants:
                if entrant.number not in seen:
                    missed = Appearance(pairing.round, 0, _worth(tournament.terms), away=True)
                    appearances[entrant.number].append(missed)
    return {entrant: tuple(of_entrant) for entrant, of_entrant in appearances.items()}


def points_of(appearances: Iterable[Appearance]) -> int:
    """Points of an entrant, in twelfths."""
    return sum(appearance.points for appearance in appearances)


def unfinished(tournament: Tournament) -> frozenset[int]:
    """Who left a round-robin of two before half of their tables were played, so that nothing of it counts."""
    terms = tournament.terms
    if terms.format is not Format.ROUND_ROBIN or terms.seats != 2:
        return frozenset()
    seats = {
        (pairing.round, number): table.entrants
        for pairing in tournament.pairings
        for number, table in enumerate(pairing.tables, start=1)
    }
    played = Counter(
        entrant
        for result in tournament.results
        if result.games
        for entrant in seats[result.round, result.table]
    )
    starters = [entrant.number for entrant in tournament.entrants if entrant.plays(1)]
    each = tables_of_each(len(starters), terms.rounds) if starters else ()
    tables = dict(zip(starters, each, strict=True))
    return frozenset(
        entrant.number
        for entrant in tournament.entrants
        if entrant.left is not None and 2 * played[entrant.number] < tables.get(entrant.number, 1)
    )


def ranked_out(entrant: Entrant, out: frozenset[int]) -> bool:
    """Whether an entrant has no place: disqualified, or nothing of theirs counts."""
    return entrant.leaving is Leaving.DISQUALIFIED or entrant.number in out


def _at_table(table: Table, result: TableResult, tournament: Tournament) -> Iterator[tuple[int, Appearance]]:
    terms = tournament.terms
    present = tournament.present(result)
    if not result.games:
        worth = POINT * len(sittings(table, terms))
        for entrant in table.entrants:
            points = worth if present == [entrant] else 0
            others = tuple(other for other in table.entrants if other != entrant)
            if terms.format is Format.ROUND_ROBIN:  # forfeits count as games there (C.07, 15.2)
                share = Fraction(points, worth)
                opponents = tuple((other, share) for other in others)
                yield entrant, Appearance(result.round, points, worth, opponents)
            else:
                away = entrant not in present
                yield entrant, Appearance(result.round, points, worth, (), away, others)
        return
    counted: Counter[int] = Counter()
    shares: dict[int, Counter[int]] = {entrant: Counter() for entrant in table.entrants}
    for game in result.games:
        points_by_seat = place_points(game.places)
        for entrant, place, points in zip(game.seats, game.places, points_by_seat, strict=True):
            counted[entrant] += points
            for other, place_of_other in zip(game.seats, game.places, strict=True):
                shares[entrant][other] += (place < place_of_other) * 2 + (place == place_of_other)
    games = len(result.games)
    for entrant in table.entrants:
        opponents = tuple(
            (other, Fraction(shares[entrant][other], 2 * games))
            for other in table.entrants
            if other != entrant
        )
        yield entrant, Appearance(result.round, counted[entrant], POINT * games, opponents)


def _without_table(bye: Bye, round_number: int, terms: Terms) -> Appearance:
    if bye.reason in (Reason.REST, Reason.SEEDED):
        return Appearance(round_number, 0, 0)
    worth = _worth(terms)
    if bye.reason is Reason.WALKOVER and bye.against is not None and terms.format is Format.ROUND_ROBIN:
        return Appearance(round_number, worth, worth, ((bye.against, Fraction(1)),))
    return Appearance(round_number, worth, worth)


def _worth(terms: Terms) -> int:
    """What a full table's round is worth to each of its entrants, in twelfths of a point."""
    return POINT * terms.games * (terms.seats if terms.duplicate else 1)
