"""From nothing to a running game: create, join, start; and seats that change hands."""

import pytest

from mensch.core.deck import commitment, joiner_bytes
from mensch.core.errors import GameOverError, NewerLogError, TurnError, UsageError
from mensch.core.rules import classic
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.bodies import Bot
from mensch.events.decide import actor, decide
from mensch.events.game import Status, initial
from mensch.events.record import canonical
from tests.events.table import (
    BOT,
    GAME,
    GREEDY,
    SEED,
    Table,
    created,
    join,
    player,
    refused,
    salt,
    started,
)

# Creating


def test_creating_a_game_opens_it_with_a_free_seat_for_everyone() -> None:
    table = created(classic(3))
    assert table.game.status is Status.OPEN
    assert table.game.seats == [None, None, None]


def test_a_game_can_be_created_only_once() -> None:
    again = c.create(classic(), commitment(SEED), GAME)
    created().refuses(again, UsageError, 2, "exists already")
    started().refuses(again, UsageError, 2, "exists already")


def test_a_commitment_to_another_seed_is_refused() -> None:
    command = c.create(classic(), commitment(bytes(32)), GAME)
    Table().refuses(command, UsageError, 2, "does not fit the seed")


@pytest.mark.parametrize(("name", "version"), [("classic", 2), ("modern", 1)])
def test_rules_that_this_program_does_not_play_are_refused(name: str, version: int) -> None:
    rules = t.Rules(name, 2, {}, 40, version)
    command = c.CreateGame(rules, commitment(SEED).hex(), GAME)
    Table().refuses(command, NewerLogError, 8, f"{name} version {version}")


def test_a_seed_that_was_chosen_openly_is_said_to_be_and_a_secret_one_says_nothing() -> None:
    assert b'"insecure_seed":true' in created(insecure=True).raws[0]
    assert b"insecure" not in created().raws[0]
    assert created(insecure=True).game.insecure_seed
    assert not created().game.insecure_seed


def test_stars_are_written_by_figure_without_zeros() -> None:
    written = t.Rules.of(classic(2, stars={1: 5, 7: 0, 40: 2}))
    assert canonical(written.stars) == b'{"1":5,"40":2}'
    assert written.read() == classic(2, stars={1: 5, 40: 2})


# Joining


def test_a_player_takes_a_free_seat_and_seats_may_be_taken_in_any_order() -> None:
    table = created(classic(3))
    table.does(join(table, 2))
    assert table.does(join(table, 0)) == [t.PlayerJoined(salt(-1), player(0), 0)]
    assert table.game.joined == (2, 0)


def test_a_bot_takes_a_seat_with_its_level_and_version() -> None:
    table = created()
    joined = table.does(join(table, 0, GREEDY))
    assert joined == [t.PlayerJoined(joiner_bytes(SEED, 0).hex(), player(0), 0, Bot("greedy", 1))]


@pytest.mark.parametrize("seat", [-1, 2, 4])
def test_a_seat_that_the_game_does_not_have_is_refused(seat: int) -> None:
    table = created(classic(2))
    table.refuses(join(table, seat), UsageError, 2, f"no seat {seat} in a game of 2")


def test_a_taken_seat_is_refused() -> None:
    table = created()
    table.does(join(table, 0))
    table.refuses(c.JoinGame(0, player(7), salt(7)), UsageError, 2, "seat 0 is taken")


def test_nobody_takes_two_seats() -> None:
    table = created()
    table.does(join(table, 0))
    table.refuses(c.JoinGame(1, player(0), salt(7)), UsageError, 2, "has a seat already")


def test_a_running_game_cannot_be_joined() -> None:
    table = started()
    table.refuses(c.JoinGame(0, player(7), salt(7)), TurnError, 4, "roster of game .* is closed")


# Starting


def test_a_game_starts_when_every_seat_is_taken_and_seat_0_begins() -> None:
    table = created()
    table.does(join(table, 0))
    table.refuses(c.StartGame(), TurnError, 4, "seat 1 .* still free")
    table.does(join(table, 1))
    assert table.does(c.StartGame()) == [t.GameStarted()]
    assert (table.game.status, table.turn) == (Status.RUNNING, 0)


