"""Chances in integers: from a network's logit to a probability, and hands with their weights."""

from mensch.core.bots.best_value import CERTAIN
from mensch.core.bots.network import SHIFT
from mensch.core.dice import PIPS

SURE = 1 << 30
"""The chance 1. Chances are integers, so that another machine adds them up alike."""

_STEPS = 256  # entries of the table per unit of the logit
_LIMIT = 16  # logits beyond it are as good as sure

_FIXED = 96


def _table() -> list[int]:
    """1 / (1 + e^-x) for x = 0, 1/_STEPS, … _LIMIT, from e^-1/_STEPS by its series, in fixed point."""
    term = factor = 1 << _FIXED
    for n in range(1, 20):
        term = -term // (_STEPS * n)
        factor += term
    power = 1 << _FIXED
    table: list[int] = []
    for _ in range(_STEPS * _LIMIT + 1):
        table.append(SURE * (1 << _FIXED) // ((1 << _FIXED) + power))
        power = power * factor >> _FIXED
    return table


_LOGISTIC = _table()


def chance(value: int) -> int:
    """The chance to win that a value means (`mensch.core.bots.best_value.move_values`), 0 to SURE.

    >>> chance(0) / SURE
    0.5
    """
    if value == CERTAIN:
        return SURE
    step = min(abs(value) * _STEPS >> 2 * SHIFT, _STEPS * _LIMIT)
    return _LOGISTIC[step] if value >= 0 else SURE - _LOGISTIC[step]


Weighted = list[tuple[tuple[int, int], int]]
"""Hands, the smaller die first, each with the number of ways to draw it."""


def hands_from(pool: tuple[int, ...]) -> Weighted:
    """Every hand that can be drawn from some dice, in how many ways.

    Args:
        pool: number of dice by pips, index 0 unused.
    """
    found: Weighted = []
    for low in PIPS:
        for high in range(low, 7):
            ways = pool[low] * (pool[low] - 1) if low == high else 2 * pool[low] * pool[high]
            if ways > 0:
                found.append(((low, high), ways))
    return found


def hands_with(kept: int, pool: tuple[int, ...]) -> Weighted:
    """Every hand that can come of a die kept (0 for none) and what is drawn to it from some dice."""
    if not kept:
        return hands_from(pool)
    return [((min(kept, pips), max(kept, pips)), pool[pips]) for pips in PIPS if pool[pips]]
