"""Which moves are legal with some rows, a centre and a hand.

Moves come ready-made from the tables of `mensch.core.moves`; only where a figure can come from several rows
is a list of them made anew.
"""

from collections.abc import Sequence

from mensch.core.figures import DOUBLED
from mensch.core.moves import CHOICES, EXTENSIONS, PASSES, REACH, SLOTS, STARTERS, STARTS, Move

_TWO_SEATS = 2 * SLOTS


def moves_of(rows: Sequence[int], turn: int, centre: int, hand: int) -> list[Move]:
    """Every legal move: extensions by row, then starts; passes only when there is nothing else (D, with its
    proof in rules.md).

    Args:
        rows: the masks of all rows, at index ``3 * seat + slot``.
        turn: the seat to move.
        centre: the mask of the figures that have a copy in the centre.
        hand: a hand code of `mensch.core.dice`.
    """
    first = SLOTS * turn
    row_a, row_b, row_c = rows[first : first + SLOTS]
    a, b, c = row_a.bit_length(), row_b.bit_length(), row_c.bit_length()
    moves = [*EXTENSIONS[0][a][hand], *EXTENSIONS[1][b][hand], *EXTENSIONS[2][c][hand]]
    if not (a and b and c):  # a start needs a free slot before the figure is taken (D)
        moves += STARTS[hand]
    elif not moves:
        return [*PASSES[hand]]
    if len(rows) > _TWO_SEATS:
        # With both copies in rows and one of them one's own it must be that; else there is a choice:
        # between two rows of one's own (D), or two of other players (R).
        own_twice = row_a & row_b | row_a & row_c | row_b & row_c
        choice = DOUBLED & ~centre & (own_twice | ~(row_a | row_b | row_c))
        reach = REACH[a][hand] | REACH[b][hand] | REACH[c][hand]
        if choice & (reach if a and b and c else reach | STARTERS[hand]):
            return _by_source(moves, choice, rows, first)
    return moves


def _by_source(moves: list[Move], choice: int, rows: Sequence[int], first: int) -> list[Move]:
    """Replace each move that needs a figure of the mask `choice` by one move for each row that has it."""
    tails = [row.bit_length() - 1 for row in rows[first : first + SLOTS]]
    tails.append(0)  # a start counts from 0: its slot is -1
    chosen: list[Move] = []
    for move in moves:
        bit = 1 << tails[move.slot] + move.pips & choice
        if bit:
            chosen += [CHOICES[move.text][index] for index, row in enumerate(rows) if row & bit]
        else:
            chosen.append(move)
    return chosen
