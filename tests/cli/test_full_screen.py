"""The full-screen view, at a real terminal: playing, looking on, and stepping through a game."""

from __future__ import annotations

import re

import pytest

from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.events.cause import TABLE
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.meta import open_meta
from tests.cli.command_line import SCRIPT, Mensch
from tests.cli.games import PEOPLE, begun, finished, played, theft
from tests.cli.terminal import CTRL_C, CTRL_Z, Terminal
from tests.servers import RedisServer

TALL = {"TERM": "xterm"}
LEFT, RIGHT, END, HOME, PAGE_DOWN = "\x1b[D", "\x1b[C", "\x1b[F", "\x1b[H", "\x1b[6~"
BACKSPACE = "\x7f"
PASTE, PASTED = "\x1b[200~", "\x1b[201~"

_DICE = re.compile(r"^[▶ ] \S+ ─+ +\d+/\d+ [▰▱]+ +[1-6](?: +[1-6])?$", re.MULTILINE)
_DICE_IN_LINES = re.compile(r"^[> ] \S+ +\d+  [1-6](?: [1-6])?\b", re.MULTILINE)


def open_hands(screen: str) -> int:
    return len(_DICE.findall(screen)) + len(_DICE_IN_LINES.findall(screen))


def test_a_move_is_chosen_by_number_and_sent_with_a_second_enter(url: str, referee: Referee) -> None:
    game = begun(referee, ["anna", "greedy"], bots=[1])
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("1\r")
        terminal.shows("Enter plays it, Backspace takes it back")
        assert referee.load(game.id).seq == game.seq
        terminal.types("\r")
        terminal.shows("   6  greedy")
        terminal.shows("anna, your move")
        terminal.types("q\r")
        assert terminal.ends() == 0
        assert f"Go on with: mensch play {game.id}" in terminal.text
    assert referee.load(game.id).seq == game.seq + 2


