"""`mensch play GAME` without a move: a whole game at one keyboard."""

from __future__ import annotations

import pytest

from mensch.core.rules import classic
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, played


def test_three_people_play_a_whole_game_at_one_keyboard(mensch: Mensch, referee: Referee) -> None:
    model = played(referee, begun(referee, PEOPLE[:3], rules=classic(3, 15)))
    records = mensch("replay", model.id, "--json").documents
    moves = [record["body"]["move"] for record in records if record["type"] == "move_played"]

    game = begun(referee, PEOPLE[:3], rules=classic(3, 15))
    answer = mensch("play", game.id, typed="\n\n".join(moves) + "\n").ok()
    assert answer.lines[-1] == f"The game is over: mensch replay {game.id}"
    assert answer.lines[-2].startswith("1st ")
    assert answer.out.count("is to move.") == len(moves) - 1
    assert "It is bert's turn. When only bert looks, press Enter" in answer.out
    after = referee.load(game.id)
    assert [after.table.rows(seat) for seat in range(3)] == [model.table.rows(seat) for seat in range(3)]
    assert after.sealed == 0, "the causes of all moves are told"


def test_one_person_plays_a_bot_to_the_end(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1], rules=classic(2, 10))
    answer = mensch("play", game.id, typed="1\n" * 200).ok()
    assert answer.lines[-1] == f"The game is over: mensch replay {game.id}"
    assert "press Enter" not in answer.out, "nobody has to hide anything from a bot"
    assert "greedy, your move" not in answer.out
    assert referee.load(game.id).over


def test_a_turn_shows_the_table_the_centre_and_the_numbered_moves(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    low, high = game.table.hand(0)
    lines = mensch("play", game.id, typed="q\n").ok().lines
    assert lines[0] == f"> anna   0  {low} {high}"
    assert lines[1] == "  bert   0  ? ?"
    assert lines[2].startswith("Centre    1 2 3")
    assert lines[5] == f"  1 N{low}={low}      2 N{high}={high}      3 N{low}+{high}={low + high}"
    ask = f"anna, your move (number, move, ? for help, q to stop) [{low} {high}]: "
    assert lines[6] == f"{ask}The game waits. Go on with: mensch play {game.id}"


@pytest.mark.parametrize("word", ["?", "h", "help", " HELP "])
def test_help_explains_how_to_type_a_move(mensch: Mensch, referee: Referee, word: str) -> None:
    answer = mensch("play", begun(referee).id, typed=f"{word}\nq\n").ok()
    assert "Type a number from the list or a move: B+5 extends row B with a 5" in answer.out


@pytest.mark.parametrize("typed", ["q\n", "quit\n", "EXIT\n", "", "\n\n"])
def test_stopping_leaves_the_game_as_it_is(mensch: Mensch, referee: Referee, typed: str) -> None:
    game = begun(referee)
    answer = mensch("play", game.id, typed=typed).ok()
    assert answer.out.endswith(f"The game waits. Go on with: mensch play {game.id}\n")
    assert referee.load(game.id).seq == game.seq


def test_the_input_may_end_while_the_keyboard_is_passed_on(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    answer = mensch("play", game.id, typed="1\n").ok()
    assert answer.lines[-2:] == [
        "It is bert's turn. When only bert looks, press Enter",
        f"The game waits. Go on with: mensch play {game.id}",
    ]
    assert referee.load(game.id).seq == game.seq + 1


@pytest.mark.parametrize("bad", ["N9", "nonsense", "P1", "0", "\x1b[2J", "A+1@carla", "x" * 9999])
def test_after_a_move_that_is_refused_it_asks_again(mensch: Mensch, referee: Referee, bad: str) -> None:
    game = begun(referee)
    answer = mensch("play", game.id, typed=f"{bad}\n1\n").ok()
    assert "Legal: N" in answer.out
    assert "\x1b" not in answer.out
    assert answer.out.count("anna, your move") == 2
    assert referee.load(game.id).seq == game.seq + 1


def test_bytes_that_are_no_text_are_no_move(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    answer = mensch("play", game.id, typed=b"\xff\xfe\nq\n").ok()
    assert "“��” is no move" in answer.out


def test_with_a_seat_it_stops_when_it_is_anothers_turn(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    answer = mensch("play", game.id, "--as", "anna", typed="1\n1\n1\n").ok()
    assert answer.lines[-1] == "bert is to move."
    assert referee.load(game.id).seq == game.seq + 1
    assert mensch("play", game.id, "--as", "anna", typed="1\n").ok().out == "bert is to move.\n"
    assert referee.load(game.id).seq == game.seq + 1


def test_bots_whose_turn_was_left_over_move_first(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["greedy", "anna"], bots=[0])
    lines = mensch("play", game.id, typed="q\n").ok().lines
    assert lines[0].startswith("   5  greedy  N")
    assert lines[3] == "anna is to move."


def test_bots_finish_what_nobody_else_plays(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["greedy", "greedy 2"], bots=[0, 1], rules=classic(2, 5))
    assert mensch("play", game.id).ok().lines[-1] == f"The game is over: mensch replay {game.id}"
    mensch("play", game.id).refused(6, f"game {game.id} is finished")
