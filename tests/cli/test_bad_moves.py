"""Moves that are refused: one clear line, the exit code of its kind, and nothing written."""

from __future__ import annotations

import pytest

from mensch.core.errors import TurnError
from mensch.events.cause import TABLE
from mensch.events.commands import AbortGame, Resign
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "99",
        "-1",
        "1.5",
        "٣",
        "²",
        "9" * 5000,
        "N7",
        "N0",
        "B5",
        "D+5",
        "A+4+4",
        "N1+2+3",
        "P",
        "pass",
        "A+4@",
        "A+4; A+5",
        "A+4\nA+5",
        "\x1b[2JA+4",
        "\u202eN4",
        "Ａ+4",
        "\udcff",
        "x" * 100_000,
    ],
)
def test_what_is_no_move_at_all_is_impossible(mensch: Mensch, referee: Referee, text: str) -> None:
    game = begun(referee)
    answer = mensch("play", game.id, "--", text)
    answer.refused(3, "is no move: B+5 extends row B, N4 or N3+4 starts a row, P5 passes. Legal: N")
    assert len(answer.err) < 300
    assert referee.load(game.id).seq == game.seq


def test_a_row_that_the_game_does_not_have_is_impossible(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee), 4)
    move = next(move for move in game.table.legal_moves() if move.text[1] == "+")
    for row in ("2A", "7A", "carla", "carla A", "\x1b[31m"):
        mensch("play", game.id, f"{move}@{row}").refused(3, "there is no row “", "Legal: ")


def test_what_the_rules_forbid_is_illegal_and_says_why(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    dice = game.table.hand(0)
    absent = next(pips for pips in range(1, 7) if pips not in dice)
    told = f"the dice are {dice[0]} and {dice[1]}. Legal: N{dice[0]}"
    mensch("play", game.id, f"N{absent}").refused(3, f"“N{absent}” is not legal: {told}")
    mensch("play", game.id, f"a+{dice[0]}").refused(3, "there is no row A. Legal: ")
    mensch("play", game.id, f"P{dice[0]}").refused(3, "a die can only be passed when none can be played")
    assert referee.load(game.id).seq == game.seq


def test_a_wrong_outcome_is_refused_with_the_right_one(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    low, _ = game.table.hand(0)
    mensch("play", game.id, f"N{low}={low + 1}").refused(3, "states a wrong outcome", f"N{low}={low}")
    assert referee.load(game.id).seq == game.seq


def test_out_of_turn_the_move_is_not_even_looked_at(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    for move in ("1", "N9", "nonsense"):
        mensch("play", game.id, move, "--as", "bert").refused(4, "it is not bert's turn but anna's")
    assert referee.load(game.id).seq == game.seq


def test_nobody_plays_for_a_bot(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["greedy", "anna"], bots=[0])
    mensch("play", game.id, "1").refused(
        4, f"it is the turn of the bot greedy; mensch play {game.id} lets it move"
    )
    mensch("play", game.id, "1", "--as", "anna").refused(4, "it is not anna's turn but greedy's")
    assert referee.load(game.id).seq == game.seq


def test_a_game_that_is_over_takes_no_move(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    aborted = referee.act(begun(referee), [AbortGame()])
    won = referee.act(begun(referee), [Resign(0)])
    for over, status in ((game, "finished"), (aborted, "aborted"), (won, "finished")):
        for words in (("1",), ("nonsense",), ("1", "--as", "bert"), ("1", "--say", "x"), ()):
            mensch("play", over.id, *words).refused(6, f"game {over.id} is {status}")


def test_a_move_that_was_meant_for_an_earlier_turn_is_too_late(mensch: Mensch, referee: Referee) -> None:
    seen = begun(referee, PEOPLE[:2])
    mensch("play", seen.id, "1").ok()
    mensch("play", seen.id, "1").ok()
    with pytest.raises(TurnError, match=f"game {seen.id} has moved on since record 4: it is at 6") as late:
        referee.play(seen, 0, seen.table.legal_moves()[0].text, TABLE)
    assert late.value.exit_code == 4
    assert referee.load(seen.id).seq == 6
