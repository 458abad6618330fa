"""What draws were worth: nothing on average, exactly."""

from __future__ import annotations

from itertools import combinations

import pytest

from mensch.core.bots.network import network
from mensch.core.luck import FIRST_HAND, Draw, luck
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up

ROWS = [[[5, 9], [20], []], [[7, 14], [30, 33], []]]
OTHERS = (2, 6)
POOL = (1, 1, 2, 3, 4, 4, 4, 5, 6, 6)
"""What the draw pile held before the seat to move drew from it."""


def after_drawing(*drawn: int, kept: tuple[int, ...] = ()) -> Position:
    """A position in which the seat to move has drawn some of the pool and the rest is the draw pile."""
    pile = list(POOL)
    for die in drawn:
        pile.remove(die)
    return set_up(classic(2), rows=ROWS, hands=[(*kept, *drawn), OTHERS], pile=pile)


def test_one_die_is_worth_nothing_on_average() -> None:
    worth = [luck(after_drawing(die, kept=(3,)), Draw(3, 0), network("sharp", 2)) for die in POOL]
    assert sum(worth) == pytest.approx(0, abs=1e-9)
    assert max(worth) > 0.001


def test_two_dice_are_worth_nothing_on_average() -> None:
    worth = [luck(after_drawing(*dice), FIRST_HAND, network("sharp", 2)) for dice in combinations(POOL, 2)]
    assert sum(worth) == pytest.approx(0, abs=1e-9)
    assert max(worth) > 0.001


def test_after_a_shuffle_nothing_is_said() -> None:
    assert luck(after_drawing(6, kept=(3,)), Draw(3, 7), network("sharp", 2)) == 0.0
