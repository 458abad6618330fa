"""A report as lines of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from mensch.cli.duration import written_span
from mensch.cli.report import phrases
from mensch.cli.report.account import Account
from mensch.cli.report.sentences import (
    costly_row,
    long_row,
    luck_cells,
    ranks,
    time_cells,
    time_titles,
    turning_words,
)
from mensch.cli.screen import WIDTH, cut, filled
from mensch.core.match import JUDGE
from mensch.events.words import Words

_INDENT = "  "
_NAME = 16
_LUCK_WIDTHS = (5, 6, 22, 22)


def lines(told: Account, words: Words) -> Iterator[Text]:
    """All of a report, section by section.

    Args:
        told: the report.
        words: the language.
    """
    heading = words.say(
        phrases.HEADING,
        game=told.game,
        records=told.records,
        status=words.text(phrases.STATUS[told.status]),
        target=told.target,
    )
    yield Text(heading, style="bold")
    yield from _flowing(" · ".join(ranks(told, words)), margin=0)
    moves = sum(seat.moves for seat in told.seats)
    yield Text(words.say(phrases.PLAYED, moves=moves, span=written_span(told.ended - told.began)))
    for section in (_robberies, _rows, _turning_points, _luck, _time):
        yield Text()
        yield from section(told, words)


def _robberies(told: Account, words: Words) -> Iterator[Text]:
    yield from _title(words.text(phrases.ROBBERIES), words.text(phrases.ROBBERIES_NOTE))
    width = min(10, max(6, *(cell_len(seat.name) for seat in told.seats)))
    yield _columns("", [*(cut(seat.name, width) for seat in told.seats), words.text(phrases.ROBBED)], width)
    for index, robber in enumerate(told.seats):
        counts = ["–" if index == robbed else str(n) for robbed, n in enumerate(told.robberies[index])]
        yield _columns(robber.name, [*counts, str(robber.stole)], width)
    yield _columns(words.text(phrases.LOST), [str(seat.lost) for seat in told.seats], width)


def _rows(told: Account, words: Words) -> Iterator[Text]:
    names = [seat.name for seat in told.seats]
    yield from _title(words.text(phrases.LONGEST))
    for row in told.longest_rows:
        yield from _flowing(_INDENT + long_row(row, names, words))
    if not told.longest_rows:
        yield Text(_INDENT + words.text(phrases.NO_ROWS))
    yield Text()
    yield from _title(words.text(phrases.COSTLIEST), words.text(phrases.COSTLIEST_NOTE))
    for row in told.costliest_rows:
        yield from _flowing(_INDENT + costly_row(row, names, words))
    if not told.costliest_rows:
        yield Text(_INDENT + words.text(phrases.NO_ROWS))


def _turning_points(told: Account, words: Words) -> Iterator[Text]:
    names = [seat.name for seat in told.seats]
    yield from _title(words.text(phrases.TURNING))
    for turning in told.turning_points:
        yield from _flowing(f"{turning.seq:5}  {turning_words(turning, names, words)}", margin=7)
    if not told.turning_points:
        yield Text(_INDENT + words.text(phrases.NO_TURNING))


def _luck(told: Account, words: Words) -> Iterator[Text]:
    yield from _title(words.text(phrases.LUCK))
    if any(seat.luck is None for seat in told.seats):
        yield from _flowing(_INDENT + words.text(phrases.LUCK_UNKNOWN), margin=2)
        return
    titles = (phrases.DICE, phrases.PIPS, phrases.EXPECTED, phrases.WORTH)
    yield _columns("", [words.text(title) for title in titles], *_LUCK_WIDTHS)
    for seat in told.seats:
        if seat.luck is not None:
            yield _columns(seat.name, luck_cells(seat.luck, words), *_LUCK_WIDTHS)
    yield from _flowing(_INDENT + words.say(phrases.LUCK_NOTE, judge=JUDGE), margin=2)


def _time(told: Account, words: Words) -> Iterator[Text]:
    yield from _title(words.text(phrases.TIME))
    yield _columns("", time_titles(told, words), 14)
    for seat in told.seats:
        yield _columns(seat.name, time_cells(seat), 14)


def _title(title: str, note: str = "") -> Iterator[Text]:
    line = Text(title, style="bold")
    if note:
        line.append(f" ({note})", style="not bold")
    yield from filled(Text(), line.split(" ", include_separator=True), margin=2)


def _flowing(text: str, margin: int = 4) -> Iterator[Text]:
    yield from filled(Text(), Text(text).split(" ", include_separator=True), margin=margin)


def _columns(name: str, cells: Sequence[str], *widths: int) -> Text:
    """A name and cells that stand at the right of their columns; the last width holds for all that follow."""
    line = _INDENT + set_cell_size(cut(name, _NAME), _NAME)
    for cell, width in zip_longest(cells, widths[: len(cells)], fillvalue=widths[-1]):
        line += " " * max(1, int(width) + 1 - cell_len(str(cell))) + str(cell)
    return Text(cut(line.rstrip(), WIDTH))
