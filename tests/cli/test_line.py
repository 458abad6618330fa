"""The line on which a move is typed: refused, corrected, emptied."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import pytest

from mensch.cli.terminal import keys
from mensch.cli.terminal.line import LONGEST, Line


def after(line: Line, pressed: Iterable[str]) -> Line:
    return reduce(Line.pressed, pressed, line)


REFUSED = Line("N9", refused=True)


@pytest.mark.parametrize("typed", ["?", "q", "N4", " "])
def test_who_types_on_after_a_refusal_begins_anew(typed: str) -> None:
    assert after(REFUSED, typed) == Line(typed)


@pytest.mark.parametrize(
    ("pressed", "text"),
    [
        ([keys.BACKSPACE, "4"], "N4"),
        ([keys.LEFT, "1"], "N19"),
        ([keys.HOME, keys.RIGHT, "1"], "N19"),
        ([keys.END, "="], "N9="),
        ([keys.ESCAPE, "P"], "P"),
    ],
)
def test_a_refused_text_can_be_corrected(pressed: list[str], text: str) -> None:
    assert after(REFUSED, pressed).text == text


def test_a_key_without_meaning_leaves_a_refused_text_refused() -> None:
    assert after(REFUSED, [keys.UP, keys.PAGE_DOWN]) == REFUSED


@pytest.mark.parametrize(
    ("key", "text"),
    [
        (keys.CTRL_U, ""),
        (keys.CTRL_W, "say good "),
        (keys.BACKSPACE, "say good luck"),
        (keys.ESCAPE, ""),
    ],
)
def test_a_key_takes_away_what_it_takes_away_in_a_shell(key: str, text: str) -> None:
    assert after(Line("say good luck "), [key]).text == text


def test_ctrl_w_takes_the_only_word_away() -> None:
    assert after(Line("N9"), [keys.CTRL_W, keys.CTRL_W]) == Line()


def test_the_cursor_goes_no_further_than_the_text() -> None:
    assert after(Line("N9"), [keys.LEFT] * 5).shown() == "▏N9"
    assert after(Line("N9"), [keys.RIGHT] * 5).shown() == "N9▏"
    assert after(Line("N9"), [keys.CTRL_A, keys.BACKSPACE, keys.CTRL_E]).shown() == "N9▏"


def test_ctrl_u_leaves_what_stands_behind_the_cursor() -> None:
    assert after(Line("N39"), [keys.LEFT, keys.CTRL_U]).shown() == "▏9"


def test_no_more_is_taken_than_a_line_holds() -> None:
    assert len(after(Line("x" * LONGEST), "yyy").text) == LONGEST


def test_of_a_long_line_the_part_around_the_cursor_is_shown() -> None:
    line = Line("a" * 300 + "b", "c" + "d" * 300)
    assert "b▏" in line.shown()
    assert len(line.shown()) < 160
