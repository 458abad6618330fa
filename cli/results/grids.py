"""Tables of what a tournament came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mensch.cli.results import texts
from mensch.cli.results.grid import Cell, Column, Grid
from mensch.core.interval import Estimate
from mensch.core.tournament.cross_table import Meeting, cross_table
from mensch.core.tournament.rates import Rate, rates, seat_rates
from mensch.core.tournament.ratings import Id, Rated, Ratings
from mensch.core.tournament.results import POINT, TableResult
from mensch.core.tournament.rounds import Tournament
from mensch.core.tournament.standings import TIE_BREAKS, TieBreak, standings
from mensch.core.tournament.terms import Format

_PLACE = Column(texts.PLACE, 0)
_NAME = Column(texts.NAME, None)
_GAMES = Column(texts.GAMES, 0)
_PERCENT = (
    Column(texts.PERCENT, 1, fixed=True),
    Column(texts.FROM, 1, fixed=True),
    Column(texts.TO, 1, fixed=True),
)
_LESS_LUCK = (Column(texts.LESS_LUCK, 1, fixed=True), *_PERCENT[1:])
_RATING = (Column(texts.RATING, 0), Column(texts.FROM, 0), Column(texts.TO, 0))
_RATING_LESS_LUCK = (Column(texts.LESS_LUCK, 0), *_RATING[1:])


def standings_grid(tournament: Tournament, names: Sequence[str]) -> Grid:
    """Everybody's place, points and tie-breaks.

    Args:
        names: by starting number, the first is number 1's.
    """
    knockout = tournament.terms.format is Format.KNOCKOUT
    breaks = TIE_BREAKS[tournament.terms.format]
    columns = [_PLACE, _NAME]
    if knockout:
        columns.append(Column(texts.ROUNDS, 0))
    columns += [Column(texts.POINTS), _GAMES]
    if TieBreak.WINS not in breaks:
        columns.append(Column(texts.WON, 0))
    columns += [Column(texts.TIE_BREAKS[name]) for name in breaks]
    lines = standings(tournament)
    left = any(line.leaving for line in lines)
    if left:
        columns.append(Column(texts.LEFT, None))
    rows = []
    for line in lines:
        row: list[Cell] = [line.place, names[line.entrant - 1]]
        if knockout:
            row.append(line.survived)
        row += [Fraction(line.points, POINT), line.games]
        if TieBreak.WINS not in breaks:
            row.append(line.wins)
        row += line.tie_breaks
        if left:
            row.append(texts.LEAVINGS[line.leaving] if line.leaving else None)
        rows.append(tuple(row))
    return Grid(texts.STANDINGS, tuple(columns), tuple(rows))


def rates_grid(tournament: Tournament, names: Sequence[str]) -> Grid:
    """How often everybody won, with the interval; and less the luck of the draw where that is known."""
    found = rates(tournament.results)
    adjusted = any(rate.adjusted for rate in found.values())
    order = [line.entrant for line in standings(tournament) if line.entrant in found]
    return Grid(
        texts.RATES,
        (_NAME, _GAMES, *_PERCENT, *(_LESS_LUCK if adjusted else ())),
        tuple((names[entrant - 1], *_rate_cells(found[entrant], adjusted)) for entrant in order),
        leading=1,
    )


def cross_table_grid(tournament: Tournament, names: Sequence[str]) -> Grid:
    """What everybody had against everybody: a point for a game ahead, half a one for a shared place."""
    cross = cross_table(tournament)
    numbered = range(1, len(cross.order) + 1)
    return Grid(
        texts.CROSS_TABLE,
        (_PLACE, _NAME, Column(texts.POINTS), *(Column(str(number)) for number in numbered)),
        tuple(
            (
                number,
                names[line.entrant - 1],
                Fraction(line.points, POINT),
                *(_meeting_cell(meeting, itself=at == number) for at, meeting in enumerate(row, start=1)),
            )
            for number, line, row in zip(numbered, cross.order, cross.meetings, strict=True)
        ),
    )


def seats_grid(results: Sequence[TableResult]) -> Grid:
    """How often each seat won, at tables of each size."""
    return Grid(
        texts.SEATS,
        (Column(texts.AT_TABLE, 0), Column(texts.SEAT, 0), *_PERCENT),
        tuple(
            (seats, seat, *_percent(estimate))
            for seats, of_seats in seat_rates(results).items()
            for seat, estimate in enumerate(of_seats)
        ),
    )


def ratings_grid(found: Ratings[Id], names: Mapping[Id, str]) -> Grid:
    """Ratings with their intervals, and how likely it is that each is stronger than the next."""
    adjusted = found.adjusted
    rows = []
    for place, player in enumerate(found.players, start=1):
        row: list[Cell] = [place, names[player], found.games[player], *_rated(found.plain.rated[player])]
        if adjusted is not None:
            row += _rated(adjusted.rated[player])
        following = found.players[place : place + 1]
        row.append(100 * found.plain.superior[player, following[0]] if following else None)
        rows.append(tuple(row))
    return Grid(
        texts.RATINGS,
        (
            _PLACE,
            _NAME,
            _GAMES,
            *_RATING,
            *(_RATING_LESS_LUCK if adjusted is not None else ()),
            Column(texts.LIKELIER, 1, fixed=True),
        ),
        tuple(rows),
    )


def superiority_grid(found: Ratings[Id], names: Mapping[Id, str]) -> Grid:
    """How likely it is that who stands in a row is stronger than who stands in a column."""
    scale = found.plain
    return Grid(
        texts.SUPERIORITY,
        (
            _PLACE,
            _NAME,
            *(Column(str(number), 1, fixed=True) for number in range(1, len(found.players) + 1)),
        ),
        tuple(
            (
                place,
                names[one],
                *(None if one == other else 100 * scale.superior[one, other] for other in found.players),
            )
            for place, one in enumerate(found.players, start=1)
        ),
    )


def _meeting_cell(meeting: Meeting | None, *, itself: bool) -> Cell:
    if meeting is None:
        return "×" if itself else None
    return Fraction(2 * meeting.ahead + meeting.level, 2)


def _percent(estimate: Estimate) -> tuple[float, float, float]:
    return 100 * estimate.rate, 100 * estimate.low, 100 * estimate.high


def _rate_cells(rate: Rate, adjusted: bool) -> tuple[Cell, ...]:
    cells: tuple[Cell, ...] = (rate.games, *_percent(rate.plain))
    if not adjusted:
        return cells
    return (*cells, *(_percent(rate.adjusted) if rate.adjusted else (None, None, None)))


def _rated(rated: Rated) -> tuple[float, float, float]:
    return rated.rating, rated.low, rated.high
