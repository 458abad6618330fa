"""Results on a terminal, in 80 columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

from mensch.cli.results.grid import Cell, Column, Grid, number_in
from mensch.cli.screen import WIDTH, cut
from mensch.core.quoting import printable

_GAP = 1
_SHORTEST_NAME = 8
_LONGEST_NAME = 24


def as_text(grid: Grid) -> str:
    """A table for a terminal: names cut short, and broken into parts where it is too wide."""
    written = [
        [_cell(column, cell) for column, cell in zip(grid.columns, row, strict=True)] for row in grid.rows
    ]
    widths = [
        max(map(cell_len, [column.heading, *(row[at] for row in written)]))
        for at, column in enumerate(grid.columns)
    ]
    named = [at for at, column in enumerate(grid.columns[: grid.leading]) if column.digits is None]
    rest = [at for at in range(len(grid.columns)) if at >= grid.leading]
    for at in named:
        widths[at] = min(widths[at], _LONGEST_NAME)
        left = WIDTH - sum(widths[other] + _GAP for other in range(len(widths)) if other != at)
        if left >= _SHORTEST_NAME:
            widths[at] = min(widths[at], left)
    lines = [grid.title]
    for part in _parts(rest, widths, sum(widths[at] + _GAP for at in range(grid.leading))):
        shown = [*range(grid.leading), *part]
        lines.append(_line([column.heading for column in grid.columns], shown, widths, grid.columns))
        lines += [_line(row, shown, widths, grid.columns) for row in written]
    return "\n".join(lines) + "\n"


def _parts(rest: Sequence[int], widths: Sequence[int], leading: int) -> list[list[int]]:
    parts: list[list[int]] = [[]]
    used = leading
    for at in rest:
        if parts[-1] and used + widths[at] > WIDTH:
            parts.append([])
            used = leading
        parts[-1].append(at)
        used += widths[at] + _GAP
    return parts


def _cell(column: Column, cell: Cell) -> str:
    if cell is None:
        return ""
    return printable(cell) if isinstance(cell, str) else number_in(column, cell)


def _line(row: Sequence[str], shown: Sequence[int], widths: Sequence[int], columns: Sequence[Column]) -> str:
    cells = []
    for at in shown:
        text = row[at]
        if columns[at].digits is None:
            cells.append(set_cell_size(cut(text, widths[at]), widths[at]))
        else:
            cells.append(" " * (widths[at] - cell_len(text)) + text)
    return (" " * _GAP).join(cells).rstrip()
