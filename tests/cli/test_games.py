"""`mensch games`: the list of games."""

from __future__ import annotations

import pytest

from mensch.events.commands import AbortGame
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def test_without_games_it_says_how_to_create_one(mensch: Mensch) -> None:
    answer = mensch("games")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == "There are no games yet: mensch new --seat anna --seat bot:greedy\n"
    assert mensch("games", "--json").ok().out == ""


def test_a_game_is_told_with_its_state_its_players_and_whose_turn_it_is(
    mensch: Mensch, referee: Referee
) -> None:
    game = begun(referee)
    assert mensch("games").ok().lines == [f"{game.id}  running      4  >anna 0  bert 0"]
    game = played(referee, game, 1)
    assert mensch("games").ok().lines == [f"{game.id}  running      5  anna 0  >bert 0"]


def test_the_latest_come_first(mensch: Mensch, referee: Referee) -> None:
    from itertools import count

    ticking = Referee(referee.store, count(1_764_440_400_000).__next__)
    first, second = begun(ticking), begun(ticking)
    assert [game["game"] for game in mensch("games", "--json").documents] == [second.id, first.id]
    played(ticking, first, 1)
    assert [game["game"] for game in mensch("games", "--json").documents] == [first.id, second.id]
    assert [game["game"] for game in mensch("games", "--most", "1", "--json").documents] == [first.id]


def test_games_can_be_chosen_by_status(mensch: Mensch, referee: Referee) -> None:
    games = {
        "running": begun(referee).id,
        "finished": finished(referee).id,
        "aborted": referee.act(begun(referee), [AbortGame()]).id,
    }
    for status, game in games.items():
        (only,) = mensch("games", "--status", status, "--json").documents
        assert (only["game"], only["status"]) == (game, status)
    assert mensch("games", "--status", "open", "--json").ok().out == ""
    assert len(mensch("games").ok().lines) == 3


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--status", "lost"], "'lost' is not one of 'open', 'running', 'finished', 'aborted'"),
        (["--most", "0"], "0 is not in the range x>=1"),
        (["--most", "-4"], "-4 is not in the range"),
        (["--most", "all"], "'all' is not a valid integer range"),
        (["anna"], "unexpected extra argument (anna)"),
    ],
)
def test_bad_options_are_refused(mensch: Mensch, words: list[str], complaint: str) -> None:
    mensch("games", *words).refused(2, complaint)


def test_four_players_with_the_longest_names_fit_into_80_columns(mensch: Mensch, referee: Referee) -> None:
    begun(referee, [letter * 24 for letter in "wxyz"])
    lines = mensch("games").ok().lines
    assert max(map(len, lines)) <= 80
    assert "zzzzzzzzzzz… 0" in lines[-1]


def test_as_many_are_listed_as_are_asked_for(mensch: Mensch, referee: Referee) -> None:
    for _ in range(22):
        begun(referee, PEOPLE[:2])
    assert len(mensch("games").ok().lines) == 20
    assert len(mensch("games", "--most", "9" * 30).ok().lines) == 22
