"""The line on which a person types: what stands there, and what a key makes of it."""

from __future__ import annotations

import msgspec

from mensch.cli.terminal import keys
from mensch.core.quoting import printable

LONGEST = 2000
"""Characters that can be typed."""

_SHOWN = 150
"""Of them, those that are shown: what is around the cursor, as far as it fits on two lines."""


class Line(msgspec.Struct, frozen=True):
    """What was typed.

    Attributes:
        before: the text before the cursor.
        after: the text behind it.
        refused: whether it was sent and is of no use as it stands. It can be corrected; whoever types on
            instead begins anew.
    """

    before: str = ""
    after: str = ""
    refused: bool = False

    @property
    def text(self) -> str:
        """All of it."""
        return self.before + self.after

    def pressed(self, key: str) -> Line:
        """The line after a key; a key that does nothing here leaves it as it is.

        >>> Line("N9", refused=True).pressed("q").text
        'q'
        >>> Line("N9", refused=True).pressed(keys.BACKSPACE).pressed("3").text
        'N3'

        Args:
            key: a character, or one of the names in `mensch.cli.terminal.keys`.
        """
        match key:
            case keys.ESCAPE:
                return Line()
            case keys.BACKSPACE:
                return Line(self.before[:-1], self.after)
            case keys.LEFT:
                return Line(self.before[:-1], self.before[-1:] + self.after)
            case keys.RIGHT:
                return Line(self.before + self.after[:1], self.after[1:])
            case keys.HOME | keys.CTRL_A:
                return Line("", self.text)
            case keys.END | keys.CTRL_E:
                return Line(self.text)
            case keys.CTRL_U:
                return Line("", self.after)
            case keys.CTRL_W:
                return Line(self.before[: self.before.rstrip().rfind(" ") + 1], self.after)
        if len(key) != 1 or not key.isprintable():
            return self
        if self.refused:
            return Line(key)
        return Line(self.before + key, self.after) if len(self.text) < LONGEST else self

    def shown(self) -> str:
        """The line with its cursor, as it may be shown; of a long one the part around the cursor."""
        before, after = printable(self.before, LONGEST), printable(self.after, LONGEST)
        if len(before) > _SHOWN:
            before = f"…{before[-_SHOWN:]}"
        room = max(0, _SHOWN - len(before))
        return f"{before}▏{after if len(after) <= room else f'{after[:room]}…'}"
