"""The story of a game as lines of the terminal: a record's number, then what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import chop_cells
from rich.text import Text

from mensch.cli.language import WORDS
from mensch.cli.screen import WIDTH, Mark, filled, mark_of
from mensch.core.notation import write_move
from mensch.events.story import Scene
from mensch.events.telling import deed, happening

_MARGIN = 6
"""Columns before a record's words: its number and two spaces."""


def mark_in(scene: Scene) -> Mark | None:
    """The figure to mark on the table after a record."""
    return mark_of(scene.played.seat, scene.played.effect) if scene.played else None


def tell(scene: Scene, names: Sequence[str], said: str | None) -> list[Text]:
    """A record in words: number, who, the move, what it did. One line, or more where names are long.

    Raises:
        CorruptLogError: it names a seat that the game does not have, or nobody who could have done it.
    """
    line = Text(f"{scene.entry.seq:4}  ")
    if scene.played is not None:
        name = names[scene.played.seat]
        line.append(f"{name}  ")
        line.append(
            write_move(scene.played.move, scene.played.effect, scene.played.seat, names), style="bold"
        )
        line.append(f"  {deed(scene.played, names, WORDS)}")
    else:
        line.append(happening(scene, names, said, WORDS))
    return filled(Text(), _words(line), margin=_MARGIN)


def _words(line: Text) -> Iterator[Text]:
    """The words of a line, each with the space behind it; what no line can hold comes in pieces."""
    room = WIDTH - _MARGIN
    for word in line.split(" ", include_separator=True):
        if word.cell_len <= room:
            yield word
        else:
            yield from map(Text, chop_cells(word.plain, room))
