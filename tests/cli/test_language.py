"""English and German on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mensch.cli.language import language_of
from mensch.events.referee import Referee
from tests.cli.command_line import Answer, Mensch, installed
from tests.cli.games import begun
from tests.servers import RedisServer

NO_LOCALE = {"MENSCH_LANG": None, "LC_ALL": None, "LC_MESSAGES": None, "LANG": None}


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        (["games"], {}, "en"),
        (["games"], {"LANG": "C"}, "en"),
        (["games"], {"LANG": "POSIX"}, "en"),
        (["games"], {"LANG": "de"}, "de"),
        (["games"], {"LANG": "de_AT.UTF-8"}, "de"),
        (["games"], {"LANG": "den_CA"}, "en"),
        (["games"], {"LANG": "fr_FR.UTF-8"}, "en"),
        (["games"], {"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        (["games"], {"LC_ALL": "C", "LC_MESSAGES": "de_DE"}, "en"),
        (["games"], {"LC_ALL": "", "LANG": "de_DE"}, "de"),
        (["games"], {"MENSCH_LANG": "en", "LANG": "de_DE"}, "en"),
        (["games"], {"MENSCH_LANG": "klingon", "LANG": "de_DE"}, "de"),
        (["--lang", "de", "games"], {"MENSCH_LANG": "en"}, "de"),
        (["--lang=de", "games"], {"LANG": "C"}, "de"),
        (["--lang", "fr", "games"], {"LANG": "de_DE"}, "de"),
        (["--lang"], {}, "en"),
        (["play", "--lang", "de"], {}, "en"),  # there it is an option of that command, which has none
    ],
)
def test_the_language_is_found(arguments: list[str], environment: dict[str, str], language: str) -> None:
    assert language_of(arguments, environment) == language


def german(*words: str, url: str | None = None, typed: bytes = b"") -> Answer:
    return installed(words, url, typed=typed, env={**NO_LOCALE, "MENSCH_LANG": "de"})


def test_help_speaks_german_with_clicks_own_words() -> None:
    lines = german("--help").ok().lines
    assert lines[0] == "Aufruf: mensch [OPTIONS] COMMAND [ARGS]..."
    assert {"Optionen:", "Befehle:"} <= set(lines)
    assert "  games       Spiele aufzählen, die neuesten zuerst." in lines


def test_the_help_of_a_command_is_german_throughout() -> None:
    lines = german("resign", "--help").ok().lines
    assert lines[0].startswith("Aufruf: mensch resign")
    assert lines[2] == "  Ein Spiel für immer verlassen."
    assert "GAME ist die Kennung eines Spiels; ihr Anfang genügt." in "\n".join(lines)
    assert max(map(len, lines)) <= 80


def test_the_option_comes_before_the_environment() -> None:
    asked = installed(["--lang", "en", "help", "moves"], None, env={**NO_LOCALE, "LANG": "de_DE.UTF-8"})
    assert asked.ok().lines[0] == "How to write a move"
    asked = installed(["help", "moves"], None, env={**NO_LOCALE, "LANG": "de_DE.UTF-8"})
    assert asked.ok().lines[0] == "Wie man einen Zug schreibt"


def test_a_wrong_option_is_refused_in_german() -> None:
    german("games", "--most", "0").refused(2, "Ungültiger Wert für '--most'", "siehe mensch games --help")
    german("paly").refused(2, "Es gibt keinen Befehl „paly“. Meinst du „play“?")


def test_a_language_that_is_none_of_ours_is_refused(mensch: Mensch) -> None:
    mensch("--lang", "fr", "games").refused(2, "'fr' is not one of 'en', 'de'")


def test_a_refused_move_is_explained_in_german(redis_server: RedisServer, referee: Referee) -> None:
    game = begun(referee)
    german("play", game.id, "A+1", url=redis_server.url).refused(3, "„A+1“ ist nicht erlaubt:", "Erlaubt: N")


def test_a_game_is_shown_and_told_in_german(redis_server: RedisServer, referee: Referee) -> None:
    game = begun(referee)
    shown = german("show", game.id, url=redis_server.url).ok().lines
    assert shown[0].endswith("läuft · Ziel 40 · wie jeder es sieht")
    assert shown[-1].endswith(" ist am Zug.")
    told = german("replay", game.id, url=redis_server.url).ok().out
    assert "Spiel angelegt: classic 1" in told
    assert "die Würfel sind ausgeteilt" in told


def test_json_is_the_same_in_every_language(
    redis_server: RedisServer, referee: Referee, mensch: Mensch
) -> None:
    game = begun(referee)
    for command in ("show", "audit", "replay"):
        out = german(command, game.id, "--json", url=redis_server.url).ok().out
        assert out == mensch(command, game.id, "--json").ok().out
        assert json.loads(out.splitlines()[0])


def test_records_are_the_same_in_every_language(
    redis_server: RedisServer, referee: Referee, tmp_path: Path
) -> None:
    game = begun(referee)
    file = tmp_path / "game.jsonl"
    german("export", game.id, "-o", str(file), url=redis_server.url)
    assert file.read_bytes() == installed(["export", game.id], redis_server.url).ok().out.encode()
