"""Who is ahead: points, then tie-breaks by their usual names."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from mensch.core.tournament.knockout import rounds_survived
from mensch.core.tournament.rounds import Tournament
from mensch.core.tournament.scores import Record, points_of, ranked_out, record, unfinished
from mensch.core.tournament.terms import Format, Leaving
from mensch.core.tournament.tiebreaks import (
    ahead_for_certain,
    buchholz,
    direct_encounter,
    last_table,
    not_met,
    opponents_points,
    progressive,
    sonneborn_berger,
)


class TieBreak(enum.Enum):
    """What those are ranked by who have the same points; docs/tournaments.md defines each."""

    BUCHHOLZ_CUT_1 = "Buchholz Cut 1"
    BUCHHOLZ = "Buchholz"
    SONNEBORN_BERGER = "Sonneborn-Berger"
    DIRECT_ENCOUNTER = "Direct encounter"
    WINS = "Games won"
    PROGRESSIVE = "Progressive score"
    MARGIN = "Average margin"
    LAST_TABLE = "Last table"


TIE_BREAKS: dict[Format, tuple[TieBreak, ...]] = {
    Format.SWISS: (
        TieBreak.BUCHHOLZ_CUT_1,
        TieBreak.BUCHHOLZ,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.PROGRESSIVE,
        TieBreak.WINS,
        TieBreak.MARGIN,
    ),
    Format.ROUND_ROBIN: (
        TieBreak.DIRECT_ENCOUNTER,
        TieBreak.WINS,
        TieBreak.SONNEBORN_BERGER,
        TieBreak.MARGIN,
    ),
    Format.GAUNTLET: (TieBreak.WINS, TieBreak.MARGIN),
    Format.KNOCKOUT: (TieBreak.LAST_TABLE,),
}
"""By format, in the order in which they are asked."""


class Standing(msgspec.Struct, frozen=True):
    """An entrant's line in the standings.

    Attributes:
        place: from 1; shared where points and every tie-break are equal. None for who was disqualified, and
            for who left a round-robin of two before half of it was played.
        entrant: the starting number.
        points: in twelfths of a point.
        games: how many games were played.
        wins: how many of them were won.
        tie_breaks: in the order of `TIE_BREAKS`, in points; the margin in points of the game.
        survived: how many rounds of a knock-out they were not put out in, which is what counts there instead
            of points; 0 in other formats.
        leaving: why they left; None for who is still in.
    """

    place: int | None
    entrant: int
    points: int
    games: int
    wins: int
    tie_breaks: tuple[Fraction, ...]
    survived: int = 0
    leaving: Leaving | None = None


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """All entrants, the first place first, those without a place last."""
    knockout = tournament.terms.format is Format.KNOCKOUT
    names = TIE_BREAKS[tournament.terms.format]
    scored = record(tournament)
    played = _played(tournament)
    survived = rounds_survived(tournament) if knockout else {}
    figures = _figures(scored, played)
    out = unfinished(tournament)

    def ahead(entrant: int) -> int:
        return survived[entrant] if knockout else points_of(scored[entrant])

    def line(entrant: int, place: int | None) -> Standing:
        return Standing(
            place=place,
            entrant=entrant,
            points=points_of(scored[entrant]),
            games=played[entrant].games,
            wins=played[entrant].wins,
            tie_breaks=tuple(figures[entrant][name] for name in names),
            survived=survived.get(entrant, 0),
            leaving=tournament.entrants[entrant - 1].leaving,
        )

    lines: list[Standing] = []
    placed = [entrant.number for entrant in tournament.entrants if not ranked_out(entrant, out)]
    for tied in _split(placed, ahead):
        for group in _rank(tied, names, scored, figures):
            place = len(lines) + 1
            lines += [line(entrant, place) for entrant in group]
    outside = [entrant.number for entrant in tournament.entrants if ranked_out(entrant, out)]
    lines += [line(entrant, None) for group in _split(outside, ahead) for entrant in group]
    return tuple(lines)


class _Played(msgspec.Struct):
    """An entrant's games, counted.

    Attributes:
        margin: the sum of how much more they scored than the average of the others, in sixths of a point
            of the game.
    """

    games: int = 0
    wins: int = 0
    margin: int = 0


_Figures = dict[int, dict[TieBreak, Fraction]]


def _played(tournament: Tournament) -> dict[int, _Played]:
    played = {entrant.number: _Played() for entrant in tournament.entrants}
    for result in tournament.results:
        for game in result.games:
            others = len(game.seats) - 1
            total = sum(game.scores)
            for entrant, place, score in zip(game.seats, game.places, game.scores, strict=True):
                of_entrant = played[entrant]
                of_entrant.games += 1
                of_entrant.wins += place == 1 and not game.adjudicated
                of_entrant.margin += 6 * score - 6 // others * (total - score)
    return played


def _figures(scored: Record, played: Mapping[int, _Played]) -> _Figures:
    """By entrant, all tie-breaks; the direct encounter is found where it is known who is tied."""
    worth = opponents_points(scored)
    return {
        entrant: {
            TieBreak.BUCHHOLZ_CUT_1: buchholz(appearances, worth, cut=1),
            TieBreak.BUCHHOLZ: buchholz(appearances, worth),
            TieBreak.SONNEBORN_BERGER: sonneborn_berger(appearances, worth),
            TieBreak.DIRECT_ENCOUNTER: Fraction(0),
            TieBreak.WINS: Fraction(played[entrant].wins),
            TieBreak.PROGRESSIVE: progressive(appearances),
            TieBreak.MARGIN: Fraction(played[entrant].margin, 6 * max(1, played[entrant].games)),
            TieBreak.LAST_TABLE: last_table(appearances),
        }
        for entrant, appearances in scored.items()
    }


def _rank(
    tied: Sequence[int], names: Sequence[TieBreak], scored: Record, figures: _Figures
) -> list[list[int]]:
    """Those who are tied on points, in order; who stay tied to the end are one group."""
    groups = [list(tied)]
    for name in names:
        parts = []
        for group in groups:
            if name is TieBreak.DIRECT_ENCOUNTER:
                ranked = _by_encounter(group, scored)
                if len(ranked) > 1 or _have_met(group, scored):
                    for entrant in group:
                        figures[entrant][name] = direct_encounter(scored, entrant, group)
                parts += ranked
            else:
                parts += _split(group, lambda entrant: figures[entrant][name])  # noqa: B023 # called at once
        groups = parts
    return groups


def _by_encounter(tied: list[int], scored: Record) -> list[list[int]]:
    """By what they had against each other, then among those who stay tied, and so on (C.07, 6.2 and 6.3)."""
    if _have_met(tied, scored):
        parts = _split(tied, lambda entrant: direct_encounter(scored, entrant, tied))
        if len(parts) == 1:
            return parts
        return [group for part in parts for group in _by_encounter(part, scored)]
    ahead = ahead_for_certain(scored, tied)
    if not ahead:
        return [tied]
    behind = [entrant for entrant in tied if entrant not in ahead]
    return [*([entrant] for entrant in ahead), *_by_encounter(behind, scored)]


def _have_met(tied: Sequence[int], scored: Record) -> bool:
    return all(not_met(scored, entrant, tied) == 0 for entrant in tied)


def _split(entrants: Iterable[int], figure: Callable[[int], Fraction | int]) -> list[list[int]]:
    """Groups of the same figure, the highest first, within a group by starting number."""
    groups: dict[Fraction | int, list[int]] = {}
    for entrant in sorted(entrants):
        groups.setdefault(figure(entrant), []).append(entrant)
    return [groups[value] for value in sorted(groups, reverse=True)]
