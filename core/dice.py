"""Die cards: how many there are, and hands and counts of them as small integers.

A *hand* is two dice as one integer, ``7 * lower + higher``, so that it can index a table; a die that lies
face down is a 0. *Counts* are the dice of a pile by pips, eight bits for each number of pips.
"""

from collections.abc import Iterable, Sequence

PIPS = range(1, 7)

CARDS: tuple[int, ...] = (0, 22, 22, 22, 22, 21, 21)
"""Die cards in the box by pips (R); index 0, the face-down die, is no card."""

DECK_SIZE = sum(CARDS)

HAND_SIZE = 2

HANDS: tuple[tuple[int, int], ...] = tuple((code // 7, code % 7) for code in range(49))
"""The two dice of a hand code. Only codes with lower <= higher occur."""

JOIN: tuple[tuple[int, ...], ...] = tuple(
    tuple(7 * min(kept, drawn) + max(kept, drawn) for drawn in range(7)) for kept in range(7)
)
"""``JOIN[kept][drawn]`` is the code of the hand of these two dice."""

ONE: tuple[int, ...] = tuple(1 << 8 * pips for pips in range(7))
"""What one die of so many pips adds to counts."""


def hand_code(dice: Iterable[int]) -> int:
    """The code of a hand given as two dice in any order; 0 stands for a die that lies face down."""
    one, other = dice
    return JOIN[one][other]


def counts_of(by_pips: Sequence[int]) -> int:
    """Pack a list indexed by pips (0–6) into counts."""
    return sum(number << 8 * pips for pips, number in enumerate(by_pips))


def by_pips(counts: int) -> tuple[int, ...]:
    """Unpack counts into a tuple indexed by pips (0–6).

    >>> by_pips(counts_of(CARDS)) == CARDS
    True
    """
    return tuple(counts >> 8 * pips & 0xFF for pips in range(7))


def size_of(counts: int) -> int:
    """How many dice the counts hold together."""
    return sum(by_pips(counts))


def cards_of(counts: int) -> bytes:
    """The dice of some counts one by one, ascending: a pile before it is shuffled."""
    return b"".join(bytes([pips]) * number for pips, number in enumerate(by_pips(counts)))
