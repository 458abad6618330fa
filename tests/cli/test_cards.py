"""The table as cards: what they show, that they fit, and what is pointed out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.text import Text

from mensch.cli.moves import written_moves
from mensch.cli.screen import WIDTH, Mark, numbered
from mensch.cli.terminal.cards import (
    IN_ASCII,
    NOWHERE,
    dice_beside,
    reach,
    table_of_cards,
    width_beside,
)
from mensch.core.moves import MOVES, Source
from mensch.core.rules import classic
from mensch.core.setup import set_up

LONG = [letter * 24 for letter in "wxyz"]
WIDE = ["長" * 24, "あ" * 24, "🎲" * 24, "é" * 24]


def plain(lines: Sequence[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def styled(line: Text, text: str) -> str:
    """The style of a piece of a line; empty where it has none of its own."""
    found = (str(span.style) for span in line.spans if line.plain[span.start : span.end] == text)
    return next(found, "")


def test_players_have_points_dice_and_a_line_of_cards_for_each_row() -> None:
    view = set_up(
        classic(2), rows=[[[5, 9, 39], [7]], [[], [38]]], hands=[[2, 4]], turn=1, scores=[8, 39]
    ).view(0)
    lines = plain(table_of_cards(view, ["anna", "bert"], None, over=False, colour=False))
    assert lines[:5] == [
        f"  anna {'─' * 48} 8/40 ▰▰▱▱▱▱▱▱▱▱   2   4",
        "  A [5★] [9] [39★★★]",
        "  B [7]",
        f"▶ bert {'─' * 47} 39/40 ▰▰▰▰▰▰▰▰▰▱   ?   ?",
        "  B [38★★]",
    ]


def test_with_colour_the_card_that_was_stolen_is_red_and_one_that_was_taken_is_white() -> None:
    view = set_up(classic(2), rows=[[[4, 9]]]).view(None)
    for stolen, text, style in ((True, " x9 ", "bold white on red"), (False, " 9 ", "bold black on white")):
        row = table_of_cards(view, ["anna", "bert"], Mark(0, 9, stolen), over=False, colour=True)[1]
        assert styled(row, text) == style
        assert styled(row, " 4 ") == "black on cyan"


def test_what_the_dice_reach_is_pointed_out_where_it_lies() -> None:
    view = set_up(classic(2), rows=[[[4]], [[9, 30]]], hands=[[5, 6]]).view(0)
    within = reach(view, view.legal_moves())
    assert within == {(Source(1, 0), 9), (None, 10), (None, 5), (None, 6), (None, 11)}
    lines = table_of_cards(view, ["anna", "bert"], None, within, over=False, colour=True)
    assert "underline" in styled(lines[3], " 9 ")
    assert "underline" not in styled(lines[3], " 30 ")
    centre = next(line for line in lines if line.plain.startswith("Centre"))
    assert styled(centre, "10★") == "bold reverse"
    assert (styled(centre, "8"), " 8 " in centre.plain) == ("", True)


def test_a_pass_reaches_nothing() -> None:
    view = set_up(classic(2), rows=[[[35], [36], [37]]], hands=[[6, 6]]).view(0)
    assert reach(view, [MOVES["P6"]]) == NOWHERE


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("names", [LONG, WIDE, ["a", "b", "c", "d"]])
def test_no_line_of_the_fullest_table_is_too_long(seats: int, names: list[str], colour: bool) -> None:
    figures = range(1, 40)
    rows = [[list(figures[3 * seat + slot :: 3 * seats]) for slot in range(3)] for seat in range(seats)]
    stars = dict.fromkeys(range(1, 41), 5)
    view = set_up(classic(seats, 200, stars=stars), rows=rows, scores=[199] * seats).view(None)
    lines = table_of_cards(view, names[:seats], None, over=False, colour=colour)
    assert max(line.cell_len for line in lines) <= WIDTH


def test_dice_lie_beside_the_moves_and_everything_fits() -> None:
    view = set_up(classic(4), rows=[[[1], [2], [3]], [[4, 5, 6], [7, 8]]], hands=[[4, 6]]).view(0)
    moves = view.legal_moves()
    listed = numbered(moves, written_moves(view, moves, LONG), width_beside(view.hand(0)))
    lines = dice_beside(view.hand(0), listed, colour=True)
    assert max(line.cell_len for line in lines) <= WIDTH
    assert [line.plain[:16] for line in lines[:3]] == [
        " ●   ●    ●   ● ",
        "          ●   ● ",
        " ●   ●    ●   ● ",
    ]
    assert [line.plain[18:] for line in lines[: len(listed)]] == [line.plain for line in listed]


def test_every_sign_of_a_picture_has_one_in_ascii() -> None:
    view = set_up(classic(2), rows=[[[5]]], hands=[[4, 6]], scores=[8, 0]).view(0)
    lines = [
        *table_of_cards(view, ["anna", "bert"], None, over=False, colour=False),
        *dice_beside(view.hand(0), [], colour=False),
    ]
    assert all(line.plain.translate(IN_ASCII).isascii() for line in lines)
