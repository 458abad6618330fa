"""Time control: what a turn uses up, what a move adds, and when a flag is to fall."""

import pytest

from mensch.events import commands as c
from mensch.events import time_control
from mensch.events.time_control import Turn
from tests.events.clocked import DAY, HOUR, MINUTE, ClockedTable, clocked, replacement, terms
from tests.events.table import GREEDY, salt, started

# Bank, increment, cap, grace


def test_a_game_without_time_control_has_no_clocks_and_no_deadline() -> None:
    game = started().game
    assert (game.clocks, game.clock, game.deadline, game.left(0, game.at)) == (None, None, None, None)


def test_everybody_begins_with_the_bank() -> None:
    table = clocked(terms(5 * DAY))
    assert [table.left(seat) for seat in (0, 1)] == [5 * DAY, 5 * DAY]
    assert table.deadline == table.game.at + 5 * DAY


def test_before_the_start_no_clock_runs() -> None:
    table = ClockedTable()
    assert table.game.deadline is None
    assert clocked().clocks.seat == 0


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    table = clocked(terms(5 * DAY))
    later = table.game.at + 2 * DAY
    assert (table.game.left(0, later), table.game.left(1, later)) == (3 * DAY, 5 * DAY)


def test_a_move_uses_up_the_bank_and_adds_the_increment() -> None:
    table = clocked(terms(5 * DAY, 12 * HOUR))
    table.plays_after(2 * DAY)
    assert table.left(0) == 3 * DAY + 12 * HOUR
    assert table.deadline == table.game.at + 5 * DAY


def test_a_bank_never_holds_more_than_the_cap() -> None:
    table = clocked(terms(5 * DAY, 12 * HOUR, cap=5 * DAY + HOUR))
    table.plays_after(HOUR)
    assert table.left(0) == 5 * DAY + HOUR


def test_a_flag_waits_for_the_grace_which_nobody_has_as_time_left() -> None:
    table = clocked(terms(DAY, 0, grace=12 * HOUR))
    assert table.deadline == table.game.at + DAY + 12 * HOUR
    assert table.game.left(0, table.game.at + DAY + HOUR) == 0


def test_within_the_grace_the_bank_is_empty_and_never_less() -> None:
    table = clocked(terms(DAY, 10 * MINUTE, grace=12 * HOUR))
    table.plays_after(DAY + 11 * HOUR)
    assert table.left(0) == 10 * MINUTE


def test_shares_of_a_turn_are_shares_of_bank_and_grace() -> None:
    table = clocked(terms(9 * HOUR, grace=HOUR))
    assert table.clocks.allowance == 10 * HOUR
    assert table.clocks.reached(50) == table.game.at + 5 * HOUR
    assert table.clocks.reached(80) == table.game.at + 8 * HOUR


def test_a_message_neither_stops_nor_restarts_a_clock() -> None:
    table = clocked()
    deadline = table.deadline
    table.after(DAY).does(c.LeaveMessage(1, salt(1)))
    assert table.deadline == deadline
    assert table.left() == 4 * DAY


def test_bots_need_no_time() -> None:
    table = clocked(bots=[0])
    assert table.game.deadline is None
    table.plays_after(3 * DAY)
    assert (table.left(0), table.deadline) == (5 * DAY, table.game.at + 5 * DAY)


def test_whoever_is_to_move_after_somebody_leaves_begins_then() -> None:
    table = clocked(seats=3)
    table.after(DAY).does(c.Resign(0))
    assert (table.clocks.seat, table.deadline) == (1, table.game.at + 5 * DAY)


def test_another_seats_leaving_changes_no_deadline() -> None:
    table = clocked(seats=3)
    deadline = table.deadline
    table.after(DAY).does(c.Resign(2))
    assert table.deadline == deadline


def test_the_end_stops_all_clocks() -> None:
    table = clocked()
    table.after(DAY).does(c.Resign(1))
    assert table.game.over
    assert table.game.deadline is None


def test_a_new_player_has_a_full_bank() -> None:
    table = clocked()
    table.after(4 * DAY).does(replacement(0))
    assert table.deadline == table.game.at + 5 * DAY


def test_a_bot_that_takes_a_seat_over_stops_its_clock() -> None:
    table = clocked()
    table.after(DAY).does(c.TakeOverSeat(0, "mensch0009", GREEDY))
    assert table.game.deadline is None


# Clocks stand


def test_clocks_stand_while_a_dispute_is_open() -> None:
    table = clocked()
    table.after(DAY).does(c.OpenDispute(1, 4, salt(1)))
    assert table.game.deadline is None
    assert table.game.left(0, table.game.at + 9 * DAY) == 4 * DAY


def test_clocks_go_on_after_a_pause_with_what_was_left() -> None:
    table = clocked()
    table.after(DAY).does(c.PauseGame())
    assert table.game.deadline is None
    table.after(90 * DAY).does(c.ResumeGame("operator"))
    assert table.deadline == table.game.at + 4 * DAY
    table.plays_after(DAY)
    assert table.left(0) == 3 * DAY + 12 * HOUR


def test_whoever_is_to_move_during_a_pause_begins_with_its_end() -> None:
    table = clocked(seats=3)
    table.does(c.PauseGame())
    table.after(DAY).does(c.Resign(0))
    assert table.game.deadline is None
    table.after(DAY).does(c.ResumeGame("operator"))
    assert (table.clocks.seat, table.deadline) == (1, table.game.at + 5 * DAY)


# Absence


def away(table: ClockedTable, seat: int, since: int, until: int) -> None:
    """Announce an absence by days from now on."""
    table.does(c.AnnounceAbsence(seat, table.now + since, table.now + until))


