"""Absences of people who play by mail: announced ahead, within a yearly budget, for all their games at once.

The log of each game says from when to when a seat's clock stands (`absence_announced`); what somebody has
used of their budget is kept beside the logs, since it spans all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.game import Game, Status
from mensch.events.people import Person
from mensch.events.referee import Referee, derived_command

DAY = 24 * 3600 * 1000
"""Milliseconds."""

BUDGET = 30 * DAY
"""For how long somebody may be away in a calendar year (UTC), in milliseconds."""

_Spans = list[tuple[int, int]]


def announce(
    referee: Referee, person: Person, since: int, until: int, now: Callable[[], int] = clock.now
) -> list[Game]:
    """Announce that somebody will be away, in every game with a clock in which they have a seat.

    Said again, it changes nothing.

    Args:
        since: milliseconds UTC.
        until: milliseconds UTC.

    Returns:
        the games in which their clock will stand.

    Raises:
        UsageError: it has begun already, ends before it begins, or is more than is left of the year's budget.
    """
    if since <= now():
        raise UsageError(said("an absence is announced before it begins"))
    if until <= since:
        raise UsageError(said("an absence ends after it begins"))
    _book(referee, person, since, until)
    return [absent(referee, game, seat, since, until) for game, seat in _running(referee, person)]


def absent(referee: Referee, game: Game, seat: int, since: int, until: int) -> Game:
    """Write an absence into one game; a second time it changes nothing."""
    if game.clocks is not None and (since, until) in game.clocks.absences[seat]:
        return game
    assert game.seed is not None
    cmd = derived_command(game.seed, f"away:{game.id}:{seat}:{since}:{until}")
    return referee.act(game, [c.AnnounceAbsence(seat, since, until)], cmd=cmd)


def coming_absences(referee: Referee, person: Person, now: int) -> _Spans:
    """The absences that somebody has announced and that have not begun, for a game that they join now."""
    years = (_year(now), _year(now) + 1)
    return sorted({span for year in years for span in _booked(referee, person, year) if span[0] > now})


def left_of_budget(referee: Referee, person: Person, year: int) -> int:
    """For how long somebody may still be away in a calendar year, in milliseconds."""
    return BUDGET - _within(_booked(referee, person, year), year)


def _book(referee: Referee, person: Person, since: int, until: int) -> None:
    """Take an absence off the budget of the years that it lies in.

    Raises:
        UsageError: it is more than is left, or overlaps another one.
    """
    fields: dict[str, bytes] = {}
    for year in range(_year(since), _year(until - 1) + 1):
        booked = _booked(referee, person, year)
        if (since, until) in booked:
            continue
        if any(first < until and since < last for first, last in booked):
            raise UsageError(said("another absence is announced for a part of that time already"))
        booked.append((since, until))
        if _within(booked, year) > BUDGET:
            left = left_of_budget(referee, person, year) // DAY
            raise UsageError(
                said(
                    "of the {budget} days a year for which a player may be away, {left} are left in {year}",
                    budget=BUDGET // DAY,
                    left=left,
                    year=year,
                )
            )
        fields[f"away:{year}"] = msgspec.json.encode(booked)
    if fields:
        referee.store.save_player(person.id, fields)


def _booked(referee: Referee, person: Person, year: int) -> _Spans:
    kept = referee.store.players([person.id])[0].get(f"away:{year}")
    return msgspec.json.decode(kept, type=_Spans) if kept else []


def _within(spans: Sequence[tuple[int, int]], year: int) -> int:
    """How much of some spans, which don't overlap, lies in a year."""
    return sum(max(0, min(until, _begin(year + 1)) - max(since, _begin(year))) for since, until in spans)


def _running(referee: Referee, person: Person) -> list[tuple[Game, int]]:
    found = []
    for game_id, seat in person.games.items():
        if referee.store.head(game_id) is None:  # it was archived, or lies on another server by now
            continue
        game = referee.load(game_id)
        holder = game.seats[seat]
        theirs = holder is not None and holder.player == person.id and holder.person
        running = game.status is Status.RUNNING and game.clocks is not None
        if theirs and running and seat not in game.table.departed:
            found.append((game, seat))
    return found


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / 1000, UTC).year


def _begin(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000
