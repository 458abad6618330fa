"""Figures: the number cards 1–40, sets of them as bit masks, and the stars printed on them.

A set of figures is an ``int`` in which bit *n* stands for figure *n* (bit 0 is never set).
"""

from collections.abc import Iterable

HIGHEST = 40
"""The figure that completes a row (rules.md, R)."""

TWICE = 10
"""Figures 1–10 exist twice with 3 or 4 seats; everything above, and everything with 2 seats, once (R)."""

MOST_STARS = 5
"""What an owner's own star table may print on one figure (rules.md, "Stars")."""

FIGURES = range(1, HIGHEST + 1)

CLASSIC_STARS: tuple[int, ...] = tuple(
    {39: 3, 38: 2, 37: 2, 36: 1}.get(figure, int(0 < figure < HIGHEST and figure % 5 == 0))
    for figure in range(HIGHEST + 1)
)
"""Stars by figure, index 0 unused: 39 by R, the other counts by V and D (rules.md, "Stars")."""

ALL = sum(1 << figure for figure in FIGURES)
"""The mask of every figure, once."""

DOUBLED = sum(1 << figure for figure in range(1, TWICE + 1))
"""The mask of the figures that exist twice with 3 or 4 seats."""


def copies(figure: int, seats: int) -> int:
    """How many copies of a figure are in play with this many seats (R)."""
    return 2 if figure <= TWICE and seats > 2 else 1


def mask_of(figures: Iterable[int]) -> int:
    """The bit mask of some figures, each at most once.

    >>> bin(mask_of([1, 3]))
    '0b1010'
    """
    mask = 0
    for figure in figures:
        mask |= 1 << figure
    return mask


def figures_in(mask: int) -> tuple[int, ...]:
    """The figures of a bit mask, ascending.

    >>> figures_in(0b1010)
    (1, 3)
    """
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)
