"""A game that is shown again on the full screen, forth and back with keys."""

from __future__ import annotations

from rich.text import Text

from mensch.cli import texts
from mensch.cli.replay import Replay
from mensch.cli.terminal import keys
from mensch.cli.terminal.stage import Stage
from mensch.cli.terminal.table_now import pictures, seen_as

_FAR = 10
"""Records that Page Up and Page Down go."""


def step_on(stage: Stage, replay: Replay, first: int, last: int) -> None:
    """Show one record after another until the person leaves.

    Args:
        first: the record to begin with, and the earliest that is gone back to.
        last: the latest.
    """
    at = first
    while True:
        [scene] = replay.scenes(at, at)
        view = replay.view(scene)
        public = texts.OPEN if replay.revealed else texts.PUBLIC
        seen = seen_as(replay, replay.seat if replay.revealed else None, public)
        prompt = [Text(texts.STEP_KEYS.format(at=at, last=last), style="bold")]
        stage.show(*pictures(replay, scene.game, view, seen, prompt, colour=stage.colour))
        moved = None
        while moved is None:
            key = stage.key()
            if key in ("q", keys.ESCAPE, keys.CLOSED):
                return
            moved = _moved(key, at, first, last)
        at = moved


def _moved(key: str | None, at: int, first: int, last: int) -> int | None:
    """The record to show after a key; None for a key that means nothing here."""
    match key:
        case keys.RIGHT | keys.DOWN | keys.ENTER | " " | "n":
            to = at + 1
        case keys.LEFT | keys.UP | keys.BACKSPACE | "p":
            to = at - 1
        case keys.PAGE_DOWN:
            to = at + _FAR
        case keys.PAGE_UP:
            to = at - _FAR
        case keys.HOME | "g":
            to = first
        case keys.END | "G":
            to = last
        case _:
            return None
    return max(first, min(last, to))
