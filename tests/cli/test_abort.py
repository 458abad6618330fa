"""`mensch abort`: ending a game without a winner, agreed by all who are still in or by the operator."""

from __future__ import annotations

import pytest

from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished


def test_it_ends_when_everybody_has_agreed(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    assert mensch("abort", game.id, "--as", "anna").ok().out == (
        "anna offers to abort. It ends when these agree too: bert, carla\n"
    )
    told = mensch("abort", game.id, "--as", "2", "--json").document
    assert (told["status"], told["seq"]) == ("running", 7)
    assert (
        mensch("abort", game.id, "--as", "bert").ok().out == f"Game {game.id} has ended without a winner.\n"
    )
    shown = mensch("show", game.id, "--json").document
    assert (shown["status"], shown["turn"]) == ("aborted", None)
    assert "winner" not in shown
    lines = mensch("replay", game.id).ok().lines
    assert "   6  anna  offers to end the game without a winner" in lines
    assert "   9  the game ends without a winner, as all agree" in lines
    assert lines[-1].startswith("  10  the deck is revealed: ")


def test_bots_always_agree(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    assert (
        mensch("abort", game.id, "--as", "anna").ok().out == f"Game {game.id} has ended without a winner.\n"
    )


def test_whoever_has_left_need_not_agree(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    mensch("resign", game.id, "--as", "bert").ok()
    mensch("abort", game.id, "--as", "anna").ok()
    assert mensch("abort", game.id, "--as", "carla", "--json").document["status"] == "aborted"
    mensch("abort", game.id, "--as", "bert").refused(6, f"game {game.id} is aborted")


def test_whoever_has_left_has_nothing_to_offer(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    mensch("resign", game.id, "--as", "bert").ok()
    mensch("abort", game.id, "--as", "bert").refused(6, f"seat 1 has left game {game.id}")


def test_an_own_move_takes_the_offer_back(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    mensch("abort", game.id, "--as", "anna").ok()
    mensch("play", game.id, "1").ok()
    assert mensch("abort", game.id, "--as", "bert", "--json").document["status"] == "running"
    assert mensch("abort", game.id, "--as", "anna", "--json").document["status"] == "aborted"


def test_the_operator_ends_it_alone(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    assert mensch("abort", game.id, "--operator").ok().out == f"Game {game.id} has ended without a winner.\n"
    assert "   5  the game is ended by the operator, without a winner" in mensch("replay", game.id).ok().lines
    game = begun(referee)
    assert mensch("abort", game.id, "--operator", "--json").document["status"] == "aborted"


def test_an_offer_is_made_once(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    mensch("abort", game.id, "--as", "anna").ok()
    mensch("abort", game.id, "--as", "anna").refused(2, "seat 0 has offered to abort already")


@pytest.mark.parametrize("words", [[], ["--as", "anna", "--operator"]])
def test_it_has_to_be_said_by_whom(mensch: Mensch, referee: Referee, words: list[str]) -> None:
    game = begun(referee)
    mensch("abort", game.id, *words).refused(2, "say who offers it with --as, or end it with --operator")
    assert referee.load(game.id).seq == game.seq


@pytest.mark.parametrize("words", [["--as", "anna"], ["--operator"]])
def test_what_is_over_cannot_be_aborted(mensch: Mensch, referee: Referee, words: list[str]) -> None:
    game = finished(referee)
    mensch("abort", game.id, *words).refused(6, f"game {game.id} is finished")


def test_an_aborted_game_is_revealed_and_tells_the_causes_of_its_moves(
    mensch: Mensch, referee: Referee
) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    mensch("play", game.id, "1").ok()
    mensch("abort", game.id, "--operator").ok()
    records = mensch("replay", game.id, "--json").documents
    assert [record["type"] for record in records[-3:]] == [
        "game_aborted",
        "deck_revealed",
        "reasons_published",
    ]
    envelopes = [reason["envelope"] for reason in records[-1]["body"]["reasons"]]
    assert envelopes == ['{"kind":"table"}', '{"kind":"bot","level":"greedy","version":1}']
    assert all(0 not in seat["dice"] for seat in records[3]["seats"])
