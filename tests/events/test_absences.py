"""Absences: what may be announced. What they do to clocks is in test_time_control."""

import pytest

from mensch.core.errors import GameOverError, UsageError
from mensch.events import bodies as t
from mensch.events import commands as c
from tests.events.clocked import DAY, HOUR, ClockedTable, clocked, opened, terms
from tests.events.table import join, started


def absence(table: ClockedTable, since: int, until: int, seat: int = 1) -> c.AnnounceAbsence:
    """The command to be away, by spans from the next command on."""
    return c.AnnounceAbsence(seat, table.now + since, table.now + until, table.now)


def test_a_player_announces_an_absence() -> None:
    table = clocked()
    announced = absence(table, DAY, 8 * DAY)
    assert table.does(announced) == [t.AbsenceAnnounced(1, announced.since, announced.until)]
    assert table.log[-1].record.by == "seat:1"
    assert table.clocks.absences == ((), ((announced.since, announced.until),))


def test_an_absence_outdates_nobodys_move() -> None:
    table = clocked()
    move = table.move()
    table.does(absence(table, DAY, 8 * DAY, seat=0))
    table.does(move)
    assert table.turn == 1


@pytest.mark.parametrize(
    ("since", "until", "match"),
    [
        (0, DAY, "before it begins"),
        (-DAY, DAY, "before it begins"),
        (DAY, DAY, "ends later than it begins"),
        (DAY, HOUR, "ends later than it begins"),
        (DAY, 31 * DAY + 1, "no longer than 30 days"),
    ],
)
def test_an_absence_lies_ahead_and_is_not_too_long(since: int, until: int, match: str) -> None:
    table = clocked()
    table.refuses(absence(table, since, until), UsageError, 2, match)


def test_thirty_days_are_not_too_long() -> None:
    table = clocked()
    table.does(absence(table, 1, 30 * DAY + 1))
    assert len(table.clocks.absences[1]) == 1


def test_absences_of_one_seat_do_not_overlap_but_may_touch() -> None:
    table = clocked()
    first = absence(table, 2 * DAY, 4 * DAY)
    table.does(first)
    overlapping = c.AnnounceAbsence(1, first.until - 1, first.until + DAY, table.now)
    table.refuses(overlapping, UsageError, 2, "has announced an absence for that time")
    table.does(c.AnnounceAbsence(1, first.until, first.until + DAY))
    table.does(c.AnnounceAbsence(0, first.since, first.until))
    assert list(map(len, table.clocks.absences)) == [1, 2]


def test_whoever_has_joined_may_announce_it_before_the_start() -> None:
    table = opened(terms())
    table.does(join(table, 0))
    table.does(absence(table, HOUR, 8 * DAY, seat=0))
    table.does(join(table, 1))
    table.after(2 * HOUR).does(c.StartGame())
    assert table.deadline == table.clocks.absences[0][0][1] + 5 * DAY


def test_bots_are_never_away() -> None:
    table = clocked(bots=[1])
    table.refuses(absence(table, DAY, 8 * DAY), UsageError, 2, "bots are never away")


def test_a_player_whose_seat_is_held_may_announce_when_they_are_away() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.does(absence(table, DAY, 8 * DAY, seat=0))
    assert len(table.clocks.absences[0]) == 1


def test_without_time_control_nobody_needs_to_announce_anything() -> None:
    table = started()
    away = c.AnnounceAbsence(0, 2**50, 2**50 + DAY)
    table.refuses(away, UsageError, 2, "played without a clock")


def test_who_has_no_seat_announces_nothing() -> None:
    table = opened(terms())
    table.refuses(absence(table, DAY, 8 * DAY), UsageError, 2, "nobody has seat 1")


def test_who_has_left_announces_nothing() -> None:
    table = clocked(seats=3)
    table.does(c.Resign(1))
    table.refuses(absence(table, DAY, 8 * DAY), GameOverError, 6, "has left")


def test_after_the_end_nobody_announces_anything() -> None:
    table = clocked()
    table.does(c.AbortGame())
    table.refuses(absence(table, DAY, 8 * DAY), GameOverError, 6, "is aborted")
