"""Pearson's χ² test: the statistic, and how likely one at least that large is."""

import math
from collections.abc import Iterable


def statistic(observed: Iterable[float], expected: Iterable[float]) -> float:
    """The sum of (observed - expected)² / expected over all cells."""
    return sum((seen - due) ** 2 / due for seen, due in zip(observed, expected, strict=True))


def upper_tail(value: float, freedom: int) -> float:
    """The probability that a χ² variable with so many degrees of freedom is `value` or more.

    Exactly, by the recurrence Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1) of the regularised incomplete gamma
    function, from Q(1/2, x) = erfc(√x) or Q(1, x) = e^-x, at a = freedom / 2 and x = value / 2
    (Abramowitz and Stegun, 26.4.4 and 26.4.5).

    >>> round(upper_tail(18.307, 10), 4)
    0.05
    """
    x = value / 2
    a = 0.5 if freedom % 2 else 1.0
    tail = math.erfc(math.sqrt(x)) if freedom % 2 else math.exp(-x)
    while a < freedom / 2:
        tail += math.exp(a * math.log(x) - x - math.lgamma(a + 1)) if x else 0.0
        a += 1
    return tail
