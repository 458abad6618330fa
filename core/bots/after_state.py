"""After-states: what a move leaves on the table, seen by the seat that made it, before it draws.

The value of a position is learned for after-states (`mensch.core.bots.network`), so a bot compares the
after-states of its moves. Everything in one is relative to the seat that moved.
"""

from collections.abc import Sequence

import msgspec

from mensch.core.figures import HIGHEST
from mensch.core.moves import SLOTS, Move
from mensch.core.rules import RuleSet
from mensch.core.view import SeatView


class AfterState(msgspec.Struct, frozen=True):
    """The table after a move.

    Attributes:
        rows: each seat's rows as bit masks, highest first (slots are interchangeable), so that ``rows[3 *
            k]`` is the first of the seat that comes *k* seats after the one that moved. Seats that have
            left the table are not counted.
        missing: points that each seat still needs to win, in the same order.
        kept: pips of the die left in hand, 0 when both were played.
        unseen: dice in the draw pile and in other hands, by pips, index 0 unused.
        rules: the rule set of the game.
    """

    rows: tuple[int, ...]
    missing: tuple[int, ...]
    kept: int
    unseen: tuple[int, ...]
    rules: RuleSet

    @property
    def won(self) -> bool:
        """Whether the move has ended the game."""
        return self.missing[0] <= 0


def after_state(view: SeatView, move: Move, hand: tuple[int, ...], unseen: tuple[int, ...]) -> AfterState:
    """The after-state of one move, as of `after_states`."""
    return after_states(view, [move], hand, unseen)[0]


def after_states(
    view: SeatView, moves: Sequence[Move], hand: tuple[int, ...], unseen: tuple[int, ...]
) -> list[AfterState]:
    """The after-states of some legal moves of the seat to move, in the same order.

    Args:
        hand: the two dice that the moves are played from; the view need not show them, so that a bot can
            ask what another seat would do with dice it might hold.
        unseen: the dice that a seat with that hand cannot place. No move changes it: what is played was
            seen.
    """
    rules = view.rules
    mover = view.turn
    departed = view.departed
    scores = view.scores
    masks = view.row_masks()
    order = [seat for seat in (*range(mover, rules.seats), *range(mover)) if seat not in departed]
    missing = tuple(rules.target - scores[seat] for seat in order)
    before = [masks[SLOTS * seat : SLOTS * seat + SLOTS] for seat in order]
    others = tuple(row for rows in before[1:] for row in sorted(rows, reverse=True))
    found: list[AfterState] = []
    for move in moves:
        effect = view.effect(move)
        own = list(before[0])
        rest = others
        needs = missing
        if effect.figure is not None:
            slot = move.slot if move.slot >= 0 else own.index(0)  # the slot is found before the take (D)
            source = effect.source
            if source is not None and source.seat == mover:
                own[source.slot] ^= 1 << effect.figure
            elif source is not None:
                rest = _robbed(before, order.index(source.seat), source.slot, effect.figure)
            own[slot] = 0 if effect.figure == HIGHEST else own[slot] | 1 << effect.figure
            if effect.points:
                needs = (missing[0] - effect.points, *missing[1:])
        own.sort(reverse=True)
        kept = 0 if len(move.dice) > 1 else hand[0] if hand[1] == move.dice[0] else hand[1]
        found.append(AfterState((*own, *rest), needs, kept, unseen, rules))
    return found


def _robbed(before: list[tuple[int, ...]], seat: int, slot: int, figure: int) -> tuple[int, ...]:
    """The rows of the others, sorted, when one of them has lost a figure."""
    rows: list[int] = []
    for index, held in enumerate(before[1:], start=1):
        left = list(held)
        if index == seat:
            left[slot] ^= 1 << figure
        rows += sorted(left, reverse=True)
    return tuple(rows)
