"""Pauses: agreed by all or the operator's, what they stop, and who ends them."""

import pytest

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.events import bodies as t
from mensch.events import commands as c
from tests.events.clocked import DAY, HOUR, clocked, replacement, terms
from tests.events.table import BOT, created, salt, started


def test_a_pause_begins_when_everybody_still_in_agrees() -> None:
    table = started(3)
    table.does(c.Resign(2))
    assert table.does(c.OfferPause(0)) == [t.PauseOffered(0)]
    assert table.does(c.OfferPause(1)) == [t.PauseOffered(1), t.GamePaused("agreed")]
    assert [entry.record.by for entry in table.log[-2:]] == ["seat:1", "operator"]
    assert table.game.paused == t.GamePaused("agreed")


def test_bots_agree_to_every_pause() -> None:
    table = started(3, bots=[1, 2])
    assert table.does(c.OfferPause(0)) == [t.PauseOffered(0), t.GamePaused("agreed")]


def test_whom_a_bot_holds_the_seat_for_is_not_waited_for() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    assert table.does(c.OfferPause(1))[-1] == t.GamePaused("agreed")


def test_the_next_own_move_takes_the_offer_back() -> None:
    table = started()
    table.does(c.OfferPause(0))
    table.plays()
    assert table.game.pause_offers == frozenset()
    assert table.does(c.OfferPause(1)) == [t.PauseOffered(1)]


def test_a_new_player_has_not_agreed() -> None:
    table = started()
    table.does(c.OfferPause(1))
    table.does(replacement(1))
    assert table.does(c.OfferPause(0)) == [t.PauseOffered(0)]


def test_nobody_offers_a_pause_twice() -> None:
    table = started()
    table.does(c.OfferPause(0))
    table.refuses(c.OfferPause(0), UsageError, 2, "has offered to pause already")


def test_a_bot_offers_no_pause() -> None:
    table = started(bots=[1])
    table.refuses(c.OfferPause(1), UsageError, 2, "bots agree to every pause")


def test_who_has_left_offers_no_pause() -> None:
    table = started(3)
    table.does(c.Resign(2))
    table.refuses(c.OfferPause(2), GameOverError, 6, "has left")


def test_a_game_that_has_not_started_does_not_pause() -> None:
    created().refuses(c.PauseGame(), TurnError, 4, "has not started")


def test_a_game_that_is_over_does_not_pause() -> None:
    table = started()
    table.does(c.AbortGame())
    table.refuses(c.PauseGame(), GameOverError, 6, "is aborted")


def test_no_move_counts_in_a_pause() -> None:
    table = started()
    table.does(c.PauseGame())
    table.refuses(table.move(), TurnError, 4, "pauses: the operator ends that")
    table.does(c.ResumeGame("operator"))
    table.plays()


def test_no_bot_plays_in_a_pause() -> None:
    table = started(bots=[0])
    table.does(c.PauseGame())
    table.refuses(table.move(cause=BOT), TurnError, 4, "pauses")


def test_the_turn_that_a_player_has_in_mind_outlasts_a_pause() -> None:
    table = started()
    move = table.move()
    table.does(c.PauseGame())
    table.does(c.ResumeGame("operator"))
    table.does(move)
    assert table.turn == 1


def test_talking_leaving_disputes_and_a_change_of_players_stay_open_in_a_pause() -> None:
    table = started(4)
    table.does(c.PauseGame())
    table.does(c.LeaveMessage(0, salt(1)))
    table.does(c.Resign(0))
    table.does(replacement(1))
    table.does(c.OpenDispute(2, 5, salt(2)))
    for seat in (1, 2, 3):
        table.does(c.OfferAbort(seat))
    assert table.game.over


def test_a_game_pauses_once_at_a_time() -> None:
    table = started()
    table.does(c.PauseGame())
    table.refuses(c.PauseGame(), TurnError, 4, "pauses: the operator ends that")
    table.refuses(c.OfferPause(0), TurnError, 4, "pauses: the operator ends that")


@pytest.mark.parametrize("by", ["seat:0", "seat:1", "operator"])
def test_any_player_ends_an_agreed_pause_and_so_can_the_operator(by: str) -> None:
    table = started()
    table.does(c.OfferPause(0))
    table.does(c.OfferPause(1))
    table.refuses(table.move(), TurnError, 4, "pauses: any player can end that")
    assert table.does(c.ResumeGame(by)) == [t.GameResumed()]
    assert table.log[-1].record.by == by
    assert table.game.paused is None


def test_nobody_but_the_operator_ends_the_operators_pause() -> None:
    table = started()
    table.does(c.PauseGame())
    table.refuses(c.ResumeGame("seat:0"), TurnError, 4, "the operator's to end")


@pytest.mark.parametrize("by", ["seat:2", "seat:3", "bot:1", "arbiter:0000000000", "seat:1"])
def test_only_players_who_are_still_in_end_a_pause(by: str) -> None:
    table = started(3, bots=[1])
    table.does(c.Resign(2))
    table.does(c.OfferPause(0))
    table.refuses(c.ResumeGame(by), UsageError, 2, f"{by} is no player who is still in")


def test_whoever_comes_back_to_a_held_seat_can_end_a_pause() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.does(c.OfferPause(1))
    table.does(c.ReturnToSeat(0), c.ResumeGame("seat:0"))
    assert table.deadline == table.game.at + 12 * HOUR


def test_a_pause_ends_by_itself_when_it_says_so() -> None:
    table = clocked()
    until = table.now + DAY
    table.does(c.PauseGame(until))
    table.refuses(c.ResumeGame("clock", until - 1), TurnError, 4, "not over by itself yet")
    assert table.does(c.ResumeGame("clock"), at=until) == [t.GameResumed()]
    assert table.log[-1].record.by == "clock"


def test_a_pause_without_an_end_does_not_end_by_itself() -> None:
    table = clocked()
    table.does(c.PauseGame())
    table.refuses(c.ResumeGame("clock", 2**50), TurnError, 4, "not over by itself yet")


def test_a_pause_ends_later_than_it_begins() -> None:
    table = clocked()
    table.refuses(c.PauseGame(table.now, table.now), UsageError, 2, "ends later than it begins")


def test_a_game_that_does_not_pause_cannot_go_on() -> None:
    started().refuses(c.ResumeGame("operator"), TurnError, 4, "does not pause")
