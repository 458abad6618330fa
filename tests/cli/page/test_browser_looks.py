"""How a page looks and sounds in a real browser, with pictures kept for a look. Needs chromium, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from mensch.cli.report.account import account
from mensch.cli.report.sheet import report_page
from mensch.events.loading import public_game
from mensch.events.words import words
from tests.cli.page.browser import DESK, PHONE, Browser
from tests.cli.page.pages import NAMES, GoldenGame, golden

pytestmark = pytest.mark.ci


@pytest.mark.parametrize("size", [DESK, PHONE, (320, 600)])
@pytest.mark.parametrize("name", ["two-seats", "three-seats", "four-seats", "still-running"])
def test_nothing_is_wider_than_the_window(
    window: Browser, tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    file = tmp_path / "game.html"
    file.write_text(golden(name).page(["anna", "Karl-Theodor Lilienstern", "W" * 24, "d"]), "utf-8")
    window.open(file, size)
    assert window.run("return document.documentElement.scrollWidth") <= size[0], "innerWidth may have grown"
    small = window.run(
        """
        return [...document.querySelectorAll(".controls button")].filter((button) => {
          const box = button.getBoundingClientRect();
          return Math.min(box.width, box.height) < 40;
        }).length"""
    )
    assert small == 0, "a finger needs room"


@pytest.mark.parametrize("language", ["en", "de"])
def test_in_no_window_is_anything_cut_off_at_its_side(
    window: Browser, tmp_path: Path, game: GoldenGame, language: str
) -> None:
    file = tmp_path / "game.html"
    file.write_text(game.page(["anna", "Karl-Theodor Lilienstern", "W" * 24], language), "utf-8")
    outside = {}
    for width in [*range(320, 1301, 45), 505, 510, 515, 543, 544, 545]:
        window.open(file, (width, 800))
        outside[width] = window.run(
            """
            const [width] = arguments, seen = e => e.getClientRects().length && !e.closest(".skip, svg *");
            return [...document.querySelectorAll("body *")].filter(seen)
              .filter(e => e.getBoundingClientRect().right > width + .5)
              .map(e => e.id || e.className || e.tagName)""",
            width,
        )
    assert {width: there for width, there in outside.items() if there} == {}


def test_the_appearance_follows_the_system_and_can_be_turned(window: Browser, page: Path) -> None:
    def brightness() -> int:
        colour = window.run("return getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour.strip("rgb()").split(","))

    window.open(page)
    assert brightness() > 600
    window.find("#appearance").click()
    assert brightness() < 150
    window.open(page, dark=True)
    assert brightness() < 150
    window.find("#appearance").click()
    assert brightness() > 600


def test_a_screen_reader_hears_names_roles_and_what_happens(
    window: Browser, page: Path, game: GoldenGame
) -> None:
    window.open(page)
    window.run("go(60)")
    tree = window.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    heard = [
        (node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]
    ]
    assert all(name for role, name in heard if role in {"button", "slider", "combobox", "image", "article"})
    assert ("slider", "Record") in heard
    assert {"Play", "One record on", "To the end"} <= {name for role, name in heard if role == "button"}
    row = public_game(game.whole.id, game.log, 60).table.rows(0)[0]
    assert any(role == "image" and name.startswith(f"Row A: {row[0]}") for role, name in heard), (
        "a row is read aloud"
    )
    told = window.text("#told")
    assert window.find("#told").get_attribute("role") == "status"
    assert told in str(window.find("#slider").get_attribute("aria-valuetext"))


def test_the_tabulator_reaches_everything_in_order(window: Browser, page: Path) -> None:
    window.open(page)
    window.run("go(60)")
    reached = []
    for _ in range(12):
        window.press(Keys.TAB)
        reached.append(
            window.run("const e = document.activeElement; return e.id || e.className || e.parentElement.id")
        )
    wanted = [
        "skip",
        "appearance",
        "slider",
        "first",
        "back",
        "play",
        "on",
        "last",
        "speed",
        "seen",
        "record",
    ]
    assert reached[: len(wanted)] == wanted


def test_without_scripts_there_are_still_moves_and_charts(window: Browser, page: Path) -> None:
    window.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        window.open(page)
        for selector, there in ((".moves", True), (".chart", True), ("noscript p", True), (".table", False)):
            assert window.find(selector).is_displayed() is there, selector
        window.picture("without-scripts")
    finally:
        window.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_it_prints(window: Browser, page: Path) -> None:
    window.open(page, media="print")
    assert not window.find(".controls").is_displayed()
    assert window.find(".table").is_displayed()
    assert window.find(".moves").is_displayed()
    last = window.driver.find_elements("css selector", ".moves button")[-1]
    assert last.is_displayed(), "the whole list is printed, not what fits into its box"
    window.picture("print", whole=True)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("name", "size"), [("desk", DESK), ("phone", PHONE)])
@pytest.mark.parametrize("golden_name", ["two-seats", "three-seats", "four-seats", "still-running"])
def test_pictures_for_a_look(
    window: Browser, tmp_path: Path, golden_name: str, name: str, size: tuple[int, int], dark: bool
) -> None:
    game = golden(golden_name)
    file = tmp_path / "game.html"
    file.write_text(game.page(NAMES), "utf-8")
    window.open(file, size, dark=dark)
    window.run(
        "go(arguments[0])", next(item.seq for item in game.contents().items if item.seq > 30 and item.steals)
    )
    window.picture(f"{golden_name}-{name}-{'dark' if dark else 'light'}")
    told = account(game.log, game.whole, NAMES[: len(game.whole.seats)])
    file.write_bytes(report_page(game.log, game.whole, told, words("en")))
    window.open(file, size, dark=dark)
    window.picture(f"report-{golden_name}-{name}-{'dark' if dark else 'light'}", whole=True)
    assert window.run("return document.documentElement.scrollWidth <= innerWidth")
    assert window.complaints() == []
