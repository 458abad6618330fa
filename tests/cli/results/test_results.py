"""Results in writing: the same figures as text, CSV, Markdown and JSON, and names that stay names."""

import csv
import io
import re
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.cells import cell_len

from mensch.cli.results.documents import cross_table_document, ratings_document, standings_document
from mensch.cli.results.grid import Column, Grid, number_in
from mensch.cli.results.grids import (
    cross_table_grid,
    rates_grid,
    ratings_grid,
    seats_grid,
    standings_grid,
    superiority_grid,
)
from mensch.cli.results.markdown import as_markdown
from mensch.cli.results.spreadsheet import as_csv
from mensch.cli.results.text import as_text
from mensch.cli.screen import WIDTH
from mensch.core.tournament.ratings import played, ratings
from mensch.core.tournament.results import LUCK
from mensch.core.tournament.rounds import Tournament
from mensch.core.tournament.terms import Leaving
from tests.core.tournament.played import round_played, to_the_end, tournament, without

HOSTILE = ["=1+1", "anna;=cmd", "a|b *c*", "<b>x</b>", "\x1b[31mred", "-5", "漢字" * 10, "[me](http://x)"]


def names(number: int) -> list[str]:
    return [f"player {one}" for one in range(1, number + 1)]


def grids(over: Tournament, called: list[str]) -> list[Grid]:
    found = ratings(played(over.results))
    by_number = dict(enumerate(called, start=1))
    return [
        standings_grid(over, called),
        rates_grid(over, called),
        cross_table_grid(over, called),
        seats_grid(over.results),
        ratings_grid(found, by_number),
        superiority_grid(found, by_number),
    ]


