"""Keys that a person presses, one at a time and not echoed."""

from __future__ import annotations

import codecs
import os
import re
import select
import sys
import termios
import tty
from types import TracebackType
from typing import Self

ENTER = "enter"
BACKSPACE = "backspace"
ESCAPE = "escape"
LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
HOME, END, PAGE_UP, PAGE_DOWN = "home", "end", "page up", "page down"
CTRL_A, CTRL_E, CTRL_U, CTRL_W = "\x01", "\x05", "\x15", "\x17"
"""What moves to the start and the end of a line, empties it, and takes its last word away, as in shells."""

CLOSED = "closed"
"""No more keys will come: the terminal is gone, or Ctrl-D was pressed."""

NOTHING = "nothing"
"""A key that has no meaning here, or the beginning or end of what is pasted."""

PASTES_ARE_TOLD = "\x1b[?2004h"
"""Asks a terminal to mark what is pasted, so that no Enter in it plays a move."""

PASTES_ARE_TYPED = "\x1b[?2004l"
"""As it was before."""

_SEQUENCES = {
    "[D": LEFT,
    "OD": LEFT,
    "[C": RIGHT,
    "OC": RIGHT,
    "[A": UP,
    "OA": UP,
    "[B": DOWN,
    "OB": DOWN,
    "[H": HOME,
    "OH": HOME,
    "[1~": HOME,
    "[F": END,
    "OF": END,
    "[4~": END,
    "[5~": PAGE_UP,
    "[6~": PAGE_DOWN,
}
_PASTE, _PASTE_END = "[200~", "[201~"
_SEQUENCE = re.compile(r"\[[0-?]*[ -/]*[@-~]|O.", re.DOTALL)
_BEGUN = re.compile(r"\[[0-?]*[ -/]*|O")
_SOON = 0.05  # seconds within which the rest of a key's sequence follows an escape


class Keys:
    """Reads keys from standard input. Ctrl-C stays a signal; in the end the terminal is as it was before."""

    def __init__(self) -> None:
        self._fd = sys.stdin.fileno()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending = ""
        self._pasting = False
        self._ended = False

    @property
    def waiting(self) -> bool:
        """Whether a key was pressed that was not read yet."""
        return bool(self._pending)

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd, termios.TCSADRAIN)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def read(self, seconds: float) -> str | None:
        """The next key: a character, or one of the names of this module.

        Args:
            seconds: the longest wait; afterwards None is returned.
        """
        while not self._pending:
            if self._ended:
                return CLOSED
            if not self._more(seconds):
                return None
        if self._pending[0] == "\x1b":
            return self._sequence()
        key, self._pending = self._pending[0], self._pending[1:]
        if self._pasting:
            return key if key.isprintable() else " "
        match key:
            case "\r" | "\n":
                return ENTER
            case "\x7f" | "\x08":
                return BACKSPACE
            case "\x04":
                return CLOSED
        return key

    def drop(self) -> None:
        """Forget all keys that were pressed so far."""
        self._pending = ""
        termios.tcflush(self._fd, termios.TCIFLUSH)

    def _more(self, seconds: float) -> bool:
        """Wait for input; whether there was any, also when it was the end of all input."""
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return False
        came = os.read(self._fd, 1024)
        self._ended = not came
        self._pending += self._decoder.decode(came)
        return True

    def _sequence(self) -> str:
        """What an escape stands for: a key with a name, or the key Escape alone."""
        while (self._pending == "\x1b" or _BEGUN.fullmatch(self._pending, 1)) and self._more(_SOON):
            if self._ended:
                break
        found = _SEQUENCE.match(self._pending, 1)
        if found is None:
            self._pending = self._pending[1:]
            return ESCAPE
        self._pending = self._pending[found.end() :]
        if found[0] in (_PASTE, _PASTE_END):
            self._pasting = found[0] == _PASTE
            return NOTHING
        return NOTHING if self._pasting else _SEQUENCES.get(found[0], NOTHING)
