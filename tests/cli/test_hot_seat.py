"""At a real terminal: several people at one keyboard never find another's dice, and colour obeys."""

from __future__ import annotations

import re

import pytest

from mensch.core.rules import classic
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch, installed
from tests.cli.games import PEOPLE, begun, finished, played
from tests.cli.terminal import CTRL_C, CTRL_D, Terminal

_DICE = re.compile(r"^[> ] \S+ +\d+  [1-6](?: [1-6])?\b", re.MULTILINE)


def shows_dice(text: str) -> bool:
    """Whether any die can be read in a table, a list of moves or a question."""
    return bool(_DICE.search(text)) or "your move" in text or "Legal:" in text or "  1 N" in text


def test_nobody_at_the_keyboard_finds_the_dice_of_the_one_before(url: str, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    hands = [game.table.hand(seat) for seat in range(3)]
    with Terminal(["play", game.id, "--plain"], url) as terminal:
        for seat, name in enumerate(PEOPLE[:3]):
            terminal.until(f"{name}, your move")
            terminal.until("]: ")
            table = [line for line in terminal.visible.splitlines() if _DICE.match(line)]
            assert len(table) == 1, "one hand lies open"
            assert table[0].split()[:2] == [">", name]
            assert f"  {hands[seat][0]} {hands[seat][1]}" in table[0]
            terminal.types("N9\n")
            terminal.until("Legal: ")
            terminal.until("]: ")
            terminal.types("1\n")
            following = PEOPLE[(seat + 1) % 3]
            terminal.until(f"When only {following} looks, press Enter")
            assert not shows_dice(terminal.visible)
            terminal.types("\n")


@pytest.mark.parametrize(("typed", "code"), [("q\n", 0), (CTRL_D, 0), (CTRL_C, 130)])
def test_however_one_stops_no_dice_stay_behind(url: str, referee: Referee, typed: str, code: int) -> None:
    game = begun(referee)
    with Terminal(["play", game.id, "--plain"], url) as terminal:
        terminal.until("]: ")
        assert shows_dice(terminal.visible)
        terminal.types(typed)
        assert terminal.ends() == code
        assert not shows_dice(terminal.visible)
        assert "Traceback" not in terminal.output
        assert (f"Go on with: mensch play {game.id}" in terminal.visible) == (code == 0)
    assert referee.load(game.id).seq == game.seq


def test_alone_with_a_bot_the_screen_is_left_as_it_is(url: str, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    with Terminal(["play", game.id, "--plain"], url) as terminal:
        terminal.until("]: ")
        terminal.types("1\n")
        terminal.until("]: ")
        terminal.types("q\n")
        assert terminal.ends() == 0
        assert terminal.text.count("anna, your move") == 2
        assert terminal.visible == terminal.text


def test_ctrl_c_while_the_keyboard_is_passed_on_ends_quietly(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id, "--plain"], url) as terminal:
        terminal.until("]: ")
        terminal.types("1\n")
        terminal.until("press Enter")
        terminal.types(CTRL_C)
        assert terminal.ends() == 130
        assert not shows_dice(terminal.visible)
        assert "Traceback" not in terminal.output
    assert referee.load(game.id).seq == game.seq + 1


@pytest.mark.parametrize(
    ("elsewhere", "code", "complaint"),
    [
        (["play", "1"], 4, "has moved on since record 4"),
        (["abort", "--operator"], 6, "is aborted"),
        (["resign", "--as", "anna"], 6, "is finished"),
    ],
)
def test_whoever_thought_too_long_is_told(
    url: str, mensch: Mensch, referee: Referee, elsewhere: list[str], code: int, complaint: str
) -> None:
    game = begun(referee)
    with Terminal(["play", game.id, "--plain"], url) as terminal:
        terminal.until("]: ")
        mensch(elsewhere[0], game.id, *elsewhere[1:]).ok()
        before = mensch("log", game.id).ok().out
        terminal.types("2\n")
        assert terminal.ends() == code
        assert terminal.visible.startswith(f"mensch: game {game.id} {complaint}")
    assert mensch("log", game.id).ok().out == before


def test_a_replay_goes_on_with_enter_and_stops_with_q(url: str, referee: Referee) -> None:
    game = played(referee, begun(referee), 5)
    with Terminal(["replay", game.id, "--step", "--plain"], url) as terminal:
        assert "   5  anna" in terminal.until("Enter for the next, q to stop")
        terminal.types("\n")
        assert "   6  bert" in terminal.until("Enter for the next, q to stop")
        terminal.types("q\n")
        assert terminal.ends() == 0
        assert "   7  anna" not in terminal.text


class TestColour:
    def test_adds_nothing_but_escape_codes(self, url: str, referee: Referee) -> None:
        game = finished(referee)
        with Terminal(["replay", game.id], url) as terminal:
            assert terminal.ends() == 0
            assert terminal.coloured
            assert terminal.text == installed(["replay", game.id], url).ok().out

    def test_is_off_with_no_color(self, url: str, referee: Referee) -> None:
        game = finished(referee)
        with Terminal(["replay", game.id], url, env={"NO_COLOR": "1"}) as terminal:
            assert terminal.ends() == 0
            assert not terminal.coloured


def test_a_narrow_terminal_shows_the_same_lines(url: str, referee: Referee) -> None:
    game = played(referee, begun(referee, rules=classic(2, 200)), 40)
    with Terminal(["show", game.id], url, columns=20, env={"NO_COLOR": "1"}) as terminal:
        assert terminal.ends() == 0
        assert terminal.text == installed(["show", game.id], url).ok().out


def test_a_log_that_somebody_wrote_into_does_not_steer_the_terminal(url: str, referee: Referee) -> None:
    from mensch.events.redis.keys import shard_of
    from mensch.events.redis.store import RedisStore

    game = begun(referee)
    assert isinstance(referee.store, RedisStore)
    shard = shard_of(game.id, 1)
    referee.store.client.xadd(shard.log(game.id), {"r": b"\x1b]0;owned\x07\x1b[2J\xff\n{}"}, id="5-0")
    referee.store.client.hset(shard.head(game.id), "seq", "5")
    with Terminal(["log", game.id], url) as terminal:
        assert terminal.ends() == 8
        assert "\x1b" not in terminal.output
        assert "�]0;owned��[2J��{}" in terminal.output
        assert f"mensch: record 5 of {game.id}: " in terminal.output
