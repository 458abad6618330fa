"""The pictures of the documents, taken of the real program: `python -m tests.docs.pictures` takes them anew.

Needs Debian's chromium and chromium-driver, as .ci/run installs them. Ids and times of the pages are those of
the run; the pictures of the terminal are the same every time, and `python -m tests.docs.screens` takes those
alone.
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from mensch.cli.report.account import account
from mensch.cli.report.sheet import report_page
from mensch.events.words import words
from tests.cli.page.browser import DESK, PHONE, Browser, browser
from tests.cli.page.pages import NAMES, golden
from tests.docs.screens import FOLDER, shots


def main() -> None:
    """Take all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for shot in shots():
        (FOLDER / f"{shot.name}.svg").write_text(shot.svg(), "utf-8")
    with browser() as window, tempfile.TemporaryDirectory(prefix="mensch-") as temporary:
        file = Path(temporary) / "game.html"
        game = golden("three-seats")
        file.write_text(game.page(), "utf-8")
        steal = next(item.seq for item in game.contents().items if item.seq > 90 and item.steals)
        for name, size, dark in (("replay", DESK, False), ("replay-phone", PHONE, True)):
            window.open(file, size, dark=dark)
            window.run("go(arguments[0])", steal)
            _keep(window, name, size)
        told = account(game.log, game.whole, NAMES[:3])
        file.write_bytes(report_page(game.log, game.whole, told, words("en")))
        window.open(file, DESK)
        _keep(window, "report", DESK)


def _keep(window: Browser, name: str, size: tuple[int, int]) -> None:
    clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
    asked = {"format": "webp", "quality": 36, "clip": clip}
    shot = window.driver.execute_cdp_cmd("Page.captureScreenshot", asked)
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()
