"""What a seat may know: the one door through which bots and renderers see a position.

A view holds no die that its seat may not see. It is made of a position in which all of those lie face down
already, so nothing that is asked of a view can turn one over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mensch.core.dice import CARDS

if TYPE_CHECKING:
    from mensch.core.moves import Move
    from mensch.core.outcome import Outcome
    from mensch.core.position import Effect, Position
    from mensch.core.rules import RuleSet


class SeatView:
    """A position as one seat sees it; made by `Position.view` and `Position.revealed`.

    Args:
        table: a position that belongs to the view alone, with everything hidden face down.
        seat: whose view; None for what everybody may see.
    """

    __slots__ = ("_table", "seat")

    def __init__(self, table: Position, seat: int | None) -> None:
        self._table = table
        self.seat = seat

    @property
    def rules(self) -> RuleSet:
        """The rule set of the game."""
        return self._table.rules

    @property
    def turn(self) -> int:
        """The seat to move; the winner's once the game is won."""
        return self._table.turn

    @property
    def outcome(self) -> Outcome | None:
        """How the game was won; None while it runs."""
        return self._table.outcome

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return self._table.scores

    @property
    def departed(self) -> frozenset[int]:
        """The seats that have left the table."""
        return self._table.departed

    @property
    def centre(self) -> tuple[int, ...]:
        """The figures that nobody holds, ascending, a figure twice where both copies lie there."""
        return self._table.centre

    def rows(self, seat: int) -> tuple[tuple[int, ...], ...]:
        """The rows of a seat in slots A, B, C, each ascending; an empty tuple is a free slot."""
        return self._table.rows(seat)

    def row_masks(self) -> tuple[int, ...]:
        """Every row as a bit mask, at index ``3 * seat + slot``."""
        return self._table.row_masks()

    def hand(self, seat: int) -> tuple[int, ...]:
        """The dice of a seat, the smaller first, 0 for one that lies face down."""
        return self._table.hand(seat)

    @property
    def pile_size(self) -> int:
        """How many dice the draw pile holds."""
        return self._table.pile_size

    @property
    def discards(self) -> tuple[int, ...]:
        """The discard pile: number of dice by pips, index 0 unused."""
        return self._table.discards

    @property
    def reshuffles(self) -> int:
        """How often the discard pile has become the draw pile."""
        return self._table.reshuffles

    @property
    def unseen(self) -> tuple[int, ...]:
        """Dice that could lie in the pile or another's hand: number by pips, index 0 unused."""
        shown = [die for seat in range(self.rules.seats) for die in self.hand(seat)]
        return (
            0,
            *(CARDS[pips] - self.discards[pips] - shown.count(pips) for pips in range(1, len(CARDS))),
        )

    def legal_moves(self) -> list[Move]:
        """Every legal move of the seat to move.

        Raises:
            mensch.core.position.HiddenDiceError: when that seat's dice lie face down in this view.
        """
        return self._table.legal_moves()

    def moves_with(self, hand: int) -> list[Move]:
        """The moves the seat to move would have with a hand, given as a code of `mensch.core.dice`."""
        return self._table.moves_with(hand)

    def effect(self, move: Move) -> Effect:
        """What a legal move would do, without playing it."""
        return self._table.effect(move)

    def after(self, move: Move) -> SeatView:
        """The view after a move of the seat to move; the dice drawn for it lie face down."""
        table = self._table.copy()
        table.play(move)
        return SeatView(table, self.seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatView):
            return NotImplemented
        return self.seat == other.seat and self._table == other._table

    __hash__ = None  # type: ignore[assignment]  # a view compares by value and holds a position, which is mutable
