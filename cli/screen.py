"""The table on a terminal: rows as cards on a line, 80 columns, good without colour.

Everything is built as `rich.text.Text`, whose plain form is what a pipe and the tests see. A figure is
written with a `*` per star; one that was stolen by the last move has an `x` before it.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from mensch.cli import texts
from mensch.core.moves import SLOT_NAMES, Move
from mensch.core.position import Effect
from mensch.core.view import SeatView
from mensch.events.bodies import Fork
from mensch.events.clock import MINUTE
from mensch.events.game import Game

WIDTH = 80
"""Columns that every line fits into."""

_NAME = 14
_GAP = "  "

SEAT_STYLES = ("bold cyan", "bold magenta", "bold green", "bold yellow")
"""How the names of the players are drawn, by seat."""


class Mark(msgspec.Struct, frozen=True):
    """The figure that the last move brought into a row.

    Attributes:
        seat: whose row.
        figure: the figure.
        stolen: whether it came from another player's row.
    """

    seat: int
    figure: int
    stolen: bool


def mark_of(mover: int, effect: Effect) -> Mark | None:
    """What a move is marked with on the table after it."""
    if effect.figure is None:
        return None
    return Mark(mover, effect.figure, effect.source is not None and effect.source.seat != mover)


def console() -> Console:
    """Where output for people goes: no colour without a terminal or with NO_COLOR, lines never rewrapped."""
    return Console(
        file=sys.stdout,
        width=WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
        force_terminal=sys.stdout.isatty(),  # else FORCE_COLOR would be taken for one
        no_color=bool(os.environ.get("NO_COLOR")) or None,
    )


def show_lines(lines: Iterable[Text]) -> None:
    """Print lines for people."""
    out = console()
    for line in lines:
        out.print(line)


def heading(game: Game, seen: str) -> list[Text]:
    """What game this is, where it stands, and whether it is a fork."""
    assert game.rules is not None
    lines = [
        Text(
            texts.HEADING.format(
                game=game.id,
                seq=game.seq,
                status=texts.STATUSES[game.status.value],
                target=game.rules.target,
                seen=seen,
            ),
            style="bold",
        )
    ]
    if game.fork is not None:
        origin = origin_of(game.fork)
        lines.append(Text(f"{origin} · {texts.OPEN_DICE}" if game.open_dice else origin))
    if game.insecure_seed:
        lines.append(Text(texts.INSECURE))
    if game.disputes:
        records = ", ".join(map(str, sorted(game.disputes)))
        lines += filled(Text(), [Text(texts.DISPUTED.format(records=records))])
    elif game.over and game.revealed is None and game.dispute_window:
        lines.append(Text(texts.SECRET_UNTIL.format(time=_utc(game.ended_at + game.dispute_window))))
    return lines


def origin_of(fork: Fork) -> str:
    """Which game a fork goes on from, where, and with what dice."""
    return texts.FORK_OF.format(parent=fork.parent, seq=fork.seq, dice=texts.FORK_DICE[fork.dice])


def _utc(at: int) -> str:
    """A time in milliseconds UTC, to the minute that has begun by then."""
    try:
        return datetime.fromtimestamp(math.ceil(at / MINUTE) * 60, UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"  # a year that no calendar has


def table(
    view: SeatView, names: Sequence[str], mark: Mark | None = None, *, over: bool = False
) -> list[Text]:
    """The players with their scores, dice and rows; while it runs, the one to move is pointed at."""
    width = min(_NAME, max(map(cell_len, names)))
    lines: list[Text] = []
    for seat, name in enumerate(names):
        left = seat in view.departed
        pointed = not over and view.outcome is None and seat == view.turn and not left
        line = Text("> " if pointed else "  ")
        line.append(set_cell_size(cut(name, width), width), style=SEAT_STYLES[seat])
        line.append(f"{view.scores[seat]:4}" + _GAP)
        line.append((texts.LEFT if left else dice_text(view.hand(seat))).ljust(5))
        cards = [
            card for slot, row in enumerate(view.rows(seat)) for card in _cards(view, seat, slot, row, mark)
        ]
        lines += filled(line, cards)
    return lines


def surroundings(view: SeatView) -> list[Text]:
    """What lies beside the players' rows: the centre and the piles of dice."""
    centre = [Text(f"{figure}{'*' * view.rules.stars[figure]} ") for figure in view.centre]
    return [*filled(Text(f"{texts.CENTRE}    "), centre or [Text(texts.NONE)]), piles(view)]


def piles(view: SeatView) -> Text:
    """How many dice the draw pile has, and which ones lie among the discards."""
    discarded = [f"{number}×{pips}" for pips, number in enumerate(view.discards) if number]
    return Text(
        f"{texts.PILE.format(count=view.pile_size)}, {texts.DISCARDS} {' '.join(discarded) or texts.NONE}"
    )


def seen_by(name: str) -> str:
    """How a heading says whose view is drawn, short enough to stay on its line."""
    return texts.SEEN_BY.format(name=cut(name, 12))


def ranking(game: Game, names: Sequence[str], places: Sequence[int]) -> list[Text]:
    """The final order: `1st anna 41 · 2nd bert 12`, on more than one line where names are long."""
    scores = game.table.scores
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    ranks = [
        texts.RANK.format(place=texts.PLACES[places[seat]], name=names[seat], score=scores[seat])
        for seat in order
    ]
    parts = [Text(f"{rank} · ", style="bold") for rank in ranks[:-1]]
    return filled(Text(), [*parts, Text(ranks[-1], style="bold")])


def numbered(moves: Sequence[Move], written: Sequence[str], room: int = WIDTH) -> list[Text]:
    """Moves to choose from by number, in columns.

    Args:
        room: how wide they may be altogether.
    """
    width = max(map(cell_len, written)) + 6
    across = max(1, room // width)
    cells = [set_cell_size(f"{number:3} {text}", width) for number, text in enumerate(written, 1)]
    return [Text("".join(cells[at : at + across]).rstrip()) for at in range(0, len(cells), across)]


def dice_text(hand: Sequence[int]) -> str:
    """The dice of a hand; `?` for one that lies face down."""
    return " ".join(str(die) if die else "?" for die in hand)


def cut(text: str, width: int) -> str:
    """A text of at most so many columns, with a mark where it was cut."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"


def _cards(view: SeatView, seat: int, slot: int, row: Sequence[int], mark: Mark | None) -> list[Text]:
    cards: list[Text] = []
    for figure in row:
        marked = mark is not None and (mark.seat, mark.figure) == (seat, figure) and figure == row[-1]
        stars = "*" * view.rules.stars[figure]
        stolen = "x" if marked and mark is not None and mark.stolen else ""
        card = Text()
        if not cards:
            card.append(f" {SLOT_NAMES[slot]}", style="bold")
        card.append(f"[{stolen}{figure}{stars}]", style="bold red" if stolen else "bold" if marked else "")
        cards.append(card)
    return cards


def filled(first: Text, parts: Iterable[Text], margin: int | None = None) -> list[Text]:
    """A line that goes on below itself when it is full.

    Args:
        first: how it begins.
        parts: what is put behind that, none of them ever broken.
        margin: columns that are left free below; None for as many as the beginning has.
    """
    margin = first.cell_len if margin is None else margin
    lines = [first]
    for part in parts:
        if lines[-1].cell_len + cell_len(part.plain.rstrip()) > WIDTH:
            lines.append(Text(" " * margin))
        lines[-1].append_text(part)
    return [line for line in lines if _trimmed(line)]


def _trimmed(line: Text) -> Text:
    line.rstrip()
    return line
