"""`mensch resign`: leaving a game for good."""

from __future__ import annotations

from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def test_the_others_play_on(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE[:3]), 9)
    assert mensch("resign", game.id, "--as", "bert").ok().out == f"bert has left game {game.id}.\n"
    shown = mensch("show", game.id, "--json").document
    assert [seat["left"] for seat in shown["seats"]] == [False, True, False]
    assert shown["seats"][1]["rows"] == {"A": [], "B": [], "C": []}
    for name in ("anna", "carla", "anna"):
        assert mensch("moves", game.id, "--json").document["name"] == name
        mensch("play", game.id, "1").ok()
    lines = mensch("replay", game.id).ok().lines
    assert "  15  bert  leaves the table" in lines


def test_the_last_at_the_table_wins(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    assert mensch("resign", game.id, "--as", "0").ok().lines == [
        f"anna has left game {game.id}.",
        f"The game is over: mensch replay {game.id}",
    ]
    lines = mensch("replay", game.id).ok().lines
    assert "   6  bert wins as the last at the table" in lines
    assert lines[-1] == "1st bert 0 · 2nd anna 0"


def test_it_can_be_done_out_of_turn(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    told = mensch("resign", game.id, "--as", "carla", "--json").document
    assert (told["status"], told["turn"], told["seats"][2]["left"]) == ("running", 0, True)


def test_bots_play_on_at_once_where_a_person_leaves_in_turn(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy", "bert"], bots=[1])
    told = mensch("resign", game.id, "--as", "anna", "--json").document
    assert told["turn"] == 2
    assert told["seats"][1]["rows"]["A"]


def test_whoever_has_left_cannot_leave_again(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    mensch("resign", game.id, "--as", "bert").ok()
    mensch("resign", game.id, "--as", "bert").refused(6, f"seat 1 has left game {game.id}")
    mensch("play", game.id, "1", "--as", "bert").refused(4, "it is not bert's turn but anna's")


def test_it_has_to_be_said_who(mensch: Mensch, referee: Referee) -> None:
    mensch("resign", begun(referee).id).refused(2, "Missing option '--as'")


def test_a_game_that_is_over_cannot_be_left(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    mensch("resign", game.id, "--as", "anna").refused(6, f"game {game.id} is finished")
