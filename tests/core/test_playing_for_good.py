"""A position that is played for good: what a log is folded with."""

from random import Random

import pytest

from mensch.core.position import Position
from mensch.core.rules import classic
from tests.core.games import play_at_random, shuffled


def test_a_position_played_for_good_comes_to_the_same() -> None:
    usual, for_good = Position(classic(3), shuffled(1)), Position(classic(3), shuffled(1))
    for_good.play_for_good()
    for position in (usual, for_good):
        play_at_random(position, Random(2), moves=60, departures=0.01)
    assert for_good == usual


def test_a_position_played_for_good_cannot_be_undone_but_its_copy_can() -> None:
    position = Position(classic(), shuffled(1))
    position.play_for_good()
    position.play(position.legal_moves()[0])
    with pytest.raises(IndexError, match="for good"):
        position.undo()
    copy = position.copy()
    copy.play(copy.legal_moves()[0])
    copy.undo()
    assert copy == position
