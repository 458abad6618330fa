"""How long everybody thought, with and without clocks."""

from __future__ import annotations

from mensch.cli.report.account import account
from mensch.cli.report.times import spans_by_seat
from mensch.events import commands as c
from mensch.events.game import fold, initial
from mensch.events.story import scenes
from tests.events.clocked import DAY, HOUR, MINUTE, clocked, terms
from tests.events.table import Table, started


def spans(table: Table) -> list[list[int]]:
    """By seat, the milliseconds of each of its moves."""
    return spans_by_seat(scenes(initial(table.game.id), table.log), len(table.game.seats))


def plays_after(table: Table, span: int) -> None:
    """Let the seat to move play after so many milliseconds."""
    table.does(table.move(), at=table.game.at + span)


def test_a_turn_takes_from_the_move_before_it_to_its_own() -> None:
    table = started()
    plays_after(table, 3 * MINUTE)
    plays_after(table, HOUR)
    plays_after(table, 5)
    assert spans(table) == [[3 * MINUTE, 5], [HOUR]]


def test_a_message_ends_no_turn() -> None:
    table = started()
    plays_after(table, MINUTE)
    table.does(c.OfferAbort(0), at=table.game.at + HOUR)
    plays_after(table, MINUTE)
    assert spans(table) == [[MINUTE], [HOUR + MINUTE]]


def test_a_pause_is_nobodys_time() -> None:
    table = started()
    plays_after(table, MINUTE)
    table.does(c.PauseGame(), at=table.game.at + 2 * MINUTE)
    table.does(c.ResumeGame("operator"), at=table.game.at + DAY)
    plays_after(table, 4 * MINUTE)
    assert spans(table) == [[MINUTE], [6 * MINUTE]]


def test_after_somebody_left_the_next_turn_begins_then() -> None:
    table = started(3)
    plays_after(table, MINUTE)
    table.does(c.Resign(1), at=table.game.at + HOUR)
    plays_after(table, 2 * MINUTE)
    assert spans(table) == [[MINUTE], [], [2 * MINUTE]]


def test_under_time_control_it_is_what_the_clock_has_counted() -> None:
    table = clocked(terms())
    table.after(2 * DAY).plays()
    began = table.game.at
    table.does(c.ReturnTime(1, HOUR, began, began + HOUR, began + 3 * HOUR), at=began + 3 * HOUR)
    table.does(table.move(), at=began + 4 * HOUR)
    told = account(table.log, fold(initial(table.game.id), table.log), ["anna", "bert"])
    assert [seat.used for seat in told.seats] == [2 * DAY, 3 * HOUR], "an hour was given back"
    assert [seat.left for seat in told.seats] == [table.clocks.bank(seat) for seat in (0, 1)]


def test_without_time_control_nobody_has_time_left() -> None:
    table = started()
    plays_after(table, MINUTE)
    told = account(table.log, fold(initial(table.game.id), table.log), ["anna", "bert"])
    assert [seat.left for seat in told.seats] == [None, None]
