"""The luck of the dice, seat by seat, with the range in which chance alone stays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec

from mensch.cli.page.draws import draws, worths
from mensch.core.interval import CONFIDENCE
from mensch.events.game import Game, initial
from mensch.events.record import Entry

_WIDTHS = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)  # standard deviations on each side of the mean


class Luck(msgspec.Struct, frozen=True):
    """The dice that a seat drew. The ranges are where chance alone stays in 95 of 100 games.

    Attributes:
        dice: how many it drew.
        pips: what they showed together.
        expected: what they would show on average, given what the draw pile held at each draw.
        low: lower bound of the range of pips.
        high: upper bound.
        gain: what the hands it played were worth above those that could have been drawn instead, as a
            difference of chances to win (`mensch.core.luck`), summed up.
        range: the sum stays between minus and plus this.
    """

    dice: int
    pips: int
    expected: float
    low: float
    high: float
    gain: float
    range: float


def luck_by_seat(log: Sequence[Entry], whole: Game) -> list[Luck]:
    """What each seat drew in a game whose deck is revealed.

    Args:
        log: all its records.
        whole: what they fold to.
    """
    start = initial(whole.id, whole.revealed)
    drawn, hands = draws(start, log), worths(start, log)
    found = []
    for seat in range(len(whole.seats)):
        own = [draw for draw in drawn if draw.seat == seat]
        gains = [hand.gain for hand in hands if hand.seat == seat]
        expected = math.fsum(draw.expected for draw in own)
        half = _WIDTHS * math.sqrt(math.fsum(draw.variance for draw in own))
        found.append(
            Luck(
                dice=sum(draw.dice for draw in own),
                pips=sum(draw.pips for draw in own),
                expected=expected,
                low=expected - half,
                high=expected + half,
                gain=math.fsum(gains),
                # Gains have the mean 0 whatever came before, so their squares add up to the sum's variance.
                range=_WIDTHS * math.sqrt(math.fsum(gain * gain for gain in gains)),
            )
        )
    return found
