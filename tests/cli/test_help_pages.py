"""`mensch help`: the rules and how a move is written, in short."""

from __future__ import annotations

import re

import pytest

from mensch.cli.pages_of_help import FACTS, MOVES, PAGES, RULES
from mensch.core.figures import CLASSIC_STARS
from mensch.core.rules import TARGETS
from tests.cli.command_line import in_this_process


@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_a_terminal_and_has_no_gap(page: str) -> None:
    lines = in_this_process("help", page).ok().lines
    assert max(map(len, lines)) <= 80
    assert not any("{" in line for line in lines)


def test_every_fact_of_the_game_is_named_and_no_other() -> None:
    paragraphs = [paragraph for page in (RULES, MOVES) for found in page.values() for paragraph in found]
    assert {name for text in paragraphs for name in re.findall(r"\{(\w+)\}", text)} == set(FACTS)


def test_the_rules_tell_the_targets_and_the_stars_of_the_game() -> None:
    text = " ".join(in_this_process("help", "rules").ok().out.split())
    for seats, target in TARGETS.items():
        assert f"{target} points with {seats} players" in text
    assert f"{CLASSIC_STARS[39]} on 39;" in text


def test_a_command_is_explained_as_it_explains_itself() -> None:
    assert in_this_process("help", "resign").ok().out == in_this_process("resign", "--help").ok().out


@pytest.mark.parametrize("words", [("tournament", "run"), ("mail", "receive"), ("tournament",)])
def test_a_command_of_a_group_too(words: tuple[str, ...]) -> None:
    assert in_this_process("help", *words).ok().out == in_this_process(*words, "--help").ok().out


def test_without_a_topic_the_commands_are_listed() -> None:
    assert in_this_process("help").ok().out == in_this_process("--help").ok().out


def test_a_topic_that_is_none_is_refused() -> None:
    in_this_process("help", "paly").refused(2, "There is no command “paly”. Did you mean “play”?")
    in_this_process("help", "mail", "recieve").refused(2, "“recieve”. Did you mean “receive”?")
    in_this_process("help", "new", "game").refused(2, "“mensch new” has no command “game” below it")
