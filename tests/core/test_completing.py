"""A row that receives the 40 scores and returns (rules.md, "Completing a row", R)."""

import pytest

from mensch.core.errors import GameOverError
from mensch.core.moves import MOVES
from mensch.core.outcome import Ending, Outcome, places
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import shuffled


def test_a_row_without_stars_scores_a_point_per_figure_with_the_40() -> None:
    position = set_up(classic(2, stars={}), rows=[[[5, 30, 36]]], hands=[[4, 1]])
    position.play(MOVES["A+4"])
    assert position.scores == (4, 0)


@pytest.mark.parametrize(
    ("row", "die", "points"),
    [
        ((36,), 4, 2 + 1),
        ((37,), 3, 2 + 2),
        ((38,), 2, 2 + 2),
        ((39,), 1, 2 + 3),
        ((34,), 6, 2),
        ((35,), 5, 3),
    ],
)
def test_the_classic_stars_are_counted(row: tuple[int, ...], die: int, points: int) -> None:
    position = set_up(classic(2), rows=[[row]], hands=[[die, die]])
    assert position.effect(MOVES[f"A+{die}"]).points == points
    position.play(MOVES[f"A+{die}"])
    assert position.scores == (points, 0)


def test_a_star_on_the_40_itself_counts() -> None:
    position = set_up(classic(2, stars={40: 5}), rows=[[[35]]], hands=[[5, 5]])
    position.play(MOVES["A+5"])
    assert position.scores == (7, 0)


def test_figures_that_exist_twice_return_to_the_centre_twice() -> None:
    position = set_up(classic(3), rows=[[[5, 39]], [[5, 9]]], hands=[[1, 6]])
    position.play(MOVES["A+1"])
    assert position.centre.count(5) == 1
    assert position.centre.count(40) == position.centre.count(39) == 1
    assert position.rows(1) == ((5, 9), (), ())


def test_the_slot_is_free_again_and_the_other_rows_stay() -> None:
    position = set_up(classic(2), rows=[[[7], [39], [20]]], hands=[[1, 3], [2, 2]])
    position.play(MOVES["B+1"])
    assert position.rows(0) == ((7,), (), (20,))


@pytest.mark.parametrize("score", [35, 36, 39])
def test_a_score_that_reaches_or_passes_the_target_wins_at_once(score: int) -> None:
    position = set_up(classic(2), rows=[[[39]]], hands=[[1, 6]], scores=[score, 39])
    position.play(MOVES["A+1"])
    assert position.scores == (score + 5, 39)
    assert position.outcome == Outcome(0, Ending.TARGET)
    assert position.turn == 0
    assert position.legal_moves() == []


def test_one_point_short_of_the_target_the_game_goes_on() -> None:
    position = set_up(classic(2), rows=[[[39]]], hands=[[1, 6]], scores=[34, 0])
    position.play(MOVES["A+1"])
    assert position.scores == (39, 0)
    assert position.outcome is None


def test_the_winner_draws_no_die_and_the_played_one_is_discarded() -> None:
    position = set_up(classic(2), rows=[[[39]]], hands=[[1, 6]], scores=[39, 0])
    pile = position.pile_size
    position.play(MOVES["A+1"])
    assert position.hand(0) == (6,)
    assert position.discards == (0, 1, 0, 0, 0, 0, 0)
    assert position.pile_size == pile


def test_the_winners_row_has_returned_to_the_centre() -> None:
    position = set_up(classic(2), rows=[[[30, 39]]], hands=[[1, 6]], scores=[39, 0])
    position.play(MOVES["A+1"])
    assert position.rows(0) == ((), (), ())
    assert position.centre == tuple(range(1, 41))


def test_nothing_can_be_played_after_the_win() -> None:
    position = set_up(classic(2), rows=[[[39]]], hands=[[1, 6], [1, 2]], scores=[39, 0])
    position.play(MOVES["A+1"])
    with pytest.raises(GameOverError):
        position.play(MOVES["N1"])


def test_undo_takes_back_a_win_with_score_row_and_die() -> None:
    position = set_up(classic(4), rows=[[[5, 39]]], hands=[[1, 6]], scores=[29, 3, 4, 5], deal=shuffled(1))
    before = position.copy()
    position.play(MOVES["A+1"])
    position.undo()
    assert position == before
    assert position.hand(0) == (1, 6)


def test_until_it_is_complete_every_figure_of_a_row_can_be_stolen() -> None:
    position = set_up(classic(2), rows=[[[33]], [[30, 35, 39]]], hands=[[6, 2]])
    position.play(MOVES["A+6"])
    assert position.rows(1) == ((30, 35), (), ())


def test_equal_scores_share_a_place_and_the_next_place_is_left_out() -> None:
    assert places([12, 30, 12, 4], winner=1) == (2, 1, 2, 4)
    assert places([0, 0, 0, 33], winner=3) == (2, 2, 2, 1)
