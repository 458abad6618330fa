"""What `--json` says of the results of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mensch.cli.documents import Document
from mensch.core.interval import Estimate
from mensch.core.tournament.cross_table import Meeting, cross_table
from mensch.core.tournament.rates import Rate, rates, seat_rates
from mensch.core.tournament.ratings import Id, Rated, Ratings, Scale
from mensch.core.tournament.results import POINT
from mensch.core.tournament.rounds import Tournament
from mensch.core.tournament.standings import TIE_BREAKS, Standing, standings
from mensch.core.tournament.terms import Format

_DIGITS = 9
"""After the decimal point; what lies behind differs from one floating-point library to another."""


def standings_document(tournament: Tournament, names: Sequence[str]) -> Document:
    """Standings with rates, and how often each seat won."""
    found = rates(tournament.results)
    return {
        "seats": {
            str(seats): [_estimate(estimate) for estimate in of_seats]
            for seats, of_seats in seat_rates(tournament.results).items()
        },
        "standings": [
            _standing(tournament, names, line) | _rate(found.get(line.entrant))
            for line in standings(tournament)
        ],
        "tie_breaks": [name.value for name in TIE_BREAKS[tournament.terms.format]],
    }


def cross_table_document(tournament: Tournament, names: Sequence[str]) -> Document:
    """Everybody against everybody; rows and columns in the order of `entrants`."""
    cross = cross_table(tournament)
    return {
        "entrants": [_standing(tournament, names, line) for line in cross.order],
        "meetings": [[_meeting(meeting) for meeting in row] for row in cross.meetings],
    }


def ratings_document(found: Ratings[Id], names: Mapping[Id, str]) -> Document:
    """Ratings, and how likely each is stronger than each; rows and columns in the order of `ratings`."""
    document: Document = {
        "ratings": [
            {
                "games": found.games[player],
                "name": names[player],
                "player": player,
                **_rated(found.plain.rated[player]),
                "luck_adjusted": _rated(found.adjusted.rated[player]) if found.adjusted else None,
            }
            for player in found.players
        ],
        "superiority": _superiority(found, found.plain),
    }
    if found.adjusted is not None:
        document["superiority_luck_adjusted"] = _superiority(found, found.adjusted)
    return document


def _standing(tournament: Tournament, names: Sequence[str], line: Standing) -> Document:
    found: Document = {
        "games": line.games,
        "left": line.leaving.value if line.leaving else None,
        "name": names[line.entrant - 1],
        "number": line.entrant,
        "place": line.place,
        "points": _figure(line.points / POINT),
        "tie_breaks": {
            name.value: _figure(value)
            for name, value in zip(TIE_BREAKS[tournament.terms.format], line.tie_breaks, strict=True)
        },
        "wins": line.wins,
    }
    if tournament.terms.format is Format.KNOCKOUT:
        found["rounds_survived"] = line.survived
    return found


def _rate(rate: Rate | None) -> Document:
    if rate is None:
        return {"luck_adjusted": None, "win_rate": None}
    return {
        "luck_adjusted": _estimate(rate.adjusted) if rate.adjusted else None,
        "win_rate": _estimate(rate.plain),
    }


def _estimate(estimate: Estimate) -> Document:
    return {"interval": [_figure(estimate.low), _figure(estimate.high)], "rate": _figure(estimate.rate)}


def _meeting(meeting: Meeting | None) -> Document | None:
    if meeting is None:
        return None
    return {"ahead": meeting.ahead, "games": meeting.games, "level": meeting.level}


def _rated(rated: Rated) -> Document:
    return {"interval": [_figure(rated.low), _figure(rated.high)], "rating": _figure(rated.rating)}


def _figure(value: float | Fraction) -> float:
    return round(float(value), _DIGITS) + 0.0  # no minus before a nought


def _superiority(found: Ratings[Id], scale: Scale[Id]) -> list[list[float | None]]:
    return [
        [None if one == other else _figure(scale.superior[one, other]) for other in found.players]
        for one in found.players
    ]
