"""Results for a page: tables of GitHub's Markdown, in which a name stays a name."""

from __future__ import annotations

import re

from mensch.cli.results.grid import Cell, Column, Grid, number_in
from mensch.core.quoting import printable

_MARKS = re.compile(r"([\\`*_{}\[\]<>#.!|&~:@$])")
"""Whatever may be or begin a mark, a link or an entity; a backslash takes its meaning (CommonMark, 2.4)."""


def as_markdown(grid: Grid) -> str:
    """A table under its heading."""
    rows = [
        [_cell(column, cell) for column, cell in zip(grid.columns, row, strict=True)] for row in grid.rows
    ]
    headings = [in_markdown(column.heading) for column in grid.columns]
    rule = ["---" if column.digits is None else "--:" for column in grid.columns]
    lines = [f"## {in_markdown(grid.title)}", "", *(_line(row) for row in [headings, rule, *rows])]
    return "\n".join(lines) + "\n"


def in_markdown(text: str) -> str:
    """A text that means nothing but itself.

    >>> print(in_markdown("a|b *c* <b>"))
    a\\|b \\*c\\* \\<b\\>
    """
    return _MARKS.sub(r"\\\1", printable(text))


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(column: Column, cell: Cell) -> str:
    if cell is None:
        return ""
    return in_markdown(cell) if isinstance(cell, str) else number_in(column, cell)
