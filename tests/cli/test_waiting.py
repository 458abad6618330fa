"""A game by mail that has not started: who has joined, who is invited, and until when it waits."""

from __future__ import annotations

import re
import subprocess

import pytest

from mensch.events import clock
from mensch.events.declining import decline
from mensch.events.game import Game
from mensch.events.inviting import accept
from mensch.events.referee import Referee
from tests.cli.command_line import SCRIPT, Mensch, environment
from tests.cli.terminal import Terminal

SEATS = ("--seat", "anna=anna@example.org", "--seat", "bert=bert@example.org", "--seat", "bot:greedy")
UNTIL = re.compile(r"It waits\s+until\s+\d{4}-\d\d-\d\d\s+\d\d:\d\d\s+UTC")


def invited(mensch: Mensch, referee: Referee, *options: str) -> Game:
    return referee.load(mensch("invite", *SEATS, *options, "--json").ok().document["game"])


def test_show_says_who_is_invited_who_plays_and_what_happens_when_time_is_over(
    mensch: Mensch, referee: Referee
) -> None:
    shown = mensch("show", invited(mensch, referee).id).ok()
    assert shown.lines[1:4] == [
        "  anna is invited and has not answered yet",
        "  bert is invited and has not answered yet",
        "  greedy plays (a bot)",
    ]
    assert UNTIL.search(shown.out)
    assert "if somebody is missing then, it is given up" in " ".join(shown.out.split())
    assert "example.org" not in shown.out
    assert max(map(len, shown.lines)) <= 80


def test_show_names_the_bot_that_takes_the_free_seats(mensch: Mensch, referee: Referee) -> None:
    shown = mensch("show", invited(mensch, referee, "--no-show", "sharp").id).ok()
    assert "whoever is missing then is replaced by a bot (sharp)" in " ".join(shown.out.split())


def test_who_has_accepted_has_joined(mensch: Mensch, referee: Referee) -> None:
    game = accept(referee, invited(mensch, referee), 0, "good luck", clock.now())
    assert mensch("show", game.id).ok().lines[1:3] == [
        "  anna has joined",
        "  bert is invited and has not answered yet",
    ]


def test_who_has_declined_leaves_the_seat_free(mensch: Mensch, referee: Referee) -> None:
    game = invited(mensch, referee, "--no-show", "sharp")
    decline(referee, game, 1, clock.now())
    shown = mensch("show", game.id).ok()
    assert "  seat 1 is free: the invitation was declined" in shown.lines


def test_games_lists_those_who_are_invited_by_their_names(mensch: Mensch, referee: Referee) -> None:
    game = invited(mensch, referee)
    (line,) = mensch("games").ok().lines
    assert line.split() == [game.id, "open", str(game.seq), "anna", "bert", "greedy"]


@pytest.mark.parametrize("command", ["show", "games"])
def test_programs_are_told_the_same(mensch: Mensch, referee: Referee, command: str) -> None:
    game = accept(referee, invited(mensch, referee), 0, "good luck", clock.now())
    words = ("show", game.id) if command == "show" else ("games",)
    document = mensch(*words, "--json").ok().document
    seats = [(seat["name"], seat["invited"]) for seat in document["seats"]]
    assert seats == [("anna", False), ("bert", True), ("greedy", False)]
    assert game.joining is not None
    assert document["joining"] == {"bot": None, "until": game.created_at + game.joining.within}


def test_once_it_has_started_nothing_of_it_is_told(mensch: Mensch, referee: Referee) -> None:
    game = invited(mensch, referee)
    for seat in (0, 1):
        game = accept(referee, game, seat, "good luck", clock.now())
    assert "invited" not in mensch("show", game.id).ok().out
    document = mensch("show", game.id, "--json").ok().document
    assert "joining" not in document
    assert all("invited" not in seat for seat in document["seats"])


def test_who_looks_on_sees_it_in_full_screen(url: str, mensch: Mensch, referee: Referee) -> None:
    game = invited(mensch, referee)
    with Terminal(["watch", game.id], url, env={"TERM": "xterm"}) as terminal:
        terminal.shows("anna is invited and has not answered yet")
        accept(referee, game, 0, "good luck", clock.now())
        terminal.shows("anna has joined")


def test_who_looks_on_without_a_terminal_reads_it_first(url: str, mensch: Mensch, referee: Referee) -> None:
    game = invited(mensch, referee)
    with subprocess.Popen(
        [SCRIPT, "watch", game.id],
        stdout=subprocess.PIPE,
        env=environment(url, {"PYTHONUNBUFFERED": "1"}),
        text=True,
    ) as watching:
        assert watching.stdout is not None
        told = [watching.stdout.readline().strip() for _ in range(4)]
        watching.kill()
    assert told[1:] == [
        "anna is invited and has not answered yet",
        "bert is invited and has not answered yet",
        "greedy plays (a bot)",
    ]
