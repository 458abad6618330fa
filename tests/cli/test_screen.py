"""The table on a terminal: stars, marks, 80 columns whatever is on it, and colour that only adds."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from mensch.cli.screen import (
    WIDTH,
    Mark,
    console,
    cut,
    dice_text,
    filled,
    heading,
    mark_of,
    numbered,
    ranking,
    seen_by,
    surroundings,
    table,
)
from mensch.core.moves import MOVES
from mensch.core.notation import write_move
from mensch.core.rules import classic
from mensch.core.setup import set_up
from mensch.events.bodies import Fork
from mensch.events.game import Game, Status, initial

LONG = [letter * 24 for letter in "wxyz"]
WIDE = ["長" * 24, "あ" * 24, "🎲" * 24, "é" * 24]


def plain(lines: Sequence[Text]) -> list[str]:
    return [line.plain for line in lines]


def test_figures_show_their_stars_and_hidden_dice_a_question_mark() -> None:
    view = set_up(classic(2), rows=[[[5, 9, 39], [7]], [[], [38]]], hands=[[2, 4]], turn=1).view(0)
    assert plain(table(view, ["anna", "bert"])) == [
        "  anna   0  2 4   A[5*][9][39***] B[7]",
        "> bert   0  ? ?   B[38**]",
    ]


def test_what_was_stolen_is_marked_and_what_came_from_elsewhere_is_not() -> None:
    position = set_up(classic(2), rows=[[[4]], [[9]]], hands=[[5, 6]])
    stolen = mark_of(0, position.effect(MOVES["A+5"]))
    taken = mark_of(0, position.effect(MOVES["A+6"]))
    assert (stolen, taken) == (Mark(0, 9, True), Mark(0, 10, False))
    position.play(MOVES["A+5"])
    assert plain(table(position.view(None), ["anna", "bert"], stolen))[0] == "  anna   0  ? ?   A[4][x9]"
    assert plain(table(position.view(None), ["anna", "bert"], taken))[0] == "  anna   0  ? ?   A[4][9]"


def test_of_two_equal_figures_only_the_one_that_was_stolen_is_marked() -> None:
    view = set_up(classic(3), rows=[[[5, 8], [3, 5]], []]).view(None)
    assert plain(table(view, list("abc"), Mark(0, 5, True)))[0] == "> a   0  ? ?   A[5*][8] B[3][x5*]"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("names", [LONG, WIDE, ["a", "b", "c", "d"]])
def test_no_line_of_the_fullest_table_is_too_long(seats: int, names: list[str]) -> None:
    figures = range(1, 40)
    rows = [[list(figures[3 * seat + slot :: 3 * seats]) for slot in range(3)] for seat in range(seats)]
    view = set_up(classic(seats, stars=dict.fromkeys(range(1, 41), 5)), rows=rows).view(None)
    lines = [*table(view, names[:seats]), *surroundings(view)]
    assert max(line.cell_len for line in lines) <= WIDTH


def test_a_row_of_fourteen_figures_goes_on_below_itself() -> None:
    view = set_up(classic(2), rows=[[[*range(11, 24), 25], [1]]]).view(None)
    assert plain(table(view, LONG[:2])) == [
        "> wwwwwwwwwwwww…   0  ? ?   A[11][12][13][14][15*][16][17][18][19][20*][21][22]",
        "                           [23][25*] B[1]",
        "  xxxxxxxxxxxxx…   0  ? ?",
    ]


def test_moves_stand_in_columns_and_fit() -> None:
    view = set_up(classic(4), rows=[[[1], [2], [3]], [[4, 5, 6], [7, 8]]], hands=[[4, 6]]).view(0)
    moves = view.legal_moves()
    for names in (LONG, WIDE):
        lines = numbered(moves, [write_move(move, view.effect(move), 0, names) for move in moves])
        assert max(line.cell_len for line in lines) <= WIDTH
        assert len({line.plain.split()[0] for line in lines}) == len(lines)


def described(status: Status = Status.FINISHED) -> Game:
    """A game whose heading is as long as can be."""
    game = initial("0" * 10)
    game.seq, game.status, game.rules = 9999, status, classic(4, 200)
    game.fork = Fork("same", "0" * 64, [], "1" * 10, 9999)
    game.insecure_seed = True
    game.position = set_up(classic(4, 200), scores=[199, 199, 199, 199])
    return game


@pytest.mark.parametrize("name", [LONG[0], WIDE[0]])
def test_headings_and_results_fit(name: str) -> None:
    game = described()
    lines = [*heading(game, seen_by(name)), *ranking(game, LONG, [1, 2, 3, 4])]
    assert max(line.cell_len for line in lines) <= WIDTH
    assert plain(heading(game, "x"))[1:] == [
        "Fork of 1111111111 at record 9999, same dice · open dice, never rated",
        "Its seed was chosen openly: for tests only",
    ]


def test_a_result_ranks_by_place_and_shows_shared_ones() -> None:
    game = described()
    (line,) = plain(ranking(game, ["anna", "bert", "carla", "doris"], [2, 1, 2, 4]))
    assert line == "1st bert 199 · 2nd anna 199 · 2nd carla 199 · 4th doris 199"


@pytest.mark.parametrize("text", ["anna", "a" * 14, "長" * 7, "a" * 15, "長" * 8, "a長" * 9, "🎲" * 9])
def test_what_is_cut_fits_and_says_so(text: str) -> None:
    short = cut(text, 14)
    assert cell_len(short) <= 14
    assert (short == text) == (cell_len(text) <= 14)
    assert short.endswith("…") == (short != text)


def test_a_full_line_goes_on_behind_its_margin_and_breaks_no_part() -> None:
    lines = plain(filled(Text("Centre  "), [Text("x" * 30 + " ")] * 4))
    assert lines == ["Centre  " + "x" * 30 + " " + "x" * 30, "        " + "x" * 30 + " " + "x" * 30]


def test_dice_are_written_low_to_high() -> None:
    assert dice_text([2, 5]) == "2 5"
    assert dice_text([0, 0]) == "? ?"
    assert dice_text([]) == ""


def test_colour_only_adds_to_the_plain_text() -> None:
    position = set_up(classic(2), rows=[[[4, 9]], [[39]]], hands=[[5, 6]])
    lines = table(position.view(0), ["anna", "bert"], Mark(0, 9, True))
    coloured = io.StringIO()
    screen = Console(file=coloured, force_terminal=True, color_system="truecolor", width=WIDTH)
    for line in lines:
        screen.print(line, soft_wrap=True)
    assert "\x1b[" in coloured.getvalue()
    assert Text.from_ansi(coloured.getvalue()).plain.splitlines() == plain(lines)


def test_without_a_terminal_nothing_asks_for_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("FORCE_COLOR", "TTY_COMPATIBLE", "CLICOLOR_FORCE"):
        monkeypatch.setenv(variable, "1")
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    console().print(Text("anna", style="bold red"))
    assert out.getvalue() == "anna\n"
