"""Luck of the draw: what the dice that a seat drew were worth, by a fixed network's value.

At each turn the seat's hand is compared with all hands that the draw before could have given it, weighted by
what the draw pile held. As the others play without seeing it, what they did meanwhile says nothing about a
hidden die, and every such difference is zero on average. Taking them off a result therefore changes no
average and makes results scatter less (a control variate).
"""

from __future__ import annotations

import msgspec

from mensch.core.bots.best_value import best_with
from mensch.core.bots.chances import SURE, chance, hands_with
from mensch.core.bots.network import Network
from mensch.core.dice import CARDS
from mensch.core.position import Position


class Draw(msgspec.Struct, frozen=True):
    """What a seat drew at the end of its last turn.

    Attributes:
        kept: the die it had kept; 0 when it drew both.
        deck: the number of the deck before it drew.
    """

    kept: int
    deck: int


FIRST_HAND = Draw(0, 0)
"""The deal, in which every seat draws two."""


def luck(position: Position, draw: Draw, network: Network) -> float:
    """What the hand of the seat to move is worth above the average of all that it could have drawn.

    Args:
        draw: how it came to that hand.
        network: judges what a hand is worth, as the chance to win after the best move with it.

    Returns:
        A difference of chances to win; 0 where the deck was shuffled meanwhile, since then it is not known
        any more what else could have been drawn.
    """
    if position.reshuffles != draw.deck:
        return 0.0
    view = position.view(position.turn)
    hand = view.hand(position.turn)
    drawn = list(hand)
    if draw.kept:
        drawn.remove(draw.kept)
    held = [die for seat in range(position.rules.seats) for die in position.hand(seat)]
    pool = tuple(
        number - position.discards[pips] - held.count(pips) + drawn.count(pips)
        for pips, number in enumerate(CARDS)
    )
    worth = total = ways_in_all = 0
    for possible, ways in hands_with(draw.kept, pool):
        value = chance(best_with(view, possible, network)[1])
        total += ways * value
        ways_in_all += ways
        if possible == hand:
            worth = value
    return (worth - total / ways_in_all) / SURE
