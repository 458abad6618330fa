"""One ply over after-states: what each move is worth to a network, and the best of them."""

from mensch.core.bots.after_state import after_states
from mensch.core.bots.network import Network
from mensch.core.dice import CARDS, PIPS, hand_code
from mensch.core.moves import Move
from mensch.core.view import SeatView

CERTAIN = 1 << 62
"""The value of a move that ends the game: above everything that a network says."""


def best_by_value(view: SeatView, network: Network) -> Move:
    """The best move of the seat to move with the dice it holds; of equal ones, the one listed first."""
    return best_with(view, view.hand(view.turn), network)[0]


def best_with(view: SeatView, hand: tuple[int, ...], network: Network) -> tuple[Move, int]:
    """The best move that the seat to move has with a hand, and its value.

    Args:
        hand: two dice; they need not be the ones it holds.
    """
    moves = view.moves_with(hand_code(hand))
    values = move_values(view, moves, hand, network)
    best = max(range(len(moves)), key=values.__getitem__)
    return moves[best], values[best]


def move_values(view: SeatView, moves: list[Move], hand: tuple[int, ...], network: Network) -> list[int]:
    """The value of each of some moves of the seat to move: a logit as of `Network.value`, or CERTAIN.

    Args:
        hand: the two dice that the moves are played from.
    """
    return [
        CERTAIN if after.won else network.value(after)
        for after in after_states(view, moves, hand, unseen_with(view, hand))
    ]


def unseen_with(view: SeatView, hand: tuple[int, ...]) -> tuple[int, ...]:
    """The dice that somebody holding a hand cannot place, by pips, index 0 unused."""
    discards = view.discards
    return (0, *(CARDS[pips] - discards[pips] - hand.count(pips) for pips in PIPS))
