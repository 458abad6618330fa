"""`mensch moves`: what the player to move may do."""

from __future__ import annotations

from mensch.core.notation import write_move
from mensch.events.commands import AbortGame
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def test_moves_are_numbered_and_tell_their_outcome(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    low, high = game.table.hand(0)
    assert low != high
    assert mensch("moves", game.id).ok().lines == [
        f"anna: dice {low} {high}",
        f"  1 N{low}={low}      2 N{high}={high}      3 N{low}+{high}={low + high}",
    ]


def test_as_json_they_are_what_play_takes(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE[:3]), 25)
    told = mensch("moves", game.id, "--json").document
    position, turn = game.table, game.table.turn
    assert told == {
        "dice": list(position.hand(turn)),
        "game": game.id,
        "moves": [
            {"move": move.text, "outcome": write_move(move, position.effect(move), turn, PEOPLE)}
            for move in position.legal_moves()
        ],
        "name": PEOPLE[turn],
        "seat": turn,
        "turn_began": game.turn_began,
    }
    assert mensch("play", game.id, told["moves"][-1]["move"], "--json").document["seq"] > game.seq


def test_looking_changes_nothing(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    before = mensch("log", game.id).ok().out
    mensch("moves", game.id).ok()
    assert mensch("log", game.id).ok().out == before


def test_nobody_can_move_in_a_game_that_is_over(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    mensch("moves", game.id).refused(6, f"game {game.id} is finished")
    game = referee.act(begun(referee), [AbortGame()])
    mensch("moves", game.id).refused(6, f"game {game.id} is aborted")
