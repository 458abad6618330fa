"""The screen as a whole: lines on it, fitted to whatever size it has, and keys that are pressed meanwhile."""

from __future__ import annotations

import codecs
import os
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType, TracebackType
from typing import Self

import msgspec
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from mensch.cli.terminal.cards import IN_ASCII
from mensch.cli.terminal.keys import PASTES_ARE_TOLD, PASTES_ARE_TYPED, Keys

LOOK = 0.2
"""Seconds between two looks for news while no key is pressed."""

_STORY = 4
"""Lines of story that a picture has to have room for, or a plainer one is shown."""

_PROMPT = 2
"""Lines of a prompt that has nothing more to say."""


class Picture(msgspec.Struct, frozen=True):
    """What is to be on the screen, from top to bottom.

    Attributes:
        table: what must be seen before all else: heading, players, centre.
        story: what has happened, the latest last; as much of its end as there is room for.
        choices: what there is to choose from.
        prompt: the last lines, where a person types.
        columns: how wide the screen has to be; in a plainer picture lines may be broken.
    """

    table: Sequence[Text] = ()
    story: Sequence[Text] = ()
    choices: Sequence[Text] = ()
    prompt: Sequence[Text] = ()
    columns: int = 0


def is_stage(*, plain: bool) -> bool:
    """Whether there is a terminal that can show a full-screen view, and nobody asked for plain lines."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "")
    return able and not plain


class Stage:
    """The full screen, on the terminal's second page: what was there before is back in the end, and what
    was shown here, dice among it, is not to be found by scrolling back. Ctrl-Z gives the terminal back until
    the program goes on."""

    def __init__(self) -> None:
        self._console = Console(
            file=sys.stdout,
            highlight=False,
            markup=False,
            emoji=False,
            no_color=bool(os.environ.get("NO_COLOR")) or None,
        )
        self.colour = self._console.color_system is not None and not self._console.no_color
        """Whether the terminal shows colours."""
        self._ascii = not codecs.lookup(self._console.encoding).name.startswith("utf")
        self._pictures: Sequence[Picture] = ()
        self._size = (0, 0)
        self._stopping = False

    def __enter__(self) -> Self:
        self._open()
        self._before = {
            signal.SIGTSTP: signal.signal(signal.SIGTSTP, self._asked_to_stop),
            **{number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGHUP)},
        }
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)
        self._close()

    @property
    def typed_ahead(self) -> bool:
        """Whether a key is there already, so that what is drawn now would not be looked at."""
        return self._keys.waiting

    def show(self, *pictures: Picture) -> None:
        """Draw a picture in place of the one before.

        Args:
            pictures: the first that there is room for is drawn; the last in any case.
        """
        self._pictures = pictures
        self._draw()

    def drop_keys(self) -> None:
        """Forget the keys that were pressed so far: they were not meant for what is shown now."""
        self._keys.drop()

    def key(self, news: Callable[[], bool] | None = None) -> str | None:
        """Wait for a key, and draw again where the window changes its size.

        Args:
            news: looks whether something has happened.

        Returns:
            The key, see `mensch.cli.terminal.keys`; None when there are news.
        """
        while True:
            key = self._keys.read(LOOK)
            if key is not None:
                return key
            if self._stopping:
                self._stop()
            if self._size != self._console.size:
                self._draw()
            if news is not None and news():
                return None

    def _draw(self) -> None:
        size = self._size = self._console.size
        lines = fitted(self._pictures, size.width, size.height, self._console)
        if self._ascii:
            for line in lines:
                line.plain = line.plain.translate(IN_ASCII)
        self._live.update(Group(*lines), refresh=True)

    def _open(self) -> None:
        self._keys = Keys()
        self._live = Live(
            console=self._console,
            screen=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._keys.__enter__()
        self._live.__enter__()
        self._console.file.write(PASTES_ARE_TOLD)

    def _close(self) -> None:
        try:
            self._console.file.write(PASTES_ARE_TYPED)
            self._live.__exit__(None, None, None)
        finally:
            self._keys.__exit__(None, None, None)

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True  # done between two keys, never in the middle of drawing

    def _stop(self) -> None:
        """Stop as Ctrl-Z asks; go on from here when the shell says so."""
        self._stopping = False
        self._close()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        self._open()
        self._draw()


def _end(number: int, frame: object) -> None:
    """End with the code that shells have for a signal, and so that the terminal is put back first."""
    sys.exit(128 + number)


def fitted(pictures: Sequence[Picture], width: int, height: int, console: Console) -> list[Text]:
    """The lines of the first picture that fits, or what fits of the last: the prompt, then the table, the
    choices, and the end of the story.

    Args:
        width: columns.
        height: lines.
    """
    for picture in pictures[:-1]:
        if picture.columns <= width and _needed(picture, width, console) <= height:
            return _cut(picture, width, height, console)
    return _cut(pictures[-1], width, height, console)


def _needed(picture: Picture, width: int, console: Console) -> int:
    """The lines without which a picture is not worth while; a note above the prompt takes the story's."""

    def height(lines: Sequence[Text]) -> int:
        return sum(max(1, len(line.wrap(console, width))) for line in lines)

    prompt = height(picture.prompt)
    story = min(_STORY, len(picture.story) + 1) - max(0, prompt - _PROMPT)
    return height(picture.table) + height(picture.choices) + prompt + max(0, story)


def _cut(picture: Picture, width: int, height: int, console: Console) -> list[Text]:
    wrapped = [
        [piece for line in part for piece in (line.wrap(console, width) or [Text()])]
        for part in (picture.table, picture.story, picture.choices, picture.prompt)
    ]
    table, story, choices, prompt = wrapped
    prompt = prompt[-height:]
    room = height - len(prompt)
    table = table[:room]
    room -= len(table)
    choices = choices[:room]
    room -= len(choices)
    blank = [Text()] * min(room, 1)
    told = [Text(), *story[-(room - 2) :], Text()] if story and room > 2 else blank
    return [*table, *told, *choices, *prompt]
