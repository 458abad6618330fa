"""Confidence intervals for win rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

CONFIDENCE = 0.95

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Estimate(msgspec.Struct, frozen=True):
    """A rate and how sure it is.

    Attributes:
        rate: the estimate, 0 to 1.
        low: lower bound of its 95 % interval.
        high: upper bound.
    """

    rate: float
    low: float
    high: float


def rate_of(blocks: Sequence[float], trials: int) -> Estimate:
    """The mean of some blocks with its interval, never outside 0 to 1.

    The games of a block share a deck, so they are not independent and only whole blocks are counted as
    trials. Wilson's score interval (1927) is taken at the number of independent trials that the scatter of
    the blocks stands for; where all blocks are alike, at the number of blocks.

    Args:
        blocks: a rate per block, at least one.
        trials: how many games the blocks hold together.

    >>> rate_of([1.0] * 100, 200).low > 0.96
    True
    """
    rate = fmean(blocks)
    number: float = len(blocks)
    if len(blocks) > 1 and 0 < rate < 1 and (scatter := stdev(blocks)) > 0:
        number = min(rate * (1 - rate) * len(blocks) / scatter**2, 4.0 * trials)
    return wilson(rate, number)


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of independent values with its interval; it may lie a little outside 0 to 1.

    Args:
        values: at least two.
    """
    mean = fmean(values)
    half = _Z * stdev(values) / math.sqrt(len(values))
    return Estimate(mean, mean - half, mean + half)


def wilson(rate: float, number: float) -> Estimate:
    """Wilson's score interval for a rate seen in a number of independent trials."""
    square = _Z * _Z
    centre = (rate + square / (2 * number)) / (1 + square / number)
    half = _Z / (1 + square / number) * math.sqrt(rate * (1 - rate) / number + square / (4 * number**2))
    return Estimate(rate, max(0.0, centre - half), min(1.0, centre + half))
