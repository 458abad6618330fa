"""Measuring one ratio: two subjects take turns, pass by pass, and the median pass counts."""

from __future__ import annotations

import enum
import gc
import statistics
from collections.abc import Callable

import msgspec

Work = Callable[[], int]
"""What is timed in one pass; gives the number of units done: moves, records, commands …"""

Subject = Callable[[], Work]
"""What is compared: gets the work of one pass ready, before the clock starts."""

Clock = Callable[[], float]
"""Seconds used so far, from any beginning."""


class Effort(msgspec.Struct, frozen=True):
    """How much is measured.

    Attributes:
        passes: how often both subjects have their turn.
        repeats: how much a pass holds; each subject says of what.
    """

    passes: int
    repeats: int


FULL = Effort(passes=21, repeats=10)
QUICK = Effort(passes=1, repeats=1)
"""Enough to see that every row can be measured, too little to believe its ratio."""


class Bound(enum.Enum):
    """Which side of its target a ratio should be on, and with that what the ratio says.

    >>> Bound.AT_MOST.holds(2.1, 2)
    False
    """

    AT_LEAST = "at least"
    """How many times as fast as the other subject ours is."""

    AT_MOST = "at most"
    """How many times as much as the other subject ours costs."""

    def holds(self, ratio: float, target: float) -> bool:
        """Whether a ratio is on the right side of its target; the target itself is."""
        return ratio >= target if self is Bound.AT_LEAST else ratio <= target


class Ratio(msgspec.Struct, frozen=True):
    """What was measured: the median over all passes, and the quartiles, between which half of them lie."""

    low: float
    median: float
    high: float


def measure(ours: Subject, other: Subject, bound: Bound, passes: int, clock: Clock) -> Ratio:
    """Compare two subjects.

    Each pass gives a ratio of its own, of two times taken right after each other: what slows the machine
    down for longer slows both. Who begins alternates.
    """
    _seconds_per_unit(ours, clock)  # warms up caches, imports and prepared scripts
    _seconds_per_unit(other, clock)
    ratios = []
    for number in range(passes):
        if number % 2:
            compared = _seconds_per_unit(other, clock)
            own = _seconds_per_unit(ours, clock)
        else:
            own = _seconds_per_unit(ours, clock)
            compared = _seconds_per_unit(other, clock)
        ratios.append(compared / own if bound is Bound.AT_LEAST else own / compared)
    if passes == 1:
        return Ratio(*ratios * 3)
    return Ratio(*statistics.quantiles(ratios, n=4))


def _seconds_per_unit(subject: Subject, clock: Clock) -> float:
    work = subject()
    gc.collect()  # so that nobody pays for what another one left behind
    start = clock()
    units = work()
    return (clock() - start) / units


def again_and_again(number: int, unit: Callable[[], object]) -> Subject:
    """The same unit of work, so many times in a pass."""

    def work() -> int:
        for _ in range(number):
            unit()
        return number

    return lambda: work


def one_after_another(number: int, prepare: Callable[[], Callable[[], object]]) -> Subject:
    """Units of work that cannot be done twice, so many in a pass: each is prepared anew."""

    def subject() -> Work:
        units = [prepare() for _ in range(number)]

        def work() -> int:
            for unit in units:
                unit()
            return number

        return work

    return subject
