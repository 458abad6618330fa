"""A real browser, Debian's Chromium without a screen, that opens pages as files."""

from __future__ import annotations

import base64
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any  # what the browser's own protocol answers

import msgspec
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.packaging.checkout import ROOT

SCREENSHOTS = ROOT / "build" / "screenshots"
"""Where pictures are kept for a look; git ignores it."""

DESK, PHONE = (1280, 900), (390, 844)
"""Width and height in pixels."""


class Browser:
    """One window.

    Args:
        driver: what drives it.
    """

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, page: Path, size: tuple[int, int] = DESK, *, dark: bool = False, media: str = "") -> None:
        """Open a page in a window of a size, for eyes that like it dark or light.

        Args:
            page: a file.
            size: width and height.
            dark: what the system says that the person prefers.
            media: `print` to see it as a printer would; empty for a screen.
        """
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600},
        )
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"},  # so that nothing has to be waited for
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        self.driver.get(page.as_uri())

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401  # whatever the script returns
        """Run a script in the page and return its value."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> WebElement:
        """The first element of a selector."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """What stands in an element, with single spaces."""
        return " ".join(
            str(self.run("return document.querySelector(arguments[0]).textContent", selector)).split()
        )

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(key).perform()

    def complaints(self) -> list[str]:
        """What stands in the console: errors, and whatever the policy has refused."""
        return [entry["message"] for entry in self._log("browser")]

    def requested(self) -> list[str]:
        """Every address that was asked for since the last look."""
        found = []
        for entry in self._log("performance"):
            message = msgspec.json.decode(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return found

    def _log(self, kind: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call]  # selenium's own
        return found

    def picture(self, name: str, *, whole: bool = False) -> None:
        """Keep a picture of the window, or of the whole page."""
        asked: dict[str, object] = {}
        if whole:
            size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
            asked = {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", asked)
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        (SCREENSHOTS / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser, with its driver of the same version; both end with the block."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    options.add_argument("--headless=new")
    options.add_argument("--disable-dev-shm-usage")
    options.add_argument("--hide-scrollbars")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # which Chromium refuses to have under root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(
        options=options, service=Service(shutil.which("chromedriver") or "chromedriver")
    )
    try:
        yield Browser(driver)
    finally:
        driver.quit()


def shown(window: Browser) -> int:
    """The number of the record that is shown."""
    return int(window.text("#at").partition(" / ")[0])


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)
