"""Absences: announced ahead, in all games at once, within a yearly budget."""

from __future__ import annotations

import pytest

from mensch.core.errors import UsageError
from mensch.events.away import BUDGET, announce, left_of_budget
from mensch.events.bodies import AbsenceAnnounced
from mensch.events.cause import TABLE
from mensch.events.commands import AbortGame, TakeOverSeat
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.people import note_seat, people
from tests.events.mail_table import DAY, HOUR, Days

NEW_YEAR = 1_767_225_600_000
"""2026-01-01 00:00 UTC."""


def away(days: Days, name: str, since: int, until: int) -> list[str]:
    games = announce(days.referee, days.person(name), since, until, lambda: days.now)
    return [game.id for game in games]


def absences(days: Days, game: str) -> list[tuple[int, int, int]]:
    bodies = [entry.record.body for entry in entries(days.store, game)]
    return [(b.seat, b.since, b.until) for b in bodies if isinstance(b, AbsenceAnnounced)]


def test_it_is_written_into_every_running_game_of_that_player() -> None:
    days = Days()
    first, second, without = days.game("anna", "bert"), days.game("bert", "anna"), days.game("bert", "carla")
    since, until = days.now + DAY, days.now + 8 * DAY
    assert sorted(away(days, "anna", since, until)) == sorted([first.id, second.id])
    assert absences(days, first.id) == [(0, since, until)]
    assert absences(days, second.id) == [(1, since, until)]
    assert absences(days, without.id) == []


def test_meanwhile_the_clock_of_that_player_stands() -> None:
    days = Days()
    game = days.game("anna", "bert")
    away(days, "bert", days.now + HOUR, days.now + 7 * DAY)
    days.now += DAY
    game = days.referee.load(game.id)
    game = days.referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)
    assert game.deadline == days.now + 6 * DAY + 5 * DAY


def test_a_running_deadline_is_not_dodged() -> None:
    days = Days()
    game = days.game("anna", "bert")
    deadline = game.deadline
    away(days, "anna", days.now + HOUR, days.now + 7 * DAY)
    assert days.referee.load(game.id).deadline == deadline


def test_said_twice_it_changes_nothing() -> None:
    days = Days()
    game = days.game("anna", "bert")
    since, until = days.now + DAY, days.now + 8 * DAY
    away(days, "anna", since, until)
    assert away(days, "anna", since, until) == [game.id]
    assert absences(days, game.id) == [(0, since, until)]
    assert left_of_budget(days.referee, days.person("anna"), 2025) == BUDGET - 7 * DAY


@pytest.mark.parametrize(
    ("since", "until", "complaint"),
    [
        (-1, DAY, "before it begins"),
        (2 * DAY, DAY, "ends later than it begins"),
        (DAY, 32 * DAY, "30 days a year"),
    ],
)
def test_what_is_no_absence_is_refused(since: int, until: int, complaint: str) -> None:
    days = Days()
    days.now = NEW_YEAR + 40 * DAY
    game = days.game("anna", "bert")
    with pytest.raises(UsageError, match=complaint):
        away(days, "anna", days.now + since, days.now + until)
    assert absences(days, game.id) == []


def test_a_calendar_year_has_a_budget_of_its_own() -> None:
    days = Days()
    game = days.game("anna", "bert")
    away(days, "anna", NEW_YEAR - 28 * DAY, NEW_YEAR - 3 * DAY)
    away(days, "anna", NEW_YEAR - 2 * DAY, NEW_YEAR + 20 * DAY)
    anna = days.person("anna")
    assert left_of_budget(days.referee, anna, 2025) == BUDGET - 27 * DAY
    assert left_of_budget(days.referee, anna, 2026) == BUDGET - 20 * DAY
    with pytest.raises(UsageError, match="10 are left in 2026"):
        away(days, "anna", NEW_YEAR + 30 * DAY, NEW_YEAR + 41 * DAY)
    assert len(absences(days, game.id)) == 2


def test_one_that_both_budgets_would_hold_is_still_no_longer_than_thirty_days() -> None:
    days = Days()
    game = days.game("anna", "bert")
    with pytest.raises(UsageError, match="no longer than 30 days"):
        away(days, "anna", NEW_YEAR - 20 * DAY, NEW_YEAR + 20 * DAY)
    assert absences(days, game.id) == []
    assert left_of_budget(days.referee, days.person("anna"), 2026) == BUDGET, "none of it was booked"
    assert away(days, "anna", NEW_YEAR - 15 * DAY, NEW_YEAR + 15 * DAY) == [game.id]


def test_the_last_year_that_a_calendar_knows_has_a_budget_too() -> None:
    days = Days()
    game = days.game("anna", "bert")
    end = 253_402_300_800_000 - DAY
    assert away(days, "anna", end - 2 * DAY, end) == [game.id]
    assert left_of_budget(days.referee, days.person("anna"), 9999) == BUDGET - 2 * DAY


def test_a_game_that_has_ended_just_now_holds_back_none_of_the_others() -> None:
    days = Days()
    first, second = days.game("anna", "bert"), days.game("anna", "carla")
    load = days.referee.load
    over: list[str] = []

    def ends_when_loaded(game: str) -> Game:
        loaded = load(game)
        if not over:
            over.append(days.referee.act(loaded, [AbortGame()]).id)
        return loaded

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(days.referee, "load", ends_when_loaded)
        found = away(days, "anna", days.now + DAY, days.now + 2 * DAY)
    assert found == [game.id for game in (first, second) if game.id not in over]


def test_of_two_at_the_same_moment_that_do_not_go_together_at_most_one_is_booked() -> None:
    days = Days()
    anna = days.person("anna")
    players = days.store.players
    others: list[list[str]] = []

    def another_one_comes_in_between(ids: list[str]) -> list[dict[str, bytes]]:
        seen = players(ids)
        if not others:
            others.append(ids)
            away(days, "anna", days.now + 2 * DAY, days.now + 4 * DAY)
        return seen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(days.store, "players", another_one_comes_in_between)
        with pytest.raises(UsageError, match="already"):
            announce(days.referee, anna, days.now + DAY, days.now + 3 * DAY, lambda: days.now)
    assert left_of_budget(days.referee, anna, 2025) == BUDGET - 2 * DAY


def test_whoever_is_away_at_the_same_time_as_the_player_before_is_so_too() -> None:
    days = Days()
    game = days.game("anna", "bert")
    since, until = days.now + DAY, days.now + 3 * DAY
    away(days, "anna", since, until)
    carla = days.person("carla")
    days.referee.act(game, [TakeOverSeat(0, carla.id, mail=True)])
    note_seat(days.store, carla.id, game.id, 0)
    assert away(days, "carla", since, until) == [game.id]
    assert absences(days, game.id) == [(0, since, until)] * 2


def test_an_overlap_is_refused() -> None:
    days = Days()
    days.game("anna", "bert")
    away(days, "anna", days.now + DAY, days.now + 3 * DAY)
    with pytest.raises(UsageError, match="announced for a part of that time already"):
        away(days, "anna", days.now + 2 * DAY, days.now + 4 * DAY)


def test_a_game_that_has_gone_from_the_server_is_passed_over() -> None:
    days = Days()
    game = days.game("anna", "bert")
    days.store.save_player(days.person("anna").id, {"game:zzzzzzzzzz": b"1"})
    assert away(days, "anna", days.now + DAY, days.now + 2 * DAY) == [game.id]
    assert people(days.store, [days.person("anna").id])[0].games["zzzzzzzzzz"] == 1
