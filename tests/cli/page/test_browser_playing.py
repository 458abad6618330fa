"""A page in a real browser: clicked through. Needs Debian's chromium and chromium-driver."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from mensch.events.loading import public_game
from tests.cli.page.browser import Browser, shown, until
from tests.cli.page.pages import GoldenGame

pytestmark = pytest.mark.ci


def rows_shown(window: Browser) -> list[list[list[int]]]:
    """The figures in every row, as they lie on the table from left to right."""
    script = """
      return [...document.querySelectorAll(".seat")].map((seat) =>
        [...seat.querySelectorAll(".cards")].map((row) =>
          [...row.querySelectorAll(".value")].map((value) => Number(value.textContent))))"""
    found: list[list[list[int]]] = window.run(script)
    return found


def dice_shown(window: Browser) -> list[int]:
    """How many pips every die shows, seat by seat; 0 for one that lies face down."""
    script = """
      const dice = [...document.querySelectorAll(".seat .die")];
      return dice.map((die) => die.querySelectorAll("circle").length)"""
    found: list[int] = window.run(script)
    return found


def test_the_table_is_that_of_the_log(window: Browser, page: Path, game: GoldenGame) -> None:
    """Forth, back and by leaps: whatever was shown before, the table is that of the record."""
    window.open(page)
    for seq in (5, 6, 7, 60, 59, 200, 12, 13, game.whole.ended, 5):
        window.run("go(arguments[0], { flying: true })", seq)
        table = public_game(game.whole.id, game.log, seq).table
        assert rows_shown(window) == [[list(row) for row in table.rows(seat)] for seat in range(3)]
        assert dice_shown(window) == [die for seat in range(3) for die in table.hand(seat)]
        centre = "return [...document.querySelectorAll('.centre .value')].map((value) => +value.textContent)"
        assert tuple(sorted(window.run(centre))) == table.centre
        scores = window.run(
            "return [...document.querySelectorAll('.score b')].map((b) => Number(b.textContent))"
        )
        assert tuple(scores) == table.scores
        assert window.text(".pile b") == str(table.pile_size)


def test_it_opens_where_the_game_ended(window: Browser, page: Path, game: GoldenGame) -> None:
    window.open(page)
    assert shown(window) == game.whole.ended
    assert "wins with" in window.text("#told")


def test_the_buttons_go_through_the_game(window: Browser, page: Path, game: GoldenGame) -> None:
    window.open(page)
    window.find("#first").click()
    assert shown(window) == 1
    assert not window.find("#back").is_enabled()
    window.find("#on").click()
    window.find("#on").click()
    assert shown(window) == 3
    window.find("#back").click()
    assert shown(window) == 2
    window.find("#last").click()
    assert shown(window) == len(game.log)
    assert not window.find("#on").is_enabled()


def test_keys_go_through_the_game_from_anywhere(window: Browser, page: Path, game: GoldenGame) -> None:
    window.open(page)
    window.press(Keys.HOME)
    assert shown(window) == 1
    window.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert shown(window) == 3
    window.press(Keys.END)
    assert shown(window) == len(game.log)
    window.run("document.getElementById('slider').focus()")
    window.press(Keys.HOME, Keys.ARROW_RIGHT)
    assert shown(window) == 2
    window.press(Keys.SPACE)
    assert window.find("#play").get_attribute("aria-label") == "Pause"


def test_it_plays_and_pauses(window: Browser, page: Path) -> None:
    window.open(page)
    Select(window.find("#speed")).select_by_value("8")
    window.run("go(10); document.activeElement.blur()")
    assert window.find("#play").get_attribute("aria-label") == "Play"
    window.press(Keys.SPACE)
    assert window.find("#play").get_attribute("aria-label") == "Pause"
    until(lambda: shown(window) > 12)
    window.find("#play").click()
    stopped = shown(window)
    assert window.find("#play").get_attribute("aria-label") == "Play"
    assert window.run("return timer") is None
    assert shown(window) == stopped


def test_at_the_end_it_stops_and_begins_anew(window: Browser, page: Path, game: GoldenGame) -> None:
    window.open(page)
    Select(window.find("#speed")).select_by_value("8")
    window.run("go(arguments[0])", game.whole.ended - 1)
    window.find("#play").click()
    until(lambda: window.find("#play").get_attribute("aria-label") == "Play")
    assert shown(window) == len(game.log)
    window.find("#play").click()
    assert shown(window) < 5
    window.find("#play").click()


def test_a_page_that_was_just_opened_plays_from_the_beginning(window: Browser, page: Path) -> None:
    window.open(page)
    window.press(Keys.SPACE)
    assert shown(window) < 5


def test_the_list_the_slider_and_the_charts_lead_to_a_record(window: Browser, page: Path) -> None:
    window.open(page)
    window.find(".moves button[data-seq='40']").click()
    assert shown(window) == 40
    assert window.find("#slider").get_attribute("value") == "40"
    assert window.find(".moves [aria-current]").get_attribute("data-seq") == "40"
    window.run(
        "const s = document.getElementById('slider'); s.value = 77; s.dispatchEvent(new Event('input'))"
    )
    assert shown(window) == 77
    window.find(".chart svg").click()  # in its middle
    assert 100 < shown(window) < 136


def test_a_steal_is_marked_on_both_sides(window: Browser, page: Path, game: GoldenGame) -> None:
    window.open(page)
    button = window.find(".moves li.steal button")
    window.run("arguments[0].click()", button)
    moved = game.contents().items[shown(window) - 1].moved
    assert moved is not None
    assert moved.source is not None
    (stolen,) = window.driver.find_elements("css selector", ".card.stolen .value")
    assert stolen.text == str(moved.figure)
    (loss,) = window.driver.find_elements("css selector", f".seat.s{moved.source[0]} .gain.down")
    assert loss.text == f"−{moved.figure}"


def test_seen_by_one_player_the_others_dice_lie_face_down(
    window: Browser, page: Path, game: GoldenGame
) -> None:
    window.open(page)
    window.run("go(60)")
    Select(window.find("#seen")).select_by_visible_text("bert")
    hands = [list(public_game(game.whole.id, game.log, 60).table.hand(seat)) for seat in range(3)]
    assert dice_shown(window) == [0, 0, *hands[1], 0, 0]
    window.press(Keys.ESCAPE)
    window.run("go(61)")
    assert dice_shown(window)[:2] == [0, 0]
    Select(window.find("#seen")).select_by_index(0)
    assert 0 not in dice_shown(window)


def test_the_record_is_there_when_asked_for(window: Browser, page: Path, game: GoldenGame) -> None:
    window.open(page)
    window.run("go(50)")
    window.find("#record summary").click()
    until(lambda: window.text("#record pre"))
    for seq in (50, 51, 1, len(game.log)):
        window.run("go(arguments[0])", seq)
        entry = game.log[seq - 1]
        until(partial(stands, window, "#record pre", entry.raw.decode()))
        assert window.text("#record .hash") == entry.hash
        assert window.text("#record .parent") == entry.record.prev
        assert window.text("#record .check") == "This browser computes the same hash."


def stands(window: Browser, selector: str, text: str) -> bool:
    """Whether a text stands in an element."""
    return window.text(selector) == text
