"""A bot's turn: decided by what it sees, its level and the game's secret, and never played twice."""

from __future__ import annotations

from unittest import mock

import pytest

from mensch.core.errors import IllegalMoveError, NewerLogError
from mensch.core.moves import MOVES, Move
from mensch.core.rules import classic
from mensch.core.view import SeatView
from mensch.events import commands as c
from mensch.events.bodies import Bot
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.ids import new_id
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee
from mensch.workers.turns import bot_to_move, take_turn, take_turns

GREEDY = Bot("greedy", 1)


@pytest.fixture
def referee() -> Referee:
    return Referee(MemoryStore())


def game_of(referee: Referee, *bots: Bot | None) -> Game:
    players = [Player(f"player {seat}", bot) for seat, bot in enumerate(bots)]
    return referee.new_game(classic(len(bots), 3), players)


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_a_second_run_decides_the_same_and_changes_nothing(referee: Referee, level: str) -> None:
    game = game_of(referee, Bot(level, 1), None)
    first = take_turn(referee, game)
    log = referee.store.read(game.id)
    second = take_turn(Referee(referee.store), game)
    assert second.head == first.head
    assert referee.store.read(game.id) == log


def test_the_command_follows_from_game_turn_and_seat(referee: Referee) -> None:
    game = game_of(referee, GREEDY, GREEDY)
    after = take_turns(referee, game)
    played = [entry for entry in entries(referee.store, game.id) if entry.record.type == "move_played"]
    commands = [entry.record.cmd for entry in played]
    assert len(set(commands)) == len(commands)
    seeds = {entry.record.cmd for entry in entries(referee.store, game_of(referee, GREEDY, GREEDY).id)}
    assert not seeds & set(commands)
    assert after.over


def test_a_message_in_the_middle_of_a_turn_does_not_stop_it(referee: Referee) -> None:
    game = game_of(referee, GREEDY, None)
    referee.say(game, 1, "hello")
    after = take_turn(referee, game)
    assert after.seq == game.seq + 2
    assert after.table.turn == 1


def test_a_turn_that_was_taken_over_meanwhile_is_left_alone(referee: Referee) -> None:
    game = game_of(referee, GREEDY, None)
    taken = referee.act(game, [c.TakeOverSeat(0, new_id())])
    assert take_turn(referee, game).head == taken.head


def test_a_game_that_was_aborted_meanwhile_is_left_alone(referee: Referee) -> None:
    game = game_of(referee, GREEDY, None)
    aborted = referee.act(game, [c.AbortGame()])
    assert take_turn(referee, game).head == aborted.head


def test_a_turn_that_somebody_else_has_played_is_not_played_again(referee: Referee) -> None:
    game = game_of(referee, GREEDY, None)
    other = game.table.legal_moves()[-1]
    played = referee.play(game, 0, other.text, TABLE)
    assert take_turn(referee, game).head == played.head


def test_bots_stop_where_a_person_is_to_move(referee: Referee) -> None:
    game = take_turns(referee, game_of(referee, GREEDY, Bot("random", 1), None))
    assert game.table.turn == 2
    assert not bot_to_move(game)


@pytest.mark.parametrize("bot", [Bot("greedy", 1000), Bot("prophet", 1)])
def test_a_bot_that_this_program_does_not_have_is_left_to_a_newer_one(referee: Referee, bot: Bot) -> None:
    game = game_of(referee, bot, None)
    with pytest.raises(NewerLogError, match=game.id):
        take_turn(referee, game)


@pytest.mark.parametrize("thinking", [0.0, 0.3, 0.9])
def test_how_long_a_level_thinks_that_looks_ahead_is_not_in_the_log(thinking: float) -> None:
    clock = [100.0]

    def passes(seconds: float) -> None:
        clock[0] += seconds

    def chooses(view: SeatView, key: bytes) -> Move:
        passes(thinking)
        return view.legal_moves()[0]

    referee = Referee(MemoryStore(), now=lambda: round(clock[0] * 1000))
    game = game_of(referee, GREEDY, None)
    with (
        mock.patch("mensch.workers.turns.bot", return_value=chooses),
        mock.patch("mensch.workers.turns.time", monotonic=lambda: clock[0], sleep=passes),
        mock.patch.dict("mensch.workers.turns.AT_LEAST", {"greedy": 1.0}),
    ):
        assert take_turn(referee, game).at - game.at == 1000


def test_a_mistake_of_a_bot_is_not_hidden(referee: Referee) -> None:
    game = game_of(referee, GREEDY, None)
    hand = game.table.view(0).hand(0)
    illegal = next(move for move in (f"N{pips}" for pips in range(1, 7)) if int(move[1]) not in hand)
    with (
        mock.patch("mensch.workers.turns.bot", return_value=lambda *_: MOVES[illegal]),
        pytest.raises(IllegalMoveError, match=illegal),
    ):
        take_turn(referee, game)
