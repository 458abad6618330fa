"""Absences of people who play by mail: announced ahead, within a yearly budget, for all their games at once.

The log of each game says from when to when a seat's clock stands (`absence_announced`); what somebody has
used of their budget is kept beside the logs, since it spans all of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from mensch.core.errors import GameOverError, UsageError
from mensch.core.said import said
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.absences import LONGEST
from mensch.events.clock import DAY, MINUTE
from mensch.events.game import Game, Status
from mensch.events.people import Person
from mensch.events.referee import Referee, derived_command

_MARGIN = MINUTE
"""How far ahead what is left of an absence is announced in a new game, in milliseconds: not before the time
of the record that says so."""

BUDGET = 30 * DAY
"""For how long somebody may be away in a calendar year (UTC), in milliseconds."""

_BOOKED = "away:"
"""How the fields of a player begin that name an absence: since when, and until when, in milliseconds UTC."""

_Spans = list[tuple[int, int]]


def announce(
    referee: Referee,
    person: Person,
    since: int,
    until: int,
    now: Callable[[], int] = clock.now,
    *,
    asked: int | None = None,
) -> list[Game]:
    """Announce that somebody will be away, in every game with a clock in which they have a seat.

    Said again, it changes nothing.

    Args:
        since: milliseconds UTC.
        until: milliseconds UTC.
        asked: when the player has asked for it, in milliseconds UTC, where that was cut off: of an absence
            that lasts by now it is what is left. None for now.

    Returns:
        the games in which their clock will stand.

    Raises:
        UsageError: it has begun already, ends before it begins, is too long for one, or is more than is left
            of the year's budget.
    """
    if since <= (now() if asked is None else asked):
        raise UsageError(said("an absence is announced before it begins"))
    if until <= since:
        raise UsageError(said("an absence ends later than it begins"))
    _book(referee, person, since, until)
    begins = since if since > now() else now() + _MARGIN
    found = []
    for game, seat in _running(referee, person) if begins < until else []:
        with contextlib.suppress(GameOverError):  # it has ended just now
            found.append(absent(referee, game, seat, begins, until))
    return found


def absent(referee: Referee, game: Game, seat: int, since: int, until: int) -> Game:
    """Write an absence into one game; a second time it changes nothing."""
    absences = game.clocks.absences[seat] if game.clocks is not None else ()
    if any(first < until and since < last for first, last in absences):
        return game
    assert game.seed is not None
    cmd = derived_command(game.seed, f"away:{game.id}:{game.holder(seat).player}:{since}:{until}")
    return referee.act(game, [c.AnnounceAbsence(seat, since, until)], cmd=cmd)


def coming_absences(referee: Referee, seats: Mapping[int, str], now: int) -> list[c.AnnounceAbsence]:
    """The commands that write into a game what its players have announced before they had a seat there. Of an
    absence that lasts already it is what is left.

    Args:
        seats: the ids of these players by seat.
        now: in milliseconds UTC.
    """
    found = []
    earliest = now + _MARGIN
    for (seat, _), fields in zip(seats.items(), referee.store.players(list(seats.values())), strict=True):
        found += [
            c.AnnounceAbsence(seat, max(since, earliest), until)
            for since, until in _booked(fields)
            if until > earliest
        ]
    return found


def left_of_budget(referee: Referee, person: Person, year: int) -> int:
    """For how long somebody may still be away in a calendar year, in milliseconds."""
    [fields] = referee.store.players([person.id])
    return BUDGET - _within(_booked(fields), year)


def _book(referee: Referee, person: Person, since: int, until: int) -> None:
    """Take an absence off the budget of the years that it lies in.

    Each has a field of its own, and is looked at again once it is there: of two that are announced at the
    same moment none is lost, and where they do not go together, at least one is taken back.

    Raises:
        UsageError: it is more than is left, or overlaps another one.
    """
    field, store = f"{_BOOKED}{since}:{until}", referee.store
    [fields] = store.players([person.id])
    if field in fields:
        return
    _require_room(_booked(fields), since, until)
    store.save_player(person.id, {field: b""})
    [fields] = store.players([person.id])
    try:
        _require_room(_booked(fields.keys() - {field}), since, until)
    except UsageError:
        store.erase_fields(person.id, [field])
        raise


def _require_room(booked: _Spans, since: int, until: int) -> None:
    if any(first < until and since < last for first, last in booked):
        raise UsageError(said("another absence is announced for a part of that time already"))
    for year in range(year_of(since), year_of(until - 1) + 1):
        left = BUDGET - _within(booked, year)
        if _within([(since, until)], year) > left:
            raise UsageError(
                said(
                    "of the {budget} days a year for which a player may be away, {left} are left in {year}",
                    budget=BUDGET // DAY,
                    left=left // DAY,
                    year=year,
                )
            )
    if until - since > LONGEST:  # which two budgets hold, with a new year between
        raise UsageError(said("an absence is no longer than {days} days", days=LONGEST // DAY))


def _booked(fields: Iterable[str]) -> _Spans:
    """The absences that the fields of a player name, ascending."""
    spans = (field.removeprefix(_BOOKED).split(":") for field in fields if field.startswith(_BOOKED))
    return sorted((int(since), int(until)) for since, until in spans)


def _within(spans: Sequence[tuple[int, int]], year: int) -> int:
    """How much of some spans, which don't overlap, lies in a year."""
    return sum(max(0, min(until, _end(year)) - max(since, _begin(year))) for since, until in spans)


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


def year_of(at: int) -> int:
    """The calendar year, UTC, of a point in time in milliseconds UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).year


def _begin(year: int) -> int:
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) * 1000


def _end(year: int) -> int:
    return int(datetime(year, 12, 31, tzinfo=UTC).timestamp()) * 1000 + DAY
