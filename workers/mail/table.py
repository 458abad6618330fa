"""The table as a mail shows it: values made from a `SeatView`, so that no hidden die can be among them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.core.moves import SLOT_NAMES
from mensch.core.notation import write_move
from mensch.core.position import Effect
from mensch.core.view import SeatView


class Card(msgspec.Struct, frozen=True):
    """A figure that lies open.

    Attributes:
        stars: its bonus points.
        stolen: whether the last move took it from another player.
    """

    figure: int
    stars: int = 0
    stolen: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row of a player: A, B or C, and its cards."""

    slot: str
    cards: tuple[Card, ...]


class Place(msgspec.Struct, frozen=True):
    """A player's part of the table.

    Attributes:
        dice: 0 for one that lies face down.
        to_move: whether it is this player's turn.
        left: whether this player has left the table.
        own: whether it is the reader's.
    """

    name: str
    score: int
    dice: tuple[int, ...]
    rows: tuple[Row, ...]
    to_move: bool
    left: bool
    own: bool


class Table(msgspec.Struct, frozen=True):
    """All that lies on the table.

    Attributes:
        pile: how many dice the draw pile holds.
        discards: pips and number of the discarded dice.
    """

    places: tuple[Place, ...]
    centre: tuple[Card, ...]
    pile: int
    discards: tuple[tuple[int, int], ...]


def table_of(view: SeatView, names: Sequence[str], last: tuple[int, Effect] | None, *, over: bool) -> Table:
    """The table as a view shows it.

    Args:
        names: safe to show.
        last: who moved last, and what that did.
        over: whether nobody is to move any more.
    """
    stars = view.rules.stars
    places = tuple(
        Place(
            name,
            view.scores[seat],
            view.hand(seat),
            tuple(
                Row(
                    SLOT_NAMES[slot],
                    tuple(Card(figure, stars[figure], _stolen(seat, figure, last)) for figure in row),
                )
                for slot, row in enumerate(view.rows(seat))
                if row
            ),
            to_move=not over and view.outcome is None and seat == view.turn,
            left=seat in view.departed,
            own=seat == view.seat,
        )
        for seat, name in enumerate(names)
    )
    return Table(
        places,
        tuple(Card(figure, stars[figure]) for figure in view.centre),
        view.pile_size,
        tuple((pips, number) for pips, number in enumerate(view.discards) if number),
    )


def numbered_moves(view: SeatView, names: Sequence[str]) -> tuple[str, ...]:
    """The legal moves with their outcomes; their numbers, from 1, are those of `mensch moves`."""
    return tuple(write_move(move, view.effect(move), view.turn, names) for move in view.legal_moves())


def _stolen(seat: int, figure: int, last: tuple[int, Effect] | None) -> bool:
    if last is None:
        return False
    mover, effect = last
    return (
        (mover, effect.figure) == (seat, figure) and effect.source is not None and effect.source.seat != mover
    )
