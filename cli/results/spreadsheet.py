"""Results for spreadsheets: CSV (RFC 4180) whose cells no program takes for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from mensch.cli.results.grid import Cell, Column, Grid, number_in
from mensch.core.quoting import printable

_FORMULA = re.compile(r"(^|[;,\t|\"'])(\s*)(?=[=+\-@−＝＋－＠﹦﹢﹣﹫])")
"""Where a spreadsheet may begin to read a formula: at the start of a cell, and after anything that one with
another separator takes for the start of the next (OWASP, "CSV Injection")."""


def as_csv(grids: Sequence[Grid]) -> str:
    """Tables one below the other, an empty line between them; names are quoted, numbers are not."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC)
    for number, grid in enumerate(grids):
        if number:
            out.write("\r\n")
        writer.writerow([column.heading for column in grid.columns])
        for row in grid.rows:
            writer.writerow([_cell(column, cell) for column, cell in zip(grid.columns, row, strict=True)])
    return out.getvalue()


def without_formula(text: str) -> str:
    """A text with a ' before whatever a spreadsheet might calculate.

    >>> without_formula("=1+1"), without_formula("anna;=1+1"), without_formula("jean-luc")
    ("'=1+1", "anna;'=1+1", 'jean-luc')
    """
    return _FORMULA.sub(r"\1\2'", text)


class _Number(float):
    """A number that is written with the digits of its column."""

    def __init__(self, written: str) -> None:
        self._written = written

    def __repr__(self) -> str:
        return self._written

    __str__ = __repr__


def _cell(column: Column, cell: Cell) -> str | float:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return without_formula(printable(cell))
    return _Number(number_in(column, cell, local=False))
