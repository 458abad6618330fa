"""The level `master`: the network of `sharp`, and one round of looking ahead.

The best moves at first sight are compared by what follows: every other seat answers with the move that the
network likes best, from dice it might hold; then come all dice that the own draw can bring, and the chance
to win is that of the best move with them. With one opponent all of its 21 hands are gone through; with more,
hands are sampled, the same for every move compared, so that luck does not decide between them. The work is
bounded by counts of moves and hands, never by time.
"""

import hashlib

from mensch.core.bots.best_value import best_with, move_values
from mensch.core.bots.chances import SURE, chance, hands_from, hands_with
from mensch.core.bots.network import Network, network
from mensch.core.moves import Move
from mensch.core.view import SeatView

CANDIDATES = 5
"""At most so many moves are compared."""

MARGIN = 6 * SURE // 100
"""A move whose chance to win lies further behind the best at first sight is not looked at again."""

SAMPLES = 96
"""With more than one opponent, how many times their hands are drawn; a third of it where both dice were
played, because then the own draw can bring 21 hands instead of six."""

_Deal = tuple[tuple[tuple[int, int], ...], tuple[int, ...], int]
"""What the other seats hold, in turn; the dice that are left in the pile; the weight of this case."""


def choose(view: SeatView, key: bytes) -> Move:
    """Choose the move with the best chance to win one round later. The key draws several opponents' hands."""
    net = network("sharp", view.rules.seats - len(view.departed))
    hand = view.hand(view.turn)
    moves = view.legal_moves()
    candidates = _candidates(moves, move_values(view, moves, hand, net))
    if len(candidates) == 1:
        return candidates[0]
    dealt = deals(view.unseen, net.seats - 1, key)
    return max(candidates, key=lambda move: _chance_after(view, move, dealt, net))


def _candidates(moves: list[Move], values: list[int]) -> list[Move]:
    ranked = sorted(range(len(moves)), key=lambda index: -values[index])
    best = chance(values[ranked[0]])
    if best == SURE:
        return [moves[ranked[0]]]
    return [moves[index] for index in ranked[:CANDIDATES] if best - chance(values[index]) < MARGIN]


def deals(unseen: tuple[int, ...], opponents: int, key: bytes) -> list[_Deal]:
    """What the other seats might hold: everything for one opponent, samples of equal weight for more.

    Args:
        unseen: dice by pips that lie in their hands or in the pile, index 0 unused.
    """
    if opponents == 1:
        return [((hand,), _without(unseen, hand), ways) for hand, ways in hands_from(unseen)]
    words = hashlib.shake_256(key).digest(SAMPLES * opponents * 8)
    drawn: list[_Deal] = []
    for sample in range(SAMPLES):
        pool = unseen
        hands: list[tuple[int, int]] = []
        for opponent in range(opponents):
            at = (sample * opponents + opponent) * 8
            choices = hands_from(pool)
            point = int.from_bytes(words[at : at + 8], "big") * sum(ways for _, ways in choices) >> 64
            for hand, ways in choices:
                point -= ways
                if point < 0:
                    hands.append(hand)
                    pool = _without(pool, hand)
                    break
        drawn.append((tuple(hands), pool, 1))
    return drawn


def _without(pool: tuple[int, ...], hand: tuple[int, int]) -> tuple[int, ...]:
    left = list(pool)
    for die in hand:
        left[die] -= 1
    return tuple(left)


def _chance_after(view: SeatView, move: Move, dealt: list[_Deal], net: Network) -> int:
    """The chance to win after a move, averaged over deals by weight.

    Where the pile ends with the own draw, that draw is from what has been played.
    """
    me = view.turn
    hand = view.hand(me)
    kept = 0 if len(move.dice) > 1 else hand[0] if hand[1] == move.dice[0] else hand[1]
    after = view.after(move)
    reshuffled = tuple(n + move.dice.count(pips) for pips, n in enumerate(view.discards))
    if len(dealt[0][0]) > 1 and not kept:
        dealt = dealt[: len(dealt) // 3]
    total = 0
    for hands, pool, weight in dealt:
        table = after
        for other in hands:
            answer = best_with(table, other, net)[0]
            table = table.after(answer)
            if table.outcome is not None:
                break
        else:
            total += weight * _own_turn(table, kept, pool if sum(pool) > 1 else reshuffled, net)
    return total // sum(weight for _, _, weight in dealt)


def _own_turn(table: SeatView, kept: int, pool: tuple[int, ...], net: Network) -> int:
    """The chance to win of the seat to move, over all that it can have drawn to the die kept."""
    total = ways_in_all = 0
    for hand, ways in hands_with(kept, pool):
        total += ways * chance(best_with(table, hand, net)[1])
        ways_in_all += ways
    return total // ways_in_all
