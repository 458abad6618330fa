"""Whatever is typed is answered in one clear line, and the line is safe to print."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.core.errors import MoveError
from mensch.core.moves import Move
from mensch.core.notation import LONGEST, read_move, require_legal
from mensch.core.rules import classic
from mensch.core.setup import set_up
from mensch.core.view import SeatView
from tests.core.games import thorough

VIEW = set_up(classic(3), rows=[[[1], [20]], [[5]], [[30], [5, 8]]], hands=[[2, 4]]).view(0)

ANSWER = 400
"""Characters that an answer may have: two quotations of 41 at most, and the list of legal moves."""


def answer(text: str, view: SeatView = VIEW, names: list[str] | None = None) -> str | Move:
    """What is said to a text, or the move it means."""
    try:
        return read_move(text, view, names or [])
    except MoveError as refused:
        return str(refused)


def is_one_clear_line(said: str) -> bool:
    return said.isprintable() and len(said) <= ANSWER


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J\x1b[1;1H",
        "A+4\x00",
        "A+4\x1b]0;title\x07",
        "A+4@\x1b[31manna",
        "A+4@1A\x08\x08",
        "A+2=9x\r\nLegal: everything",
        "\u202eA+4",
        "A+4@\u2066anna",
        "A+4\u2028A+2",
        "\ud800",
        "A+4@\udfff",
        "\U000e0041",
        "A+\N{FULLWIDTH DIGIT FOUR}",
        "\N{CYRILLIC CAPITAL LETTER A}+4",
    ],
)
def test_control_and_direction_characters_are_not_repeated(text: str) -> None:
    said = answer(text, names=["anna", "bert", "carla"])
    assert isinstance(said, str)
    assert is_one_clear_line(said)


@pytest.mark.parametrize(
    "text",
    [
        "A" * 100_000,
        "A+4" + " " * 100_000,
        "A+4@" + "1" * 100_000,
        "A+4=" + "4" * 100_000,
        "\x1b" * 100_000,
    ],
    ids=["letters", "spaces", "source", "figure", "escapes"],
)
def test_a_text_of_100_000_characters_is_no_move_and_is_quoted_cut(text: str) -> None:
    said = answer(text)
    assert isinstance(said, str)
    assert is_one_clear_line(said)
    assert "…”" in said


@pytest.mark.parametrize(
    "sign", [" ", "@", "=", "x", "A", "1", "+", " x ", "= ", "@ ", " from ", " scores ", "@=", ". "]
)
@pytest.mark.parametrize(
    "start", ["A+4", "A+4@", "A+4=5", "A+4=5x", "A+4@1", "A+4=40 scores", "N", "N2+", "P"]
)
def test_no_text_makes_reading_slow(start: str, sign: str) -> None:
    """In processor time, which a busy machine does not stretch; a pattern that backtracks takes years."""
    text = (start + sign * LONGEST)[: LONGEST - 1] + "!"
    began = time.process_time()
    said = answer(text)
    assert time.process_time() - began < 1
    assert isinstance(said, str)
    assert is_one_clear_line(said)


@thorough
@given(st.text())
def test_any_text_is_a_move_or_answered_in_one_clear_line(text: str) -> None:
    said = answer(text, names=["anna", "bert", "carla"])
    assert isinstance(said, Move) or is_one_clear_line(said)


NEARLY = st.lists(
    st.sampled_from([*"ABCDNPx+@= 0123456789", "anna", "from", "scores", " ", "\t", "\n", "\x1b", "é"]),
    max_size=14,
)


@thorough
@given(NEARLY)
def test_nearly_a_move_is_a_legal_move_or_answered_in_one_clear_line(parts: list[str]) -> None:
    said = answer("A+" + "".join(parts), names=["anna", "bert", "carla"])
    assert said in VIEW.legal_moves() if isinstance(said, Move) else is_one_clear_line(said)


def test_a_name_from_outside_is_not_repeated_raw_in_an_answer() -> None:
    names = ["anna", "\x1b[31mbert\n", "carla"]
    view = set_up(classic(3), rows=[[[10]], [[12]]], hands=[[2, 4]]).view(0)
    said = answer("A+2=11", view, names)
    assert isinstance(said, str)
    assert is_one_clear_line(said)


@pytest.mark.parametrize("text", ["\x1b[2J", "A+4\n", "A" * 100_000, "\ud800"])
def test_the_canonical_reader_is_as_safe(text: str) -> None:
    with pytest.raises(MoveError) as refused:
        require_legal(text, VIEW)
    assert is_one_clear_line(str(refused.value))