def test_a_clock_stands_during_an_absence_that_was_announced_before_the_turn() -> None:
    table = clocked()
    away(table, 1, 2 * DAY, 9 * DAY)
    announced = table.game.at
    table.plays_after(DAY)
    assert table.deadline == announced + 1 * DAY + 5 * DAY + 7 * DAY
    assert table.game.left(1, announced + 5 * DAY) == 4 * DAY


def test_a_turn_that_begins_within_an_absence_begins_with_its_end() -> None:
    table = clocked()
    away(table, 1, HOUR, 9 * DAY)
    announced = table.game.at
    table.plays_after(DAY)
    assert table.deadline == announced + 9 * DAY + 5 * DAY
    table.plays_after(DAY)
    assert table.left(1) == 5 * DAY + 12 * HOUR


def test_an_absence_never_dodges_a_running_deadline() -> None:
    table = clocked()
    deadline = table.deadline
    away(table, 0, HOUR, 9 * DAY)
    assert table.deadline == deadline


def test_an_absence_behind_the_deadline_changes_nothing() -> None:
    table = clocked()
    away(table, 1, 20 * DAY, 30 * DAY)
    table.plays_after(DAY)
    assert table.deadline == table.game.at + 5 * DAY


def test_whoever_moves_while_away_has_used_no_time_of_the_absence() -> None:
    table = clocked()
    away(table, 1, DAY, 9 * DAY)
    table.plays_after(HOUR)
    table.plays_after(4 * DAY)
    assert table.left(1) == 5 * DAY + 12 * HOUR - 23 * HOUR


def test_the_absence_of_one_player_is_not_anothers() -> None:
    table = clocked()
    away(table, 0, HOUR, 9 * DAY)
    table.plays_after(2 * HOUR)
    assert table.deadline == table.game.at + 5 * DAY


def test_two_absences_in_a_row_both_count() -> None:
    table = clocked()
    away(table, 1, 2 * DAY, 4 * DAY)
    away(table, 1, 5 * DAY, 6 * DAY)
    table.plays_after(HOUR)
    assert table.deadline == table.game.at + 5 * DAY + 3 * DAY


def test_a_new_player_is_not_away_because_the_one_before_was() -> None:
    table = clocked()
    away(table, 1, HOUR, 9 * DAY)
    table.does(replacement(1))
    table.plays_after(2 * HOUR)
    assert table.deadline == table.game.at + 5 * DAY


# Downtime


def test_what_is_given_back_moves_the_deadline() -> None:
    table = clocked()
    deadline, down = table.deadline, table.game.at + HOUR
    table.after(9 * HOUR).does(c.ReturnTime(0, 8 * HOUR, down, down + 8 * HOUR))
    assert table.deadline == deadline + 8 * HOUR
    assert table.left() == 5 * DAY - HOUR


def test_what_is_given_back_after_the_move_is_in_the_bank() -> None:
    table = clocked(terms(DAY, 0))
    down = table.game.at + HOUR
    table.plays_after(10 * HOUR)
    assert table.left(0) == 14 * HOUR
    assert table.clocks.owed(down, down + 8 * HOUR) == [(0, 8 * HOUR, down, down + 8 * HOUR)]
    table.does(c.ReturnTime(0, 8 * HOUR, down, down + 8 * HOUR))
    assert table.left(0) == 22 * HOUR


def test_no_more_than_the_cap_comes_back() -> None:
    table = clocked(terms(DAY, DAY, cap=DAY))
    down = table.game.at
    table.plays_after(10 * HOUR)
    table.does(c.ReturnTime(0, 8 * HOUR, down, down + 8 * HOUR))
    assert table.left(0) == DAY


def test_only_the_part_of_a_downtime_in_which_a_clock_ran_is_owed() -> None:
    table = clocked()
    began = table.game.at
    assert table.clocks.owed(began - DAY, began + HOUR) == [(0, HOUR, began, began + HOUR)]
    assert table.clocks.owed(began - DAY, began) == []


def test_nothing_is_owed_twice() -> None:
    table = clocked()
    down = table.game.at
    table.after(DAY).does(c.ReturnTime(0, HOUR, down, down + HOUR))
    assert table.clocks.owed(down, down + HOUR) == []
    assert table.clocks.owed(down, down + 3 * HOUR) == [(0, 2 * HOUR, down + HOUR, down + 3 * HOUR)]


def test_for_an_absence_nothing_is_owed() -> None:
    table = clocked()
    away(table, 1, HOUR, 2 * HOUR)
    announced = table.game.at
    table.plays_after(MINUTE)
    down = announced + 30 * MINUTE
    assert table.clocks.owed(down, down + HOUR) == [(1, 30 * MINUTE, down, down + HOUR)]


def test_for_a_pause_nothing_is_owed() -> None:
    table = clocked()
    table.after(HOUR).does(c.PauseGame())
    assert table.clocks.owed(table.game.at, table.game.at + DAY) == []


# A turn by itself


@pytest.mark.parametrize(
    ("away", "used", "at"),
    [
        ((), 0, 100),
        ((), 50, 150),
        (((120, 140),), 20, 120),
        (((120, 140),), 21, 141),
        (((50, 140),), 10, 150),
        (((100, 140),), 0, 100),
        (((10, 20),), 10, 110),
        (((120, 140), (150, 160)), 35, 165),
    ],
)
def test_used_up_time_is_reached_when_it_is_used_up(
    away: tuple[time_control.Interval, ...], used: int, at: int
) -> None:
    turn = Turn(1000, 100, stopped=None, away=away)
    assert turn.when(used) == at
    assert turn.used_at(at) == used


def test_a_clock_that_was_put_back_takes_nothing_back() -> None:
    turn = Turn(1000, since=100, used=7, stopped=None)
    assert turn.used_at(50) == 7
