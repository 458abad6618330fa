"""The twelve worked positions of rules.md, by their numbers there."""

import pytest

from mensch.core.deck import Deal
from mensch.core.errors import AmbiguousMoveError
from mensch.core.moves import MOVES
from mensch.core.notation import read_move
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import legal_texts, shuffled


def test_1_equal_dice_are_not_two_different_moves() -> None:
    position = set_up(classic(2), hands=[[4, 4]])
    assert legal_texts(position) == {"N4", "N4+4"}
    assert len(position.legal_moves()) == 2


def position_2() -> Position:
    return set_up(classic(2), rows=[[[7]], [[3, 9]]], hands=[[2, 5]])


def test_2_every_move_between_two_short_rows() -> None:
    assert legal_texts(position_2()) == {"A+2", "A+5", "N2", "N5", "N2+5"}


def test_2_a_theft_closes_the_gap_in_the_row_it_robs() -> None:
    position = position_2()
    position.play(MOVES["A+2"])
    assert position.rows(0) == ((7, 9), (), ())
    assert position.rows(1) == ((3,), (), ())


def test_2_a_start_with_both_dice_may_take_the_last_figure_of_an_own_row() -> None:
    position = position_2()
    position.play(MOVES["N2+5"])
    assert position.rows(0) == ((), (7,), ())
    assert position.rows(1) == ((3, 9), (), ())
    assert position.discards == (0, 0, 1, 0, 0, 1, 0)


def position_3() -> Position:
    return set_up(classic(2), rows=[[[10], [12], [14]], [[16, 20]]], hands=[[4, 6]])


def test_3_with_three_rows_every_row_extends_and_none_starts() -> None:
    assert legal_texts(position_3()) == {"A+4", "A+6", "B+4", "B+6", "C+4", "C+6"}


@pytest.mark.parametrize(
    ("text", "own", "others"),
    [
        ("A+4", ((10, 14), (12,), ()), ((16, 20), (), ())),
        ("A+6", ((10, 16), (12,), (14,)), ((20,), (), ())),
        ("B+4", ((10,), (12, 16), (14,)), ((20,), (), ())),
        ("C+6", ((10,), (12,), (14, 20)), ((16,), (), ())),
    ],
)
def test_3_figures_are_taken_from_own_rows_and_from_both_ends_of_others(
    text: str, own: tuple[tuple[int, ...], ...], others: tuple[tuple[int, ...], ...]
) -> None:
    position = position_3()
    position.play(MOVES[text])
    assert (position.rows(0), position.rows(1)) == (own, others)


def test_4_with_three_rows_too_high_for_the_dice_either_die_may_be_passed() -> None:
    position = set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[5, 6]])
    assert legal_texts(position) == {"P5", "P6"}
    position.play(MOVES["P6"])
    assert position.rows(0) == ((36,), (37,), (38,))
    assert position.discards == (0, 0, 0, 0, 0, 0, 1)
    assert position.turn == 1


def test_5_a_die_cannot_be_wasted_while_the_other_can_be_played() -> None:
    position = set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[4, 6]])
    assert legal_texts(position) == {"A+4"}


def test_6_a_completed_row_scores_figures_and_stars_and_returns_to_the_centre() -> None:
    position = set_up(classic(2), rows=[[[30, 35, 39]]], hands=[[1, 1]])
    assert "A+1" in legal_texts(position)
    assert position.effect(MOVES["A+1"]).points == 9
    position.play(MOVES["A+1"])
    assert position.scores == (9, 0)
    assert position.rows(0) == ((), (), ())
    assert position.centre == tuple(range(1, 41))


def test_7_two_opponents_with_the_figure_leave_a_choice() -> None:
    position = set_up(classic(3), rows=[[[1]], [[2, 5]], [[5, 8]]], hands=[[4, 6]])
    assert {text for text in legal_texts(position) if text.startswith("A+4")} == {"A+4@1A", "A+4@2A"}
    with pytest.raises(AmbiguousMoveError, match="A\\+4@1A or A\\+4@2A"):
        read_move("A+4", position.view(0))
    position.play(MOVES["A+4@2A"])
    assert [position.rows(seat)[0] for seat in range(3)] == [(1, 5), (2, 5), (8,)]


def test_8_an_own_row_comes_before_an_opponents() -> None:
    position = set_up(classic(3), rows=[[[1], [5, 9]], [[5]]], hands=[[4, 6]])
    assert {text for text in legal_texts(position) if text.startswith("A+4")} == {"A+4"}
    position.play(MOVES["A+4"])
    assert position.rows(0) == ((1, 5), (9,), ())
    assert position.rows(1) == ((5,), (), ())


def test_9_two_points_short_of_the_target_the_game_goes_on_and_a_die_is_drawn() -> None:
    position = set_up(classic(2), rows=[[[34]]], hands=[[6, 1]], scores=[33, 0])
    drawn = position.pile_size
    position.play(MOVES["A+6"])
    assert position.scores == (35, 0)
    assert position.outcome is None
    assert position.pile_size == drawn - 1
    assert position.turn == 1


def position_10(deal: Deal) -> Position:
    return set_up(classic(2), hands=[[3, 4], [1, 2]], pile=[6], deal=deal)


def test_10_the_last_card_is_drawn_before_the_discards_are_shuffled() -> None:
    position = position_10(shuffled(10))
    discards = 130 - 1 - 4
    position.play(MOVES["N3+4"])
    assert 6 in position.hand(0)
    assert position.reshuffles == 1
    assert position.discards == (0,) * 7
    assert position.pile_size == discards + 2 - 1


def test_10_the_two_dice_just_played_are_shuffled_in() -> None:
    shuffled_in: list[int] = []

    def deal(deck: int, counts: int) -> bytes:
        shuffled_in.extend(counts >> 8 * pips & 0xFF for pips in range(7))
        return bytes(pips for pips in range(1, 7) for _ in range(shuffled_in[pips]))

    position = position_10(deal)
    position.play(MOVES["N3+4"])
    assert shuffled_in == [0, 22 - 1, 22 - 1, 22, 22, 21, 21 - 1]
    assert position.hand(0) == (1, 6)


def test_11_two_own_rows_with_the_figure_leave_a_choice() -> None:
    position = set_up(classic(3), rows=[[[1], [2, 5], [5, 8]]], hands=[[4, 6]])
    assert {text for text in legal_texts(position) if text.startswith("A+4")} == {"A+4@0B", "A+4@0C"}
    position.play(MOVES["A+4@0C"])
    assert position.rows(0) == ((1, 5), (2, 5), (8,))


def test_12_who_resigns_returns_the_rows_and_keeps_the_dice_out_of_play() -> None:
    position = set_up(classic(3, target=200), rows=[[], [[4, 9], [20]]], deal=shuffled(12))
    hand = position.hand(1)
    position.leave(1)
    assert position.rows(1) == ((), (), ())
    assert {4, 9, 20} <= set(position.centre)
    assert len(position.centre) == 50
    turns = []
    for _ in range(400):
        turns.append(position.turn)
        position.play(position.legal_moves()[0])
        if position.outcome is not None:
            break
        in_play = position.pile_size + sum(position.discards) + len(position.hand(0)) + len(position.hand(2))
        assert in_play == 130 - 2
    assert turns[:4] == [0, 2, 0, 2]
    assert position.reshuffles > 0
    assert position.hand(1) == hand
