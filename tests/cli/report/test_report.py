"""`mensch report GAME`: text, JSON and a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from mensch.cli.duration import written_span
from mensch.cli.report.account import account
from mensch.cli.report.lines import lines
from mensch.cli.report.sheet import report_page
from mensch.core.deck import commitment
from mensch.core.match import JUDGE
from mensch.core.rules import classic
from mensch.events.commands import create
from mensch.events.game import fold, initial
from mensch.events.ids import new_id
from mensch.events.referee import Referee
from mensch.events.words import LANGUAGES, words
from tests.cli.command_line import Mensch
from tests.cli.games import begun, finished, played
from tests.cli.page.pages import Page
from tests.cli.page.test_page import HOSTILE
from tests.cli.report.games import NAMES
from tests.golden import recorded

STARTED = [name for name in recorded.names() if name not in {"aborted-before-the-start", "start-lapsed"}]


def test_a_report_tells_all_of_a_finished_game(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    told = mensch("report", game.id).ok().lines
    assert told[0] == f"Game {game.id} · {game.seq} records · finished · target 10"
    assert told[1].startswith("1. ")
    sections = (
        "Who robbed whom (a line tells whom a player robbed, a column by whom)",
        "Longest rows",
        "Costliest rows (figures that others stole from them)",
        "Turning points",
        "Luck of the dice",
        "Time",
    )
    places = [told.index(section) for section in sections]
    assert places == sorted(places)
    assert any(line.startswith("  anna") and "±" in line for line in told)


@pytest.mark.parametrize("name", STARTED)
def test_no_line_is_wider_than_80_columns(name: str) -> None:
    log = recorded.read(name)
    whole = fold(initial(log[0].record.game), log)
    names = ["W" * 24, "日本" * 12, "Karl-Theodor Lilienstern", "d"][: len(whole.seats)]
    told = account(log, whole, names)
    for language in LANGUAGES:
        assert max(cell_len(line.plain) for line in lines(told, words(language))) <= 80


def test_a_running_game_is_told_so_far_and_without_anybodys_luck(mensch: Mensch, referee: Referee) -> None:
    game = played(referee, begun(referee), 12)
    told = mensch("report", game.id).ok().lines
    assert told[1] == " · ".join(
        f"{name}: {score}" for name, score in zip(NAMES, game.table.scores, strict=False)
    )
    assert "  Who had luck is not known as long as the dice are secret." in told
    assert JUDGE not in "".join(told)


def test_as_json_it_is_one_document(mensch: Mensch, referee: Referee) -> None:
    game = finished(referee)
    document = mensch("report", game.id, "--json").document
    assert (document["game"], document["status"], document["records"]) == (game.id, "finished", game.seq)
    assert [seat["name"] for seat in document["seats"]] == ["anna", "bert"]
    assert {seat["place"] for seat in document["seats"]} == {1, 2}
    assert all(seat["luck"]["low"] < seat["luck"]["high"] for seat in document["seats"])
    running = begun(referee, rules=classic(2, 200))
    document = mensch("report", running.id, "--json").document
    assert [seat["luck"] for seat in document["seats"]] == [None, None]


def test_as_a_page_it_is_one_file(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    game = finished(referee)
    file = tmp_path / "report.html"
    assert mensch("report", game.id, "--html", str(file)).ok().out.startswith(f"Game {game.id} is in ")
    page = Page(file.read_text("utf-8"))
    assert page.all("title")[0].text == f"Report of game {game.id}"
    assert page.policy["script-src"] == ["'none'"]
    assert [section.text.split()[0] for section in page.all("section")] == [
        "Score", "Luck", "Who", "Longest", "Time",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["two-seats", "three-seats", "four-seats", "still-running"])
def test_no_name_gets_out_of_its_place(name: str) -> None:
    log = recorded.read(name)
    whole = fold(initial(log[0].record.game), log)

    def page(names: tuple[str, ...]) -> Page:
        mine = names[: len(whole.seats)]
        return Page(report_page(log, whole, account(log, whole, mine), words("en")).decode())

    plain, hostile = page(NAMES), page(HOSTILE)
    assert [(e.name, list(e.attributes)) for e in hostile.elements] == [
        (e.name, list(e.attributes)) for e in plain.elements
    ]
    assert hostile.policy == plain.policy


def test_a_game_that_has_not_started_has_no_report(mensch: Mensch, referee: Referee) -> None:
    seed, game = bytes(32), new_id()
    referee.open_game(game, seed, [create(classic(2), commitment(seed), game)], [])
    mensch("report", game).refused(1, "has not started, so there is nothing to tell")


def test_it_is_json_or_a_page(mensch: Mensch, referee: Referee, tmp_path: Path) -> None:
    game = finished(referee)
    mensch("report", game.id, "--json", "--html", str(tmp_path / "r.html")).refused(2, "only one of")


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (0, "0 s"),
        (340, "0.3 s"),
        (1000, "1 s"),
        (61_000, "1 min 1 s"),
        (3_600_000, "1 h"),
        (90_000_000, "1 d 1 h"),
    ],
)
def test_a_span_is_written_in_its_two_largest_units(span: int, text: str) -> None:
    assert written_span(span) == text
