"""Time control over days, month ends, both changes to and from daylight saving time, and with a clock that
jumps back: in memory and on a real server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory

from mensch.core.errors import TurnError
from mensch.core.rules import classic
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.bodies import Clock
from mensch.events.cause import TABLE
from mensch.events.due import FLAG, HALF, LATE, NEVER
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.rebuild import rebuild
from mensch.events.referee import Player, Referee
from mensch.events.store import Store
from tests.events.clocked import DAY, HOUR, MINUTE, terms

Time = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory

BERLIN = ZoneInfo("Europe/Berlin")

FORFEIT = terms(5 * DAY, 12 * HOUR, on_timeout="forfeit")


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> Store:
    if request.param == "memory":
        return MemoryStore()
    found: Store = request.getfixturevalue("redis_store")
    return found


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose own clock follows daylight saving time."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


class Days:
    """A game on a server, and the days that pass.

    Args:
        began: when the game starts.
    """

    def __init__(self, store: Store, clock_of_game: Clock, frozen: Time, seats: int = 3) -> None:
        self.referee, self.frozen = Referee(store), frozen
        players = [Player(f"seat {seat}", mail=seat == 0) for seat in range(seats)]
        self.game: Game = self.referee.new_game(classic(seats), players, game_clock=clock_of_game)

    def pass_by(self, span: int) -> None:
        """Let milliseconds pass, or jump back."""
        self.frozen.tick(timedelta(milliseconds=span))

    def plays(self) -> None:
        move = self.game.table.legal_moves()[0].text
        self.game = self.referee.play(self.game, self.game.table.turn, move, TABLE)

    def due(self) -> set[str]:
        """What is due now, of what the clock sets times for."""
        found = self.referee.store.due(clock.now())
        return {item.kind for item in found} & {FLAG, HALF, LATE}

    def times(self) -> dict[str, int]:
        """When what is due is due, kind by kind."""
        return {item.kind: item.at for item in self.referee.store.due(NEVER)}

    def flag(self) -> None:
        """Let the flag fall, which forfeits."""
        self.game = self.referee.act(self.game, [c.FlagFall(self.game.table.turn, self.game.turn_began, 0)])

    def falls_exactly_after(self, span: int) -> None:
        """Check that the flag falls so long from now, and not before."""
        self.pass_by(span - 1)
        assert FLAG not in self.due()
        with pytest.raises(TurnError, match="has 1 ms until its flag falls"):
            self.flag()
        self.pass_by(1)
        assert FLAG in self.due()
        seat = self.game.table.turn
        self.flag()
        assert seat in self.game.table.departed


@pytest.mark.parametrize(
    "began",
    ["2026-01-28 23:59:59", "2028-02-26 12:00:00", "2026-12-29 00:00:00", "2026-04-29 18:30:00"],
    ids=["into February", "over a leap day", "into another year", "into May"],
)
def test_five_days_are_five_days_whatever_the_calendar_says(store: Store, began: str) -> None:
    with freeze_time(began) as frozen:
        days = Days(store, FORFEIT, frozen)
        days.falls_exactly_after(5 * DAY)


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize(
    ("began", "ends"),
    [
        (datetime(2026, 3, 28, 20, tzinfo=BERLIN), datetime(2026, 3, 29, 21, tzinfo=BERLIN)),
        (datetime(2026, 10, 24, 20, tzinfo=BERLIN), datetime(2026, 10, 25, 19, tzinfo=BERLIN)),
    ],
    ids=["an hour is left out", "an hour comes twice"],
)
def test_a_day_has_24_hours_also_when_the_local_clock_is_changed(
    store: Store, began: datetime, ends: datetime
) -> None:
    with freeze_time(began.astimezone(UTC)) as frozen:
        days = Days(store, terms(DAY, on_timeout="forfeit"), frozen)
        assert days.game.deadline == ends.timestamp() * 1000
        days.falls_exactly_after(DAY)


@pytest.mark.usefixtures("in_berlin")
def test_within_the_hour_that_comes_twice_time_goes_on(store: Store) -> None:
    with freeze_time(datetime(2026, 10, 25, 0, 15, tzinfo=UTC)) as frozen:  # 02:15 in Berlin
        days = Days(store, terms(90 * MINUTE, 0, on_timeout="forfeit"), frozen)
        days.pass_by(HOUR)  # 02:15 once more
        days.plays()
        assert days.game.left(0, days.game.at) == 30 * MINUTE
        times = [entry.record.at for entry in entries(store, days.game.id)]
        assert times == sorted(times)


@pytest.mark.usefixtures("in_berlin")
def test_an_absence_over_the_change_stops_the_clock_for_as_long_as_it_lasts(store: Store) -> None:
    with freeze_time(datetime(2026, 3, 20, 12, tzinfo=UTC)) as frozen:
        days = Days(store, terms(DAY, 0, on_timeout="forfeit"), frozen)
        since = clock.now() + DAY
        away = c.AnnounceAbsence(1, since, since + 14 * DAY)
        days.game = days.referee.act(days.game, [away])
        days.pass_by(12 * HOUR)
        days.plays()
        days.falls_exactly_after(15 * DAY)


def test_reminders_come_at_half_and_four_fifths_of_the_days(store: Store) -> None:
    with freeze_time("2026-02-26") as frozen:
        days = Days(store, FORFEIT, frozen)
        days.pass_by(5 * DAY // 2)
        assert days.due() == {HALF}
        days.pass_by(3 * DAY // 2)
        assert days.due() == {HALF, LATE}
        days.pass_by(DAY)
        assert days.due() == {HALF, LATE, FLAG}


def test_a_game_over_weeks_leaves_everybody_what_they_have_not_used(store: Store) -> None:
    with freeze_time("2026-02-20") as frozen:
        days = Days(store, FORFEIT, frozen)
        for _ in range(4):
            for span in (DAY, 2 * HOUR, 12 * HOUR):
                days.pass_by(span)
                days.plays()
        left = [days.game.left(seat, days.game.at) for seat in range(3)]
        assert left == [3 * DAY, 6 * DAY + 16 * HOUR, 5 * DAY]


def test_a_deadline_is_the_same_when_it_is_computed_again(store: Store) -> None:
    with freeze_time("2026-03-27") as frozen:
        days = Days(store, FORFEIT, frozen)
        days.pass_by(DAY)
        days.plays()
        times = days.times()
        rebuild(store)
        assert days.times() == times


# A clock that jumps back


def test_a_clock_that_jumps_back_within_a_turn_moves_no_deadline(store: Store) -> None:
    with freeze_time("2026-05-05") as frozen:
        days = Days(store, FORFEIT, frozen)
        deadline = days.game.deadline
        days.pass_by(-3 * DAY)
        days.game = days.referee.say(days.game, 1, "Is somebody there?")
        assert days.game.deadline == deadline
        assert days.times()[FLAG] == deadline
        days.falls_exactly_after(8 * DAY)


def test_nobody_has_used_less_than_nothing_when_a_clock_jumps_back(store: Store) -> None:
    with freeze_time("2026-05-05") as frozen:
        days = Days(store, terms(5 * DAY, 0, on_timeout="forfeit"), frozen)
        days.pass_by(-3 * DAY)
        days.plays()
        assert days.game.left(0, days.game.at) == 5 * DAY
        assert days.game.left(1, clock.now()) == 5 * DAY


def test_times_of_records_never_go_back_and_turns_count_from_them(store: Store) -> None:
    with freeze_time("2026-05-05") as frozen:
        days = Days(store, FORFEIT, frozen)
        days.pass_by(DAY)
        days.plays()
        days.pass_by(-6 * HOUR)
        days.plays()
        days.pass_by(7 * HOUR)
        days.plays()
        times = [entry.record.at for entry in entries(store, days.game.id)]
        assert times == sorted(times)
        assert days.game.left(2, days.game.at) == 5 * DAY + 12 * HOUR - HOUR


def test_a_flag_that_falls_has_a_time_behind_its_deadline_though_the_clock_jumps_back(store: Store) -> None:
    with freeze_time("2026-05-05") as frozen:
        days = Days(store, FORFEIT, frozen)
        deadline = days.game.deadline
        days.pass_by(5 * DAY + HOUR)
        days.game = days.referee.say(days.game, 1, "Too late!")
        days.pass_by(-3 * DAY)
        days.flag()
        assert deadline is not None
        assert deadline <= days.game.at
