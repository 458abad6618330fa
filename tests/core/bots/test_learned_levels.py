"""The learned levels: what their value functions see, and that their choices are worth having."""

from collections.abc import Sequence
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.core.bots import Choose, greedy, master, random, sharp, steady
from mensch.core.bots.after_state import after_state
from mensch.core.bots.best_value import CERTAIN
from mensch.core.bots.chances import SURE, chance, hands_from, hands_with
from mensch.core.bots.network import SHIFT, Network, network
from mensch.core.deck import bot_key
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import played_positions, shuffled, thorough

KEY = bytes(32)

each_level = pytest.mark.parametrize(
    "choose", [steady.choose, sharp.choose, master.choose], ids=["steady", "sharp", "master"]
)
every_table = pytest.mark.parametrize("seats", [2, 3, 4])


def wins(choose: Choose, others: Choose, seats: int, games: int) -> int:
    """Of so many games, each with its own deck and the next seat, how many a bot wins over others."""
    won = 0
    for game in range(games):
        position = Position(classic(seats), shuffled(game))
        move = 0
        while position.outcome is None:
            decide = choose if position.turn == game % seats else others
            position.play(decide(position.view(position.turn), bot_key(KEY, move, position.turn)))
            move += 1
        won += position.outcome.winner == game % seats
    return won


# Choices


@each_level
@every_table
def test_a_move_that_wins_is_played(choose: Choose, seats: int) -> None:
    rows: Sequence[Sequence[Sequence[int]]] = [[[1, 2, 39], [34], [20]]]
    position = set_up(classic(seats, target=10), rows=rows, hands=[(1, 6)], scores=(4, 9, 9, 9)[:seats])
    assert choose(position.view(0), KEY).text == "A+1"


@pytest.mark.parametrize("choose", [steady.choose, sharp.choose], ids=["steady", "sharp"])
@every_table
def test_a_level_learned_to_beat_random(choose: Choose, seats: int) -> None:
    assert wins(choose, random.choose, seats, 40) == 40


def test_master_beats_random() -> None:
    assert wins(master.choose, random.choose, 2, 2) == 2


@every_table
def test_sharp_wins_more_than_its_share_over_greedy(seats: int) -> None:
    assert wins(sharp.choose, greedy.choose, seats, 60) > 60 * 1.3 / seats


# What a value function sees


@every_table
def test_slots_do_not_matter(seats: int) -> None:
    rows = [[10, 12], [30], [35, 36]]
    values = set()
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        view = set_up(classic(seats), rows=[[rows[slot] for slot in order]], hands=[(1, 2)]).view(0)
        move = next(move for move in view.legal_moves() if view.effect(move).figure == 32)
        values.add(network("sharp", seats).value(after_state(view, move, (1, 2), view.unseen)))
    assert len(values) == 1


@thorough
@given(position=played_positions())
def test_an_after_state_is_what_the_move_leaves_on_the_table(position: Position) -> None:
    view = position.view(position.turn)
    stayed = [seat for seat in range(position.rules.seats) if seat not in position.departed]
    turn = stayed.index(position.turn)
    for move in position.legal_moves():
        after = after_state(view, move, view.hand(view.turn), view.unseen)
        played = position.copy()
        played.play(move)
        order = stayed[turn:] + stayed[:turn]
        masks = played.row_masks()
        assert after.rows == tuple(
            row for seat in order for row in sorted(masks[3 * seat : 3 * seat + 3], reverse=True)
        )
        assert after.missing == tuple(position.rules.target - played.scores[seat] for seat in order)
        assert after.won == (played.outcome is not None)
        assert sorted([*move.dice, after.kept] if after.kept else move.dice) == list(view.hand(view.turn))


@thorough
@given(position=played_positions(), before=played_positions())
def test_what_was_valued_before_changes_no_value(position: Position, before: Position) -> None:
    seats = position.rules.seats - len(position.departed)
    used = network("sharp", seats)
    sharp.choose(before.view(before.turn), KEY)
    network.cache_clear()
    fresh = network("sharp", seats)
    view = position.view(position.turn)
    for move in position.legal_moves():
        after = after_state(view, move, view.hand(view.turn), view.unseen)
        assert used.value(after) == fresh.value(after)


# Weights

SMALLEST = b"MENSCHV1" + b"".join(number.to_bytes(2, "little") for number in (2, 0, 1418, SHIFT))


def test_weights_of_zeros_value_everything_alike() -> None:
    zeros = Network(SMALLEST + bytes(2 * (1418 + 1)))
    view = set_up(classic(2), rows=[[[7]], [[3, 9]]], hands=[(2, 5)]).view(0)
    after_states = [after_state(view, move, (2, 5), view.unseen) for move in view.legal_moves()]
    assert [zeros.value(after) for after in after_states] == [0] * len(after_states)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        SMALLEST[:-1],
        SMALLEST + bytes(2 * (1418 + 1) - 2),
        SMALLEST + bytes(2 * (1418 + 1) + 1),
        b"X" + SMALLEST[1:] + bytes(2 * (1418 + 1)),
        SMALLEST[:10] + b"\xff\xff" + SMALLEST[12:] + bytes(2 * (1418 + 1)),
        SMALLEST[:-2] + b"\x01\x00" + bytes(2 * (1418 + 1)),
    ],
    ids=["empty", "header cut", "cut", "too long", "other magic", "negative units", "other shift"],
)
def test_other_bytes_are_no_weights(raw: bytes) -> None:
    with pytest.raises(ValueError, match="weights"):
        Network(raw)


# Looking ahead


@given(st.integers(-40 << 2 * SHIFT, 40 << 2 * SHIFT))
def test_a_chance_is_the_logistic_function_of_a_value(value: int) -> None:
    assert chance(value) / SURE == pytest.approx(1 / (1 + exp(-value / (1 << 2 * SHIFT))), abs=1 / 900)
    assert chance(value) + chance(-value) == SURE


def test_a_move_that_wins_is_sure() -> None:
    assert chance(CERTAIN) == SURE > chance(40 << 2 * SHIFT)


def test_hands_come_as_often_as_they_are_drawn() -> None:
    pool = (0, 3, 0, 1, 2, 0, 4)
    dice = [pips for pips, number in enumerate(pool) for _ in range(number)]
    drawn = [tuple(sorted((a, b))) for i, a in enumerate(dice) for j, b in enumerate(dice) if i != j]
    assert dict(hands_from(pool)) == {hand: drawn.count(hand) for hand in drawn}
    assert hands_with(4, pool) == [((1, 4), 3), ((3, 4), 1), ((4, 4), 2), ((4, 6), 4)]
    assert hands_with(0, pool) == hands_from(pool)


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_the_hands_looked_at_hold_no_die_twice(opponents: int) -> None:
    unseen = (0, 2, 1, 0, 3, 1, 2)
    for hands, pool, weight in master.deals(unseen, opponents, KEY):
        held = [die for hand in hands for die in hand]
        assert tuple(left + held.count(pips) for pips, left in enumerate(pool)) == unseen
        assert len(hands) == opponents
        assert weight > 0