def test_a_typed_move_can_be_taken_back_before_it_is_sent(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("1\r")
        terminal.shows("Enter plays it")
        terminal.types(BACKSPACE)
        assert "anna, your move" in terminal.shows("Taken back.")
        assert referee.load(game.id).seq == game.seq
        terminal.types("2\r")
        terminal.shows("Enter plays it")
        terminal.types("\r")
        terminal.shows("When only bert looks, press Enter")
    assert referee.load(game.id).seq == game.seq + 1


def test_a_move_is_typed_as_a_text_and_corrected(url: str, referee: Referee) -> None:
    game = begun(referee)
    die = game.table.hand(0)[0]
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types(f"n9{BACKSPACE}{die}")
        terminal.shows(f"› n{die}")
        terminal.types("\r")
        terminal.shows(f"N{die}={die}: Enter plays it")


def test_the_last_move_shows_who_has_won_and_all_dice(url: str, referee: Referee) -> None:
    def wins(table: Position) -> bool:
        return any(table.effect(move).points for move in table.legal_moves())

    game = played(referee, begun(referee, rules=classic(2, 3)), until=wins)
    winner = PEOPLE[game.table.turn]
    move = next(move for move in game.table.legal_moves() if game.table.effect(move).points)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows(f"{winner}, your move")
        terminal.types(f"{move.text}\r")
        terminal.shows("Enter plays it")
        terminal.types("\r")
        screen = terminal.shows("The game is over. Enter leaves.")
        assert f"★ 1st {winner} " in screen
        assert "all dice open" in screen
        terminal.types("\r")
        assert terminal.ends() == 0
        assert f"1st {winner} " in terminal.output.rpartition("\x1b[?1049l")[2]


def test_what_cannot_be_played_is_said_above_the_prompt(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("A+7\r")
        assert "anna, your move" in terminal.shows("“A+7” is no move")
    assert referee.load(game.id).seq == game.seq


def test_after_a_refusal_help_and_leaving_are_one_key_and_enter_away(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("N9\r")
        assert "› N9▏  (type anew" in terminal.shows("“N9”")
        terminal.types("?")
        assert "“N9”" not in terminal.shows("› ?▏")
        terminal.types("\r")
        terminal.shows("Esc or Ctrl-U empties the line")
        terminal.types("N9\r")
        terminal.shows("“N9”")
        terminal.types("q\r")
        assert terminal.ends() == 0


def test_the_next_one_at_the_keyboard_finds_nobodys_dice(url: str, referee: Referee) -> None:
    game = begun(referee, PEOPLE[:3])
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        assert open_hands(terminal.shows("anna, your move")) == 1
        terminal.types("1\r")
        terminal.shows("Enter plays it")
        terminal.types("\r")
        assert open_hands(terminal.shows("When only bert looks, press Enter")) == 0
        terminal.resize(78, 24)  # is drawn once keys are waited for
        terminal.shows("\n  anna    0")
        terminal.resize(80, 24)
        terminal.types("\r")
        screen = terminal.shows("bert, your move")
        assert open_hands(screen) == 1
        assert re.search(r"^▶ bert ─+ 0/35 ▱+ +[1-6] +[1-6]$", screen, re.MULTILINE)


def test_an_enter_too_many_does_not_show_the_next_ones_dice(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("1\r\r\r\r")
        terminal.shows("When only bert looks, press Enter")
        terminal.resize(78, 24)  # is drawn once the keys before it were read
        assert open_hands(terminal.shows("\n  anna   0")) == 0
        terminal.types("\r")
        terminal.shows("bert, your move")


@pytest.mark.parametrize(("typed", "code"), [("q\r", 0), (CTRL_C, 130)])
def test_however_one_stops_no_dice_stay_on_the_terminal(
    url: str, referee: Referee, typed: str, code: int
) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types(typed)
        assert terminal.ends() == code
        assert "\x1b[?1049l" in terminal.output, "the terminal shows its first page again"
        after = terminal.output.rpartition("\x1b[?1049l")[2]
        assert open_hands(after) == 0
        assert "Traceback" not in terminal.output


def test_ended_from_elsewhere_it_leaves_the_terminal_as_it_was(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.is_told_to_end()
        assert terminal.ends() == 128 + 15
        assert "\x1b[?1049l" in terminal.output


def test_a_message_is_left_without_a_move(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("say Good luck\r")
        terminal.shows("says: Good luck")
    assert referee.load(game.id).turn_began == game.turn_began


def test_what_was_stolen_last_stays_marked_after_a_message(url: str, referee: Referee) -> None:
    game = played(referee, begun(referee), until=lambda table: theft(table) is not None)
    move = theft(game.table)
    assert move is not None
    stolen = game.table.effect(move).figure
    game = referee.play(game, game.table.turn, move.text, TABLE)
    referee.say(game, game.table.turn, "Oh no")
    with Terminal(["watch", game.id], url, env=TALL) as terminal:
        assert f" x{stolen}" in terminal.shows("says: Oh no")


def test_of_a_long_message_the_story_tells_the_beginning(url: str, referee: Referee) -> None:
    game = begun(referee)
    referee.say(game, 0, "word " * 100)
    with Terminal(["watch", game.id], url, env=TALL) as terminal:
        screen = terminal.shows("      …")
        assert "the dice are dealt" in screen


def test_what_happens_elsewhere_is_drawn_at_once(url: str, referee: Referee, mensch: Mensch) -> None:
    game = begun(referee)
    with Terminal(["play", game.id, "--as", "bert"], url, env=TALL) as terminal:
        terminal.shows("anna is to move.")
        mensch("play", game.id, "1", "--say", "Hello").ok()
        screen = terminal.shows("bert, your move")
        assert "says: Hello" in screen


def test_the_picture_fits_a_window_of_any_size(url: str, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE), 12)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("your move")
        terminal.resize(50, 12)
        terminal.shows("q to\nstop)")
        terminal.shows("› ▏")
        terminal.resize(120, 50)
        terminal.shows("   1  game created")
        terminal.shows("● ")


def test_what_is_pasted_is_text_and_plays_nothing(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        assert "\x1b[?2004h" in terminal.output, "the terminal is asked to mark what is pasted"
        terminal.types(f"{PASTE}1\r\rq\r{PASTED}")
        terminal.shows("› 1  q ▏")
    assert referee.load(game.id).seq == game.seq


def test_of_a_long_text_the_end_is_shown_below_the_table(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types(f"{PASTE}{'ä' * 1999}z{PASTED}")
        assert "▶ anna" in terminal.shows("äz▏")


def test_an_unknown_key_leaves_what_was_typed(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("N3\x1b[15~")  # F5
        terminal.shows("› N3▏")


def test_ctrl_z_gives_the_terminal_back_and_shows_no_dice_meanwhile(url: str, referee: Referee) -> None:
    game = begun(referee)
    shell = f"set -m; '{SCRIPT}' play {game.id}; echo STOPPED; read line; fg"
    with Terminal(["-c", shell], url, program="bash", env=TALL) as terminal:
        terminal.shows("anna, your move")
        terminal.types("n")
        terminal.shows("› n▏")
        terminal.types(CTRL_Z)
        terminal.shows("STOPPED")
        _, shown_again, after = terminal.output.rpartition("\x1b[?1049l")
        assert shown_again, "the terminal shows its first page again"
        assert open_hands(after) == 0
        terminal.types("\r")
        terminal.shows("anna, your move")
        terminal.types("3")
        terminal.shows("› n3▏")


def test_without_colour_cards_stand_in_brackets(url: str, referee: Referee) -> None:
    game = played(referee, begun(referee), 2)
    with Terminal(["play", game.id], url, env={**TALL, "NO_COLOR": "1"}) as terminal:
        assert re.search(r"^  A \[x?\d+★?\]$", terminal.shows("your move"), re.MULTILINE)
        assert not terminal.coloured


def test_what_a_terminal_cannot_show_is_shown_otherwise(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env={**TALL, "PYTHONIOENCODING": "latin-1"}) as terminal:
        screen = terminal.shows("> _")
        assert re.search(r"^> anna -+ 0/40 \.{10} ", screen, re.MULTILINE)
        assert "39***" in screen


def test_a_picture_that_does_not_fit_gives_way_to_plain_lines(url: str, referee: Referee) -> None:
    game = played(referee, begun(referee, PEOPLE), 30)
    with Terminal(["play", game.id], url, env=TALL) as terminal:
        terminal.resize(80, 40)
        terminal.shows("● ")
        terminal.resize(80, 14)
        terminal.shows("\n> carla")
        terminal.resize(79, 40)
        assert "●" not in terminal.shows(f"\n{game.seq:4}  ")


class TestWatch:
    def test_draws_every_move_and_no_dice(self, url: str, referee: Referee, mensch: Mensch) -> None:
        game = begun(referee)
        with Terminal(["watch", game.id], url, env=TALL) as terminal:
            terminal.shows("the dice are dealt")
            mensch("play", game.id, "1").ok()
            assert open_hands(terminal.shows("   5  anna")) == 0
            terminal.types("q")
            assert terminal.ends() == 0

    def test_a_server_that_goes_away_is_waited_for(self) -> None:
        with RedisServer() as server:
            referee = Referee(RedisStore(server.client(), open_meta(server.client()).shards))
            game = begun(referee)
            with Terminal(["watch", game.id], server.url, env=TALL) as terminal:
                terminal.shows("the dice are dealt")
                server.kill()
                terminal.shows("The server does not answer.")
                server.start()
                referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)
                assert "The server does not answer." not in terminal.shows("   5  anna")

    def test_prints_lines_without_a_terminal_until_the_game_is_over(
        self, referee: Referee, mensch: Mensch
    ) -> None:
        game = finished(referee)
        told = mensch("watch", game.id).ok().out
        assert "anna joins at seat 0" in told
        assert told.splitlines()[-1].startswith("1st ")


class TestReplay:
    def test_steps_forth_and_back_with_keys(self, url: str, referee: Referee) -> None:
        game = played(referee, begun(referee), 20)
        with Terminal(["replay", game.id, "--step"], url, env=TALL) as terminal:
            terminal.shows(f"Record 1 of {game.seq}")
            terminal.types(RIGHT)
            terminal.shows(f"Record 2 of {game.seq}")
            terminal.types(PAGE_DOWN)
            assert "  12  " in terminal.shows(f"Record 12 of {game.seq}")
            terminal.types(LEFT)
            assert "  12  " not in terminal.shows(f"Record 11 of {game.seq}")
            terminal.types(END)
            terminal.shows(f"Record {game.seq} of {game.seq}")
            terminal.types(RIGHT)
            terminal.types(HOME)
            terminal.shows(f"Record 1 of {game.seq}")
            terminal.types("q")
            assert terminal.ends() == 0


def test_a_terminal_that_can_do_nothing_gets_plain_lines(url: str, referee: Referee) -> None:
    game = begun(referee)
    with Terminal(["play", game.id], url, env={"TERM": "dumb"}) as terminal:
        terminal.until("]: ")
        assert "\x1b[?1049h" not in terminal.output
