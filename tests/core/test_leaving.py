"""Who resigns or forfeits leaves the table (rules.md, "Leaving", D)."""

import pytest

from mensch.core.errors import GameOverError
from mensch.core.moves import MOVES
from mensch.core.outcome import Ending, Outcome, places
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import shuffled


def test_rows_return_to_the_centre_with_both_copies_of_a_figure() -> None:
    position = set_up(classic(3), rows=[[], [[5, 20], [5]]])
    assert 5 not in position.centre
    position.leave(1)
    assert position.rows(1) == ((), (), ())
    assert position.centre.count(5) == 2
    assert 20 in position.centre


def test_the_seat_to_move_leaves_and_the_next_one_moves() -> None:
    position = Position(classic(3), shuffled(1))
    position.leave(0)
    assert position.turn == 1


def test_another_seat_leaves_and_the_turn_stays() -> None:
    position = Position(classic(3), shuffled(1))
    position.leave(2)
    assert position.turn == 0
    position.play(position.legal_moves()[0])
    position.play(position.legal_moves()[0])
    assert position.turn == 0


def test_several_departed_seats_in_a_row_are_skipped() -> None:
    position = Position(classic(4), shuffled(1))
    position.leave(1)
    position.leave(2)
    position.play(position.legal_moves()[0])
    assert position.turn == 3
    assert position.departed == {1, 2}


def test_the_dice_of_who_left_are_in_no_pile_even_after_a_reshuffle() -> None:
    position = set_up(classic(3, target=200), hands=[[1, 1], [6, 6], [1, 2]], pile=[3], deal=shuffled(3))
    position.leave(1)
    position.play(MOVES["N1+1"])
    assert position.reshuffles == 1
    assert position.hand(1) == (6, 6)
    assert position.pile_size + sum(position.discards) == 130 - 3 * 2


def test_the_score_stays() -> None:
    position = set_up(classic(3), scores=[5, 30, 10])
    position.leave(1)
    assert position.scores == (5, 30, 10)


def test_the_last_player_left_wins_whatever_the_score() -> None:
    position = set_up(classic(3), scores=[30, 20, 0])
    position.leave(0)
    assert position.turn == 1
    position.leave(1)
    assert position.outcome == Outcome(2, Ending.LAST_SEAT)
    assert position.turn == 2
    assert position.legal_moves() == []
    assert position.hand(2) == (0, 0)


def test_with_two_seats_the_other_wins_at_once() -> None:
    position = Position(classic(2), shuffled(1))
    position.leave(1)
    assert position.outcome == Outcome(0, Ending.LAST_SEAT)


def test_who_left_ranks_below_everybody_who_stayed() -> None:
    assert places([3, 34, 36, 10], winner=2, departed={1}) == (3, 4, 1, 2)


def test_who_left_ranks_by_score_and_shares_a_place_with_an_equal() -> None:
    assert places([20, 7, 7, 0], winner=3, departed={0, 1, 2}) == (2, 3, 3, 1)


def test_a_seat_leaves_once() -> None:
    position = Position(classic(3), shuffled(1))
    position.leave(1)
    with pytest.raises(ValueError, match="seat 1 has left already"):
        position.leave(1)


def test_nobody_leaves_a_game_that_is_won() -> None:
    position = Position(classic(2), shuffled(1))
    position.leave(0)
    with pytest.raises(GameOverError):
        position.leave(1)


def test_undo_brings_a_player_back_with_rows_turn_and_dice() -> None:
    position = set_up(classic(3), rows=[[[4, 9], [20]], [[4]]], scores=[7, 0, 0], deal=shuffled(5))
    before = position.copy()
    position.leave(0)
    position.leave(2)
    assert position.outcome is not None
    position.undo()
    position.undo()
    assert position == before
    assert position.departed == frozenset()
