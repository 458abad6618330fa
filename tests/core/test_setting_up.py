"""Positions set up by hand are positions a game can come to."""

from typing import Any

import pytest
from hypothesis import given

from mensch.core.deck import Deal, face_down
from mensch.core.errors import UsageError
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import played_positions, shuffled, thorough


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deal", [face_down, shuffled(7)])
def test_nothing_given_is_the_beginning_of_a_game(seats: int, deal: Deal) -> None:
    assert set_up(classic(seats), deal=deal) == Position(classic(seats), deal)


@thorough
@given(played_positions())
def test_every_played_position_can_be_set_up(position: Position) -> None:
    seats = range(position.rules.seats)
    again = set_up(
        position.rules,
        rows=[position.rows(seat) for seat in seats],
        hands=[position.hand(seat) for seat in seats],
        scores=position.scores,
        turn=position.turn,
        departed=position.departed,
        discards=position.discards,
    )
    assert again.centre == position.centre
    assert again.legal_moves() == position.legal_moves()
    assert again.pile_size == position.pile_size
    assert again.scores == position.scores
    for seat in seats:
        assert again.rows(seat) == position.rows(seat)
        assert again.hand(seat) == position.hand(seat)


def test_the_centre_is_what_no_row_holds() -> None:
    position = set_up(classic(3), rows=[[[3, 11]], [[3, 7]]])
    assert position.centre == tuple(
        sorted([figure for figure in [*range(1, 11), *range(1, 41)] if figure not in {3, 7, 11}] + [7])
    )


def test_dice_that_are_not_given_are_dealt_from_the_top_of_the_pile() -> None:
    position = set_up(classic(2), hands=[[5]], pile=[1, 2, 3, 4, 6])
    assert [position.hand(seat) for seat in range(2)] == [(1, 5), (2, 3)]
    assert position.pile_size == 2


def test_with_a_pile_all_other_dice_are_discards() -> None:
    position = set_up(classic(2), hands=[[5, 5], [6, 6]], pile=[1])
    assert position.discards == (0, 21, 22, 22, 22, 19, 19)


def test_without_a_pile_it_is_all_other_dice() -> None:
    position = set_up(classic(2), hands=[[5, 5], [6, 6]], discards=[0, 10], deal=shuffled(1))
    assert position.pile_size == 130 - 4 - 10


IMPOSSIBLE: dict[str, dict[str, Any]] = {  # Any: the arguments differ in type from case to case
    "a figure in two rows that exists once": {"rows": [[[11]], [[11]]]},
    "a figure below 10 in three rows": {"rows": [[[5]], [[5]], [[5]]]},
    "a figure twice in one row": {"rows": [[[5, 5]]]},
    "a descending row": {"rows": [[[9, 5]]]},
    "a figure 0": {"rows": [[[0, 5]]]},
    "a figure 41": {"rows": [[[5, 41]]]},
    "a complete row that still lies there": {"rows": [[[5, 40]]]},
    "four rows of one seat": {"rows": [[[1], [2], [3], [4]]]},
    "rows of a seat that does not exist": {"rows": [[], [], [], [[1]]]},
    "rows of who has left": {"rows": [[], [[1]]], "departed": [1]},
    "a score at the target": {"scores": [35]},
    "a negative score": {"scores": [-1]},
    "scores of four": {"scores": [0, 0, 0, 0]},
    "the turn of a seat that does not exist": {"turn": 3},
    "the turn of who has left": {"departed": [0]},
    "only one left": {"departed": [1, 2]},
    "the departure of a seat that does not exist": {"departed": [3]},
    "three dice in a hand": {"hands": [[1, 2, 3]]},
    "hands of four": {"hands": [[1, 2]] * 4},
    "a die with 7 pips": {"hands": [[7, 1]]},
    "a die with minus 1 pips": {"hands": [[-1, 1]]},
    "more sixes than there are": {"pile": [6] * 22},
    "more discarded ones than there are": {"discards": [0, 23]},
    "a negative number of discards": {"discards": [0, -1]},
    "discards with 7 pips": {"discards": [0, 0, 0, 0, 0, 0, 0, 1]},
    "unknown discards": {"discards": [1]},
    "a pile too small for the hands": {"pile": [1]},
    "a pile and discards that do not make 130 dice": {"pile": [1] * 10, "discards": [0, 1]},
    "a pile and discards of the wrong pips": {
        "pile": [1] * 8,
        "discards": [0, 15, 22, 22, 22, 21, 21],
    },
}


@pytest.mark.parametrize("impossible", IMPOSSIBLE.values(), ids=list(IMPOSSIBLE))
def test_an_impossible_position_is_refused(impossible: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        set_up(classic(3), **impossible)


def test_with_two_seats_every_figure_exists_once() -> None:
    with pytest.raises(UsageError, match="figure 5"):
        set_up(classic(2), rows=[[[5]], [[5]]])
