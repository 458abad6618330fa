"""`mensch diff`: the first record in which two logs differ."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

import click
import msgspec
from rich.text import Text

from mensch.cli import texts
from mensch.cli.documents import Document, print_json
from mensch.cli.ending import ending_with
from mensch.cli.screen import WIDTH, dice_text, show_lines
from mensch.cli.show import view_of
from mensch.cli.sources import open_log
from mensch.core.errors import LogError
from mensch.core.moves import SLOT_NAMES
from mensch.core.quoting import printable
from mensch.core.view import SeatView
from mensch.events.archive import sort_lines
from mensch.events.audit.report import Verdict
from mensch.events.bodies import DeckRevealed
from mensch.events.difference import FieldDifference, fields_that_differ, first_difference
from mensch.events.game import fold, initial
from mensch.events.record import Entry, decode

_COLUMN = WIDTH // 2 - 2
_LONGEST = 400
"""Characters that are shown of a field."""


class Side(msgspec.Struct, frozen=True):
    """One of two logs.

    Attributes:
        name: what a person called it, safe to show.
        records: its exact records.
    """

    name: str
    records: list[bytes]


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(a: str, b: str, as_json: bool) -> None:
    """The fields that differ, and the table after that record, side by side. Records are compared byte by
    byte, names and texts behind them are not. Exit code 0 if they are the same, 11 if not.

    A and B are files, as mensch export or mensch log writes them, or ids of games."""
    one, other = side(a), side(b)
    tell_difference(one, other, first_difference(one.records, other.records), as_json=as_json)


def side(typed: str) -> Side:
    """The log that a person means.

    Raises:
        CorruptLogError: the file is too large to be one.
    """
    name = typed if len(typed) <= _COLUMN else f"…{typed[1 - _COLUMN :]}"
    return Side(printable(name), sort_lines(open_log(typed).lines).records)


def tell_difference(a: Side, b: Side, seq: int | None, *, as_json: bool, compared: int | None = None) -> None:
    """Tell where two logs part, and end with the exit code that says whether they do.

    Args:
        seq: the first record that differs; None where one is the beginning of the other.
        compared: how many hashes were compared to find that, where this is of interest.
    """
    same = a.records == b.records
    with ending_with(Verdict.SOUND if same else Verdict.TWO_HISTORIES):
        if as_json:
            document = _document(a, b, seq)
            print_json(document if compared is None else {**document, "compared": compared})
        else:
            show_lines(_lines(a, b, seq))
            if compared is not None:
                click.echo(texts.COMPARED.format(compared=compared))


def _document(a: Side, b: Side, seq: int | None) -> Document:
    document: Document = {
        "a": {"name": a.name, "records": len(a.records)},
        "b": {"name": b.name, "records": len(b.records)},
        "fields": _fields(a, b, seq),
        "same": a.records == b.records,
        "seq": seq,
    }
    if seq is not None:
        document["tables"] = {"a": _rows(_view(a, seq)), "b": _rows(_view(b, seq))}
    return document


def _rows(view: SeatView | None) -> list[Document] | None:
    if view is None:
        return None
    return [
        {
            "dice": view.hand(seat),
            "rows": dict(zip(SLOT_NAMES, view.rows(seat), strict=True)),
            "score": view.scores[seat],
            "seat": seat,
        }
        for seat in range(view.rules.seats)
    ]


def _fields(a: Side, b: Side, seq: int | None) -> list[FieldDifference]:
    return [] if seq is None else fields_that_differ(a.records[seq - 1], b.records[seq - 1])


def _lines(a: Side, b: Side, seq: int | None) -> Iterator[Text]:
    if seq is None:
        if len(a.records) == len(b.records):
            yield Text(texts.SAME.format(records=len(a.records)))
            return
        longer = max(a, b, key=lambda log: len(log.records))
        shared = min(len(a.records), len(b.records))
        yield Text(texts.GOES_ON.format(seq=shared, name=longer.name, last=len(longer.records)))
        return
    yield Text(texts.PARTING.format(before=seq - 1, seq=seq), style="bold")
    for difference in _fields(a, b, seq):
        yield Text(difference.field or texts.RECORD.format(first=seq), style="bold")
        for log, value in ((a, difference.a), (b, difference.b)):
            shown = texts.ABSENT if value is None else printable(value, _LONGEST)
            yield from map(
                Text,
                textwrap.wrap(f"{log.name}: {shown}", WIDTH, initial_indent="  ", subsequent_indent="    "),
            )
    yield Text(texts.AFTER_BOTH.format(seq=seq), style="bold")
    yield from _beside([a.name, *_table(_view(a, seq))], [b.name, *_table(_view(b, seq))])


def _view(log: Side, seq: int) -> SeatView | None:
    """The table after a record, with all dice where the log reveals them; None where there is none."""
    try:
        entries = [Entry(decode(raw), raw, "") for raw in log.records]
        bodies = (entry.record.body for entry in entries)
        seeds = [bytes.fromhex(body.seed) for body in bodies if isinstance(body, DeckRevealed)]
        seed = seeds[0] if seeds else None
        shown = fold(initial(entries[0].record.game, seed), entries[:seq])
        return view_of(shown, None, revealed=seed is not None)
    except LogError:
        return None  # what is wrong with it an audit says


def _table(view: SeatView | None) -> list[str]:
    if view is None:
        return [texts.NO_TABLE]
    lines: list[str] = []
    for seat in range(view.rules.seats):
        mark = "> " if seat == view.turn and view.outcome is None else "  "
        dice = texts.LEFT if seat in view.departed else dice_text(view.hand(seat))
        lines.append(mark + texts.SEAT_LINE.format(seat=seat, score=view.scores[seat], dice=dice))
        for name, row in zip(SLOT_NAMES, view.rows(seat), strict=True):
            if row:
                cards = " ".join(f"{figure}{'*' * view.rules.stars[figure]}" for figure in row)
                lines += textwrap.wrap(
                    f"{name} {cards}", _COLUMN, initial_indent="    ", subsequent_indent="      "
                )
    return lines


def _beside(left: Sequence[str], right: Sequence[str]) -> Iterator[Text]:
    for at in range(max(len(left), len(right))):
        one = left[at] if at < len(left) else ""
        other = right[at] if at < len(right) else ""
        yield Text(f"{one.ljust(_COLUMN)} | {other}".rstrip())
