"""What came of time control in words."""

from __future__ import annotations

from mensch.events import commands as c
from mensch.events.bodies import Joining
from mensch.events.game import initial
from mensch.events.story import scenes
from mensch.events.telling import happening
from mensch.events.words import words
from mensch.events.words.times import write_time
from tests.events.clocked import DAY, HOUR, MINUTE, ClockedTable, clocked, opened, terms

NAMES = ["anna", "ben", "carla"]
ENGLISH = words("en")


def told(table: ClockedTable, last: int = 1) -> list[str]:
    """The last records in words."""
    shown = [happening(scene, NAMES, None, ENGLISH) for scene in scenes(initial(table.game.id), table.log)]
    return shown[-last:]


def test_a_missed_turn_and_the_move_of_the_bot() -> None:
    table = clocked()
    table.flag_falls()
    missed, played = told(table, 2)
    assert missed == "anna  is too late"
    assert played.startswith("anna  N")


def test_a_held_seat_and_who_comes_back() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.does(c.ReturnToSeat(0))
    assert told(table, 2) == ["anna  is away: greedy plays until they come back", "anna  is back"]


def test_a_forfeit() -> None:
    table = clocked(terms(on_timeout="forfeit"), seats=3)
    table.flag_falls()
    assert told(table) == ["anna  was too late, and leaves the table for it"]


def test_time_that_is_given_back() -> None:
    table = clocked()
    down = table.game.at
    table.after(DAY).does(c.ReturnTime(0, 3 * HOUR + 4 * MINUTE, down, down + 9 * HOUR))
    assert told(table) == ["anna  gets 3 h 4 min back, in which the service was down"]


def test_an_absence() -> None:
    table = clocked()
    table.does(c.AnnounceAbsence(1, 1_767_225_600_000, 1_767_225_600_000 + DAY))
    assert told(table) == ["ben  will be away from 2026-01-01 00:00 UTC to 2026-01-02 00:00 UTC"]


def test_pauses() -> None:
    table = clocked()
    table.does(c.OfferPause(0))
    table.does(c.OfferPause(1))
    table.does(c.ResumeGame("seat:1"))
    assert told(table, 4) == [
        "anna  offers to pause the game",
        "ben  offers to pause the game",
        "the game pauses, as all agree",
        "ben  lets the game go on",
    ]


def test_a_pause_of_the_operator() -> None:
    table = clocked()
    table.does(c.PauseGame())
    table.does(c.ResumeGame("operator"))
    table.does(c.PauseGame(1_767_225_600_000))
    assert told(table, 3) == [
        "the operator pauses the game",
        "the game goes on",
        "the operator pauses the game until 2026-01-01 00:00 UTC",
    ]


def test_a_pause_that_ended_by_itself_names_nobody() -> None:
    table = clocked()
    until = table.now + DAY
    table.does(c.PauseGame(until))
    table.does(c.ResumeGame("clock"), at=until)
    assert told(table) == ["the game goes on"]


def test_a_start_without_players() -> None:
    table = opened(terms(), 3, joining=Joining(DAY))
    table.after(DAY).does(c.LapseStart(0))
    assert told(table, 2)[0] == "the game never starts, since nobody came in time for seat 0, 1, 2"


def test_a_time_that_no_calendar_has_is_told_as_it_stands() -> None:
    assert write_time(2**53 - 1) == f"{2**53 - 1} ms"
