"""A person at a terminal: a pseudo-terminal on which the installed `mensch` runs."""

from __future__ import annotations

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
from types import TracebackType
from typing import Self

from tests.cli.command_line import SCRIPT, environment

_SECONDS = 30.0
_CLEARED = "\x1b[2J\x1b[3J\x1b[H"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_COLOURS = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")

CTRL_C = "\x03"
CTRL_D = "\x04"


class Terminal:
    """`mensch` with the words it was started with, as a person sees it: wait `until` something stands on the
    screen, then `types`, and see how it `ends`."""

    def __init__(
        self,
        words: Sequence[str],
        url: str,
        *,
        columns: int = 80,
        env: Mapping[str, str | None] | None = None,
    ) -> None:
        self._words = words
        self._environment = environment(url, {"COLUMNS": None, "LINES": None, **(env or {})})
        self._columns = columns
        self._seen = 0
        self.output = ""
        """All that the terminal was sent so far, line ends as `\\n`."""

    def __enter__(self) -> Self:
        self._master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, self._columns, 0, 0))
        self._process = subprocess.Popen(
            [SCRIPT, *self._words],
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
                # A character may be cut here; none that a test looks for is more than one byte.
                self.output += piece.decode(errors="replace").replace("\r\n", "\n")
                return True
        return False