def with_luck(over: Tournament) -> Tournament:
    """The same games, in which the first seat always drew a little better."""
    results = []
    for result in over.results:
        games = [
            msgspec.structs.replace(game, luck=(LUCK // 20, *[0] * (len(game.seats) - 1)), deck=deck)
            for deck, game in enumerate(result.games)
        ]
        results.append(msgspec.structs.replace(result, games=tuple(games)))
    return msgspec.structs.replace(over, results=tuple(results))


def test_standings_as_text() -> None:
    over = to_the_end(tournament("round-robin", 3, games=2))
    assert as_text(standings_grid(over, ["anna", "bert", "carla"])) == (
        "Standings\n"
        "# name  points games DE won SB margin\n"
        "1 anna       4     4  0   4  2    1.5\n"
        "2 bert       2     4  0   2  0      0\n"
        "3 carla      0     4  0   0  0   -1.5\n"
    )


def test_who_left_is_named_in_the_standings() -> None:
    over = to_the_end(without(round_played(tournament("swiss", 4)), 1, Leaving.DISQUALIFIED))
    last = as_text(standings_grid(over, names(4))).splitlines()[-1]
    assert last.startswith("  player 1")
    assert last.endswith("disqualified")


@pytest.mark.parametrize("format_", ["swiss", "round-robin", "gauntlet", "knockout"])
@pytest.mark.parametrize("seats", [2, 4])
def test_every_table_fits_into_80_columns(format_: str, seats: int) -> None:
    over = with_luck(to_the_end(tournament(format_, 8, seats, games=120 if seats == 2 else 4)))
    for grid in grids(over, HOSTILE):
        for line in as_text(grid).splitlines():
            assert cell_len(line) <= WIDTH


def test_a_cross_table_that_is_too_wide_is_broken_with_the_names_repeated() -> None:
    over = to_the_end(tournament("round-robin", 30))
    text = as_text(cross_table_grid(over, names(30)))
    assert text.count("player 17") == 2
    headings = [line.split()[2:] for line in text.splitlines() if line.split()[:2] == ["#", "name"]]
    assert len(headings) == 2
    assert [*headings[0], *headings[1]] == ["points", *(str(number) for number in range(1, 31))]


def test_no_name_reaches_the_terminal_with_control_characters() -> None:
    over = to_the_end(tournament("swiss", 8))
    for grid in grids(over, HOSTILE):
        assert "\x1b" not in as_text(grid) + as_markdown(grid) + as_csv([grid])


@given(name=st.text(max_size=30))
def test_no_cell_of_a_csv_begins_a_formula_whatever_separates_cells(name: str) -> None:
    written = as_csv([Grid("", (Column("name", None),), ((name,),))])
    for cell in re.split(r"[,;\t|\"\r\n]", written):
        assert not re.match(r"\s*[=+\-@−＝＋－＠﹦﹢﹣﹫]", cell)


def test_csv_reads_back_as_names_and_numbers() -> None:
    over = to_the_end(tournament("swiss", 4))
    called = ['quoted "name", with a comma', "b", "c", "d"]
    [heading, first, *_] = csv.reader(io.StringIO(as_csv([standings_grid(over, called)])))
    assert heading[:4] == ["#", "name", "points", "games"]
    assert first[:4] == ["1", called[0], "2", "2"]


def test_negative_numbers_stay_numbers_in_csv() -> None:
    over = to_the_end(tournament("round-robin", 2))
    assert as_csv([standings_grid(over, names(2))]).splitlines()[-1].endswith(",-1")


def test_tables_of_a_csv_are_apart() -> None:
    over = to_the_end(tournament("round-robin", 2))
    assert as_csv([standings_grid(over, names(2)), seats_grid(over.results)]).count("\r\n\r\n") == 1


def test_markdown_shows_names_as_they_are() -> None:
    over = to_the_end(tournament("round-robin", 8))
    page = MarkdownIt("commonmark").enable("table").parse(as_markdown(cross_table_grid(over, HOSTILE)))
    cells = [
        "".join(child.content for child in token.children or ())
        for before, token in pairwise(page)
        if before.type == "td_open"
    ]
    shown = [cells[row * (len(cells) // 8) + 1] for row in range(8)]
    assert shown == [name.replace("\x1b", "�") for name in HOSTILE]


@pytest.mark.parametrize(
    ("column", "value", "written"),
    [
        (Column("", 2), 3.5, "3.5"),
        (Column("", 2), 2 / 3, "0.67"),
        (Column("", 2), -0.001, "0"),
        (Column("", 1, fixed=True), 50.0, "50.0"),
        (Column("", 0), 1499.6, "1500"),
        (Column("", 2), 100, "100"),
    ],
)
def test_numbers_have_the_digits_of_their_column(column: Column, value: float, written: str) -> None:
    assert number_in(column, value) == written


def test_json_says_what_the_tables_say() -> None:
    over = with_luck(to_the_end(tournament("swiss", 4, games=3)))
    document = msgspec.json.decode(msgspec.json.encode(standings_document(over, names(4))))
    [first, *_] = document["standings"]
    assert (first["place"], first["name"], first["points"], first["games"]) == (1, "player 1", 6.0, 6)
    assert list(first["tie_breaks"]) == document["tie_breaks"]
    assert first["win_rate"]["rate"] == 1.0
    assert first["luck_adjusted"]["rate"] < 1.0 + 0.05
    assert [estimate["rate"] for estimate in document["seats"]["2"]] == [0.5, 0.5]


def test_json_of_a_cross_table_has_a_row_for_everybody() -> None:
    over = to_the_end(tournament("swiss", 4))
    document = msgspec.json.decode(msgspec.json.encode(cross_table_document(over, names(4))))
    assert [line["number"] for line in document["entrants"]] == [1, 2, 3, 4]
    assert document["meetings"][0][0] is None
    assert document["meetings"][0][1] == {"ahead": 1, "games": 1, "level": 0}


def test_json_of_ratings_has_the_likelihood_of_superiority_of_each_over_each() -> None:
    over = with_luck(to_the_end(tournament("round-robin", 3, games=4)))
    found = ratings(played(over.results))
    document = msgspec.json.decode(
        msgspec.json.encode(ratings_document(found, dict(enumerate(names(3), start=1))))
    )
    assert [line["name"] for line in document["ratings"]] == ["player 1", "player 2", "player 3"]
    assert document["ratings"][0]["luck_adjusted"]["rating"] > 0
    assert document["superiority"][0][0] is None
    assert document["superiority"][0][1] == pytest.approx(found.plain.superior[1, 2])
    assert document["superiority"][0][1] > 0.5
