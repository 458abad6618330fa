"""`--json`: documents for programs, and nothing else on stdout."""

from __future__ import annotations

import msgspec
import pytest

from mensch.core.rules import classic
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch
from tests.cli.games import PEOPLE, begun, finished, played

ABOUT_A_GAME = [
    ["show"],
    ["show", "--at", "6", "--as", "bert"],
    ["moves"],
    ["play", "1"],
    ["resign", "--as", "anna"],
    ["abort", "--as", "anna"],
    ["abort", "--operator"],
    ["replay", "--at", "6"],
]


@pytest.mark.parametrize("words", ABOUT_A_GAME)
def test_one_document_names_the_game_by_its_whole_id(
    mensch: Mensch, referee: Referee, words: list[str]
) -> None:
    game = played(referee, begun(referee, PEOPLE[:3]), 5)
    command, *rest = words
    answer = mensch(command, game.id[:4].upper(), *rest, "--json").ok()
    assert len(answer.lines) == 1
    assert answer.document["game"] == game.id
    assert answer.out.encode() == msgspec.json.encode(answer.document, order="sorted") + b"\n"


@pytest.mark.parametrize("command", ["games", "replay"])
def test_streams_have_a_document_per_line(mensch: Mensch, referee: Referee, command: str) -> None:
    games = [begun(referee).id for _ in range(3)]
    answer = mensch(command, *([games[0]] if command == "replay" else []), "--json").ok()
    told = {document["game"] for document in answer.documents}
    assert told == ({games[0]} if command == "replay" else set(games))
    assert len(answer.documents) == len(answer.lines) > 1


def test_a_status_is_one_of_those_in_the_design(mensch: Mensch, referee: Referee) -> None:
    games = {
        "running": begun(referee).id,
        "finished": finished(referee).id,
        "aborted": begun(referee).id,
    }
    mensch("abort", games["aborted"], "--operator").ok()
    for status, game in games.items():
        assert mensch("show", game, "--json").document["status"] == status
        first = mensch("replay", game, "--json").documents[0]
        assert first["status"] == "open"


def test_figures_dice_and_places_are_numbers(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE[:3], rules=classic(3, 10)))
    told = mensch("show", game.id, "--json").document
    for seat in told["seats"]:
        assert set(seat) == {"bot", "dice", "key", "left", "name", "player", "rows", "score", "seat"}
        assert set(seat["rows"]) == {"A", "B", "C"}
    assert told["places"][told["winner"]] == 1
    assert len(told["hash"]) == 64


def test_what_is_refused_leaves_stdout_empty(mensch: Mensch, referee: Referee) -> None:
    game = begun(referee)
    mensch("play", game.id, "N9", "--json").refused(3)
    mensch("show", "zzzz", "--json").refused(5)
    mensch("replay", game.id, "--at", "9", "--json").refused(2)
    mensch("fork", game.id, "--at", "9", "--json").refused(2)