def test_a_game_starts_only_once() -> None:
    started().refuses(c.StartGame(), TurnError, 4, "has started already")


def test_an_aborted_game_cannot_be_started() -> None:
    table = created()
    table.does(c.AbortGame())
    table.refuses(c.StartGame(), GameOverError, 6, "is aborted")


# Games that are not there, not running, or over

ONLY_IN_A_GAME = [
    c.JoinGame(0, player(0), salt(0)),
    c.PlayMove(0, "N1", 0, "{}", salt(0)),
    c.LeaveMessage(0, salt(0)),
    c.TakeOverSeat(0, player(7)),
    c.Resign(0),
    c.OfferAbort(0),
    c.AbortGame(),
    c.StartGame(),
]


@pytest.mark.parametrize("command", ONLY_IN_A_GAME, ids=lambda command: type(command).__name__)
def test_nothing_happens_in_a_game_that_does_not_exist(command: c.Command) -> None:
    with refused(UsageError, 2, "does not exist"):
        decide(initial(GAME, SEED), command)


ONLY_WHILE_RUNNING = [
    c.PlayMove(0, "N1", 0, "{}", salt(0)),
    c.TakeOverSeat(0, player(7)),
    c.Resign(0),
    c.OfferAbort(0),
]


@pytest.mark.parametrize("command", ONLY_WHILE_RUNNING, ids=lambda command: type(command).__name__)
def test_before_the_start_nobody_plays_leaves_or_hands_over(command: c.Command) -> None:
    table = created()
    table.does(join(table, 0))
    table.refuses(command, TurnError, 4, "has not started")


ENDINGS: dict[str, c.Command] = {
    "finished": c.Resign(1),
    "aborted": c.AbortGame(),
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("command", ONLY_IN_A_GAME, ids=lambda command: type(command).__name__)
def test_nothing_of_this_happens_after_the_end(command: c.Command, ending: str) -> None:
    table = started()
    table.does(ENDINGS[ending])
    table.refuses(command, GameOverError, 6, f"is {ending}")


# Seats that change hands


def test_a_bot_takes_over_a_seat_with_its_rows_dice_and_turn() -> None:
    table = started()
    table.plays()
    before = table.game.table.copy()
    assert table.does(c.TakeOverSeat(1, player(7), GREEDY)) == [t.SeatTakenOver(player(7), 1, GREEDY)]
    assert table.game.table == before
    assert actor(table.game, 1) == "bot:1"
    table.plays(cause=BOT)
    assert table.log[-1].record.by == "bot:1"


def test_a_person_takes_the_seat_back_from_a_bot() -> None:
    table = started(bots=[0])
    table.does(c.TakeOverSeat(0, player(0)))
    assert table.game.holder(0).bot is None
    table.plays()
    assert table.log[-1].record.by == "seat:0"


def test_whoever_takes_over_adds_nothing_to_the_deck() -> None:
    table = started()
    table.does(c.TakeOverSeat(1, player(7)))
    assert table.game.holder(1).entropy == salt(-2)


def test_nobody_takes_over_a_second_seat() -> None:
    started().refuses(c.TakeOverSeat(1, player(0)), UsageError, 2, "has a seat already")


def test_who_has_left_does_not_come_back_at_another_seat() -> None:
    table = started(3)
    table.does(c.Resign(0))
    table.refuses(c.TakeOverSeat(1, player(0)), UsageError, 2, "has a seat already")


def test_a_seat_that_has_left_cannot_be_taken_over() -> None:
    table = started(3)
    table.does(c.Resign(0))
    table.refuses(c.TakeOverSeat(0, player(7)), GameOverError, 6, "seat 0 has left")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_cannot_be_taken_over(seat: int) -> None:
    started(2).refuses(c.TakeOverSeat(seat, player(7)), UsageError, 2, f"nobody has seat {seat}")


def test_a_takeover_outdates_a_move_that_was_meant_for_the_turn_before() -> None:
    table = started()
    meant = table.move()
    table.does(c.TakeOverSeat(0, player(7)))
    table.refuses(meant, TurnError, 4, "has moved on")
