"""A person at a terminal: a pseudo-terminal on which the installed `mensch` runs."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte
from rich.text import Text

from tests.cli.command_line import SCRIPT, environment

_SECONDS = 30.0
_LINES = 24
_CLEARED = "\x1b[2J\x1b[3J\x1b[H"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_COLOURS = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")

_COLOUR = {"brown": "yellow"}  # what pyte calls otherwise than rich

CTRL_C = "\x03"
CTRL_D = "\x04"
CTRL_Z = "\x1a"


def _style(cell: pyte.screens.Char) -> str:
    """How a cell is drawn, in rich's words."""
    on = {"bold": cell.bold, "underline": cell.underscore, "reverse": cell.reverse}
    parts = [name for name, is_on in on.items() if is_on]
    parts += [] if cell.fg == "default" else [_COLOUR.get(cell.fg, cell.fg)]
    parts += [] if cell.bg == "default" else ["on", _COLOUR.get(cell.bg, cell.bg)]
    return " ".join(parts)


class Terminal:
    """`mensch`, or another program, with the words it was started with, as a person sees it: wait `until`
    something stands on the screen, then `types`, and see how it `ends`."""

    def __init__(
        self,
        words: Sequence[str],
        url: str,
        *,
        columns: int = 80,
        program: str | Path = SCRIPT,
        env: Mapping[str, str | None] | None = None,
    ) -> None:
        self._command = [program, *words]
        self._environment = environment(url, {"COLUMNS": None, "LINES": None, **(env or {})})
        self._columns = columns
        self._seen = 0
        self._screen = pyte.Screen(columns, _LINES)
        self._drawn = pyte.Stream(self._screen)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.output = ""
        """All that the terminal was sent so far, line ends as `\\n`."""

    def __enter__(self) -> Self:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", _LINES, self._columns, 0, 0))
        self._process = subprocess.Popen(
            self._command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=self._environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal
        )
        os.close(slave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        os.close(self._master)

    def until(self, text: str) -> str:
        """Wait until a text stands on the terminal; what came since the last time, up to it."""
        end = time.monotonic() + _SECONDS
        while (found := self.output.find(text, self._seen)) < 0:
            assert self._read(end), f"“{text}” did not come; there is: {self.output[self._seen :]!r}"
        came = self.output[self._seen : found + len(text)]
        self._seen = found + len(text)
        return came

    def types(self, text: str) -> None:
        """Let the person type; the terminal shows it as well."""
        os.write(self._master, text.encode())

    def shows(self, text: str) -> str:
        """Wait until a text stands on the screen; the whole screen then."""
        end = time.monotonic() + _SECONDS
        while text not in self.screen:
            assert self._read(end), f"“{text}” did not come; there is: {self.screen}"
        return self.screen

    def resize(self, columns: int, lines: int) -> None:
        """Let the person make the window larger or smaller."""
        self._screen.resize(lines, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def screen(self) -> str:
        """What stands on the screen now, as a person would read it."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    def styled(self, number: int) -> Text:
        """A line of the screen with its colours, counted from 0."""
        cells = [self._screen.buffer[number][column] for column in range(self._columns)]
        line = Text()
        for style, same in groupby(cells, _style):
            line.append("".join(cell.data for cell in same), style=style)
        return line

    def is_told_to_end(self) -> None:
        """Let somebody end the program from elsewhere."""
        self._process.terminate()

    def ends(self) -> int:
        """Wait for the end of the program; its exit code."""
        end = time.monotonic() + _SECONDS
        while self._read(end):
            pass
        return self._process.wait(_SECONDS)

    @property
    def visible(self) -> str:
        """What can still be read, also by scrolling back: all since the screen was last cleared."""
        return _ESCAPES.sub("", self.output.rpartition(_CLEARED)[2])

    @property
    def text(self) -> str:
        """All output without what steers the terminal."""
        return _ESCAPES.sub("", self.output)

    @property
    def coloured(self) -> bool:
        """Whether any colour was set."""
        return _COLOURS.search(self.output) is not None

    def _read(self, end: float) -> bool:
        """Read some output; False when the program has ended, or the time is up."""
        ready, _, _ = select.select([self._master], [], [], max(0, end - time.monotonic()))
        if not ready:
            return False
        with contextlib.suppress(OSError):  # how Linux says that nobody has the other side open
            if piece := os.read(self._master, 65536):
                text = self._decoder.decode(piece)
                self._drawn.feed(text)
                self.output += text.replace("\r\n", "\n")
                return True
        return False
