"""A page in a real browser asks nobody for anything, and lets nobody in. Needs chromium, as its neighbour."""

from __future__ import annotations

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from tests.cli.page.browser import PHONE, Browser, until
from tests.cli.page.pages import golden
from tests.cli.page.test_page import HOSTILE

pytestmark = pytest.mark.ci


def test_opening_a_page_asks_nobody_for_anything(window: Browser, page: Path) -> None:
    window.requested()
    window.open(page)
    window.find("#record summary").click()
    window.press(Keys.HOME, Keys.ARROW_RIGHT)
    assert {url.partition(":")[0] for url in window.requested()} <= {"file", "data"}
    assert window.complaints() == []


def test_hostile_names_do_nothing(window: Browser, tmp_path: Path) -> None:
    window.requested()
    for number, name in ((2, "two-seats"), (3, "three-seats"), (4, "four-seats")):
        file = tmp_path / "hostile.html"
        file.write_text(golden(name).page(HOSTILE), "utf-8")
        window.open(file, PHONE)
        window.press(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        window.find("#record summary").click()
        assert window.run("return window.robbed") is None
        titles = window.run(
            "return [...document.querySelectorAll('.seat h2')].map((title) => title.textContent)"
        )
        assert titles == list(HOSTILE[:number])
        assert window.run("return document.images.length") == 0
        assert window.run("return document.documentElement.scrollWidth <= innerWidth")
    assert {url.partition(":")[0] for url in window.requested()} <= {"file", "data"}
    assert window.complaints() == []


def test_the_policy_holds_in_this_browser(window: Browser, page: Path) -> None:
    """Were a name to bring a script, a style or a picture in after all, it would not run or load."""
    window.open(page)
    window.run(
        """
        const script = document.createElement("script");
        script.textContent = "window.robbed = 1";
        const style = document.createElement("style");
        style.textContent = "body { display: none }";
        const image = document.createElement("img");
        image.src = "https://example.org/x.png";
        document.body.append(script, style, image);
        """
    )
    assert window.run("return window.robbed") is None
    assert window.find("body").is_displayed()
    refused: list[str] = []

    def all_three() -> bool:
        refused.extend(message for message in window.complaints() if "Content Security Policy" in message)
        return len(refused) >= 3

    until(all_three)
