"""A table of results, before it is decided how it is written."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from mensch.cli.language import WORDS

Cell = str | int | float | Fraction | None
"""A name as it was given, a number, or nothing."""


class Column(msgspec.Struct, frozen=True):
    """A column.

    Attributes:
        heading: short, for a terminal.
        digits: after the decimal point for numbers with a fraction, zeros at the end left out; None for a
            column of names.
        fixed: written with as many digits for every number.
    """

    heading: str
    digits: int | None = 2
    fixed: bool = False


class Grid(msgspec.Struct, frozen=True):
    """A table.

    Attributes:
        title: what it shows.
        columns: in order.
        rows: a cell for each column.
        leading: how many columns say whose row it is; they are repeated where a table has to be broken.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    leading: int = 2


def number_in(column: Column, value: int | float | Fraction, *, local: bool = True) -> str:
    """A number as its column writes it.

    Args:
        local: with the decimal sign of this process's language; else with a point.
    """
    digits = column.digits or 0
    if isinstance(value, int) and not column.fixed:
        return str(value)
    rounded = round(float(value), digits) + 0.0  # no minus before a nought
    written = format(WORDS.number(rounded) if local else rounded, f".{digits}f")
    if column.fixed or not digits:
        return written
    return written.rstrip("0").rstrip(".,")
