"""A browser with a page of a finished game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.page.browser import Browser, browser
from tests.cli.page.pages import GoldenGame, golden


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    """One browser for all tests."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def game() -> GoldenGame:
    """A finished game of three."""
    return golden("three-seats")


@pytest.fixture
def page(game: GoldenGame, tmp_path: Path) -> Path:
    """Its page."""
    file = tmp_path / "game.html"
    file.write_text(game.page(), "utf-8")
    return file
