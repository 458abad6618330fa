"""What holds for every level: legal, repeatable, and blind to hidden dice."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.core.bots import LEVELS, VERSION, Choose, bot
from mensch.core.errors import UsageError
from mensch.core.position import Position
from mensch.core.rules import classic
from tests.core.games import apart, played_positions, seeds, thorough

each_level = pytest.mark.parametrize("choose", LEVELS.values(), ids=list(LEVELS))
keys = st.binary(min_size=32, max_size=32)


@each_level
@thorough
@given(position=played_positions(), key=keys)
def test_a_bot_chooses_a_legal_move_and_the_same_one_again(
    choose: Choose, position: Position, key: bytes
) -> None:
    before = position.copy()
    chosen = choose(position.view(position.turn), key)
    assert chosen in position.legal_moves()
    assert choose(position.view(position.turn), key) == chosen
    assert position == before


@each_level
@thorough
@given(position=played_positions(), seed=seeds, key=keys)
def test_positions_that_differ_only_in_hidden_dice_get_the_same_move(
    choose: Choose, position: Position, seed: int, key: bytes
) -> None:
    one, other = apart(position, Random(seed))
    assert choose(one.view(one.turn), key) == choose(other.view(other.turn), key)


def test_hidden_dice_do_differ_in_most_of_those_pairs() -> None:
    position = Position(classic(2), lambda deck, counts: bytes([1, 2, 3, 4]) + bytes(126))
    pairs = [apart(position, Random(seed)) for seed in range(100)]
    assert sum(one.hand(1) != other.hand(1) for one, other in pairs) > 50
    assert all(one != other for one, other in pairs)


@pytest.mark.parametrize("level", ["", "Greedy", "best", "\x1b[31m"])
def test_an_unknown_level_is_refused_with_those_there_are(level: str) -> None:
    with pytest.raises(UsageError, match="random, greedy") as refused:
        bot(level)
    assert str(refused.value).isprintable()


def test_another_version_of_the_bots_is_refused() -> None:
    assert bot("greedy", VERSION) is LEVELS["greedy"]
    with pytest.raises(UsageError, match="version"):
        bot("greedy", VERSION + 1)
