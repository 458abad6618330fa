"""`mensch dispute`: the game waits, says so wherever it is shown, and keeps its secrets."""

from __future__ import annotations

import pytest

from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played


def test_a_dispute_says_what_comes_next(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee), 3)
    answer = mensch("dispute", game.id, "--as", "bert", "--record", "6", "I did not play that.").ok()
    assert answer.out == (
        f"bert disputes record 6 of game {game.id} with record 8.\n"
        f"The game waits until an arbiter rules: mensch rule {game.id} --dispute 8\n"
    )
    told = mensch("dispute", game.id[:6], "--as", "0", "--record", "7", "Nor did I.", "--json").document
    assert (told["game"], told["status"], told["dispute"], told["disputes"]) == (
        game.id,
        "running",
        9,
        [8, 9],
    )


def test_a_disputed_game_is_marked_wherever_it_is_shown(mensch: Mensch, referee: Referee) -> None:
    game, other = played(referee, begun(referee), 3), begun(referee)
    mensch("dispute", game.id, "--as", "bert", "--record", "6", "I did not play that.").ok()
    marked = "Disputed with record 8: the game waits for a ruling"
    assert marked in mensch("show", game.id).ok().lines
    assert marked in mensch("replay", game.id).ok().lines
    assert marked not in mensch("show", game.id, "--at", "7").ok().lines
    lines = {line[:10]: line for line in mensch("games").ok().lines}
    assert lines[game.id].endswith("  (disputed)")
    assert "(disputed)" not in lines[other.id]
    listed = {document["game"]: document for document in mensch("games", "--json").documents}
    assert listed[game.id]["disputes"] == [8]
    assert listed[other.id]["disputes"] == []


def test_replay_tells_who_disputes_what_and_why(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee), 3)
    mensch("dispute", game.id, "--as", "bert", "--record", "6", "I did\x1b[2J not \u202eplay that.").ok()
    last = mensch("replay", game.id).ok().lines[-1]
    assert last == "   8  bert  disputes record 6, says: I did�[2J not �play that."
    record = mensch("replay", game.id, "--at", "8", "--json").document
    assert record["text"] == "I did\x1b[2J not \u202eplay that."
    assert "not" not in mensch("log", game.id).ok().lines[-1]


@pytest.mark.parametrize(
    "words",
    [("play", "{game}", "1"), ("play", "{game}"), ("abort", "{game}", "--operator")],
    ids=["a move", "a keyboard", "the operator's end"],
)
def test_the_game_waits(mensch: Mensch, referee: Referee, words: tuple[str, ...]) -> None:
    game = played(referee, begun(referee), 3)
    mensch("dispute", game.id, "--as", "bert", "--record", "6", "No!").ok()
    waits = f"game {game.id} waits for a ruling on the dispute of record 8"
    mensch(*(word.format(game=game.id) for word in words), typed="1\n").refused(4, waits)
    assert referee.load(game.id).seq == 8


def test_bots_wait_too(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    mensch("play", game.id, "1").ok()
    mensch("dispute", game.id, "--as", "anna", "--record", "6", "That bot sees my dice.").ok()
    mensch("play", game.id, "1").refused(4, "waits for a ruling")


def test_players_can_resign_or_agree_to_end_it_and_the_deck_stays_secret(
    mensch: Mensch, referee: Referee
) -> None:
    game = played(referee, begun(referee, PEOPLE[:3]), 3)
    mensch("dispute", game.id, "--as", "bert", "--record", "6", "No!").ok()
    mensch("resign", game.id, "--as", "carla").ok()
    mensch("abort", game.id, "--as", "bert").ok()
    assert mensch("abort", game.id, "--as", "anna", "--json").document["status"] == "aborted"
    seed = referee.seed(game.id).hex()
    for words in (("show",), ("show", "--json"), ("replay",), ("replay", "--json"), ("log",), ("export",)):
        shown = mensch(words[0], game.id, *words[1:]).ok().out
        assert seed not in shown
        assert "deck_revealed" not in shown
    assert [seat["dice"] for seat in mensch("show", game.id, "--json").document["seats"]] == [[0, 0]] * 3


def test_what_is_over_can_be_disputed_too(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    mensch("dispute", game.id, "--as", "anna", "--record", str(game.seq), "Count again!").ok()
    assert mensch("show", game.id, "--json").document["disputes"] == [game.seq + 1]


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["--as", "dora", "--record", "5", "No!"], 5, "there is no player “dora”"),
        (["--as", "anna", "--record", "0", "No!"], 2, "has the records 1 to 7, so 0 cannot be disputed"),
        (["--as", "anna", "--record", "8", "No!"], 2, "has the records 1 to 7, so 8 cannot be disputed"),
        (["--as", "anna", "--record", "seven", "No!"], 2, "'seven' is not a valid integer"),
        (["--as", "anna", "--record", "5", ""], 2, "the message has 0 bytes"),
        (["--as", "anna", "--record", "5", "ä" * 1001], 2, "the message has 2002 bytes"),
        (["--as", "anna", "--record", "5"], 2, "Missing argument 'CLAIM'"),
        (["--record", "5", "No!"], 2, "Missing option '--as'"),
        (["--as", "anna", "No!"], 2, "Missing option '--record'"),
    ],
)
def test_a_dispute_that_makes_no_sense_is_refused(
    mensch: Mensch, referee: Referee, words: list[str], code: int, complaint: str
) -> None:
    game = played(referee, begun(referee), 3)
    mensch("dispute", game.id, *words).refused(code, complaint)
    assert referee.load(game.id).seq == 7


def test_a_game_that_is_not_there_is_not_disputed(mensch: Mensch) -> None:
    mensch("dispute", "k7m0000000", "--as", "0", "--record", "1", "No!").refused(
        5, "there is no game “k7m0000000”"
    )
