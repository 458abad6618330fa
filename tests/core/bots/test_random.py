"""The level `random` chooses every legal move alike."""

from collections import Counter

import pytest

from mensch.core.bots import random
from mensch.core.deck import bot_key
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.chi_squared import statistic, upper_tail

SEED = bytes(range(32))
DECISIONS = 5_000

POSITIONS: dict[str, Position] = {
    "2 moves": set_up(classic(2), hands=[[4, 4]]),
    "5 moves": set_up(classic(2), rows=[[[7]], [[3, 9]]], hands=[[2, 5]]),
    "6 moves": set_up(classic(2), rows=[[[10], [12], [14]], [[16, 20]]], hands=[[4, 6]]),
    "7 moves, some by row": set_up(classic(3), rows=[[[1], [12]], [[2, 5]], [[5, 8]]], hands=[[4, 6]]),
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=list(POSITIONS))
def test_every_legal_move_is_equally_likely(position: Position) -> None:
    """χ² over fixed keys, so that the result is a fact and cannot flake."""
    legal = position.legal_moves()
    view = position.view(0)
    chosen = Counter(random.choose(view, bot_key(SEED, seq, 0)) for seq in range(DECISIONS))
    value = statistic([chosen[move] for move in legal], [DECISIONS / len(legal)] * len(legal))
    assert 0.001 < upper_tail(value, len(legal) - 1) < 0.999


def test_the_only_move_is_played_whatever_the_key() -> None:
    view = set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[4, 6]]).view(0)
    assert {random.choose(view, bytes([octet] * 32)).text for octet in range(256)} == {"A+4"}
