"""Where the needed figure comes from: the centre, then own rows, then another's (rules.md, R)."""

import pytest

from mensch.core.moves import MOVES, Source
from mensch.core.position import Effect
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import legal_texts


def test_the_centre_comes_before_own_rows_and_others() -> None:
    position = set_up(classic(3), rows=[[[1], [5]]], hands=[[4, 6]])
    assert position.effect(MOVES["A+4"]) == Effect(5, None, 0)
    position.play(MOVES["A+4"])
    assert position.rows(0) == ((1, 5), (5,), ())
    assert 5 not in position.centre


def test_own_row_comes_before_an_opponents() -> None:
    position = set_up(classic(4), rows=[[], [[1], [], [5, 9]], [[5]]], hands=[[], [4, 6]], turn=1)
    assert position.effect(MOVES["A+4"]) == Effect(5, Source(1, 2), 0)
    position.play(MOVES["A+4"])
    assert position.rows(1) == ((1, 5), (), (9,))
    assert position.rows(2) == ((5,), (), ())


@pytest.mark.parametrize(
    ("robbed", "left"), [((12, 20, 30), (20, 30)), ((8, 12, 20), (8, 20)), ((8, 10, 12), (8, 10))]
)
def test_a_figure_is_stolen_from_start_middle_or_end(robbed: tuple[int, ...], left: tuple[int, ...]) -> None:
    position = set_up(classic(2), rows=[[[6]], [[1], robbed]], hands=[[6, 1]])
    position.play(MOVES["A+6"])
    assert position.rows(0) == ((6, 12), (), ())
    assert position.rows(1) == ((1,), left, ())
    assert position.scores == (0, 0)


def test_a_row_robbed_of_its_last_figure_frees_its_slot() -> None:
    position = set_up(classic(2), rows=[[[6]], [[1], [12], [20]]], hands=[[6, 1], [2, 3]])
    position.play(MOVES["A+6"])
    assert position.rows(1) == ((1,), (), (20,))
    assert "N2" in legal_texts(position)
    position.play(MOVES["N2"])
    assert position.rows(1) == ((1,), (2,), (20,))


def test_a_figure_above_10_exists_once_and_never_leaves_a_choice() -> None:
    position = set_up(classic(4), rows=[[[10]], [[11]], [[12, 13]]], hands=[[1, 3]])
    assert {text for text in legal_texts(position) if text[0] == "A"} == {"A+1", "A+3"}


def test_two_rows_of_one_opponent_leave_a_choice() -> None:
    position = set_up(classic(3), rows=[[[1]], [[5], [2, 5]]], hands=[[4, 4]])
    assert {text for text in legal_texts(position) if text[0] == "A"} == {"A+4@1A", "A+4@1B"}


def test_a_start_can_leave_a_choice_too() -> None:
    position = set_up(classic(4), rows=[[], [[5]], [], [[5], [7, 9]]], hands=[[2, 3]])
    assert legal_texts(position) == {"N2", "N3", "N2+3@1A", "N2+3@3A"}
    position.play(MOVES["N2+3@3A"])
    assert position.rows(3) == ((), (7, 9), ())
    assert position.rows(0) == ((5,), (), ())


def test_a_start_may_choose_among_own_rows_and_empty_one() -> None:
    position = set_up(classic(3), rows=[[[5], [5, 7]]], hands=[[5, 6]])
    assert {text for text in legal_texts(position) if text.startswith("N5")} == {"N5@0A", "N5@0B", "N5+6"}
    position.play(MOVES["N5@0A"])
    assert position.rows(0) == ((), (5, 7), (5,))


def test_with_two_seats_no_move_names_a_row() -> None:
    position = set_up(classic(2), rows=[[[1]], [[5], [2]]], hands=[[4, 1]])
    assert not any("@" in text for text in legal_texts(position))


def test_a_copy_in_an_opponents_row_leaves_the_one_in_the_centre() -> None:
    position = set_up(classic(3), rows=[[[1]], [[5]]], hands=[[4, 6]])
    assert position.effect(MOVES["A+4"]).source is None
