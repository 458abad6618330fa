"""One move a turn: extend, start or pass, then refill (rules.md, "A turn")."""

import pytest

from mensch.core.deck import face_down
from mensch.core.dice import CARDS
from mensch.core.errors import GameOverError
from mensch.core.moves import MOVES, Move
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from tests.core.games import legal_texts, shuffled

# The beginning


@pytest.mark.parametrize(("seats", "figures"), [(2, 40), (3, 50), (4, 50)])
def test_at_the_beginning_all_figures_lie_in_the_centre(seats: int, figures: int) -> None:
    position = Position(classic(seats), shuffled(1))
    assert len(position.centre) == figures
    assert position.scores == (0,) * seats
    assert position.turn == 0
    assert position.pile_size == 130 - 2 * seats


def test_the_first_two_dice_go_to_seat_0_the_next_two_to_seat_1() -> None:
    position = Position(classic(3), lambda deck, counts: bytes([6, 5, 4, 3, 2, 1]) + bytes(124))
    assert [position.hand(seat) for seat in range(3)] == [(5, 6), (3, 4), (1, 2)]


def test_the_box_holds_22_of_each_up_to_4_and_21_of_5_and_6() -> None:
    dealt: list[int] = []

    def deal(deck: int, counts: int) -> bytes:
        dealt.append(counts)
        return face_down(deck, counts)

    Position(classic(2), deal)
    assert [dealt[0] >> 8 * pips & 0xFF for pips in range(7)] == [0, 22, 22, 22, 22, 21, 21] == list(CARDS)


# Extending


def test_a_row_is_extended_by_one_die_only() -> None:
    position = set_up(classic(2), rows=[[[7]]], hands=[[2, 5]])
    assert not {"A+7", "A+2+5"} & legal_texts(position)


def test_a_row_may_be_extended_up_to_40_and_no_further() -> None:
    position = set_up(classic(2), rows=[[[36], [35], [1]]], hands=[[5, 5]])
    assert legal_texts(position) == {"B+5", "C+5"}


def test_every_row_that_can_be_extended_may_be() -> None:
    position = set_up(classic(2), rows=[[[1], [20], [39]]], hands=[[1, 6]])
    assert legal_texts(position) == {"A+1", "A+6", "B+1", "B+6", "C+1"}


# Starting


def test_starting_is_free_also_when_a_row_could_be_extended() -> None:
    position = set_up(classic(2), rows=[[[7]]], hands=[[2, 5]])
    assert {"A+2", "A+5", "N2", "N5", "N2+5"} == legal_texts(position)


def test_both_dice_together_start_with_their_sum_and_take_nothing_between() -> None:
    position = set_up(classic(2), hands=[[6, 6]])
    position.play(MOVES["N6+6"])
    assert position.rows(0) == ((12,), (), ())
    assert 6 in position.centre


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        ([], ((3,), (), ())),
        ([[20]], ((20,), (3,), ())),
        ([[], [20]], ((3,), (20,), ())),
        ([[20], [], [21]], ((20,), (3,), (21,))),
    ],
)
def test_a_new_row_gets_the_first_free_slot(
    rows: list[list[int]], after: tuple[tuple[int, ...], ...]
) -> None:
    position = set_up(classic(2), rows=[rows], hands=[[3, 4]])
    position.play(MOVES["N3"])
    assert position.rows(0) == after


def test_the_free_slot_is_counted_before_the_figure_is_taken() -> None:
    position = set_up(classic(2), rows=[[[3], [20]]], hands=[[3, 4]])
    position.play(MOVES["N3"])
    assert position.rows(0) == ((), (20,), (3,))


def test_with_three_rows_a_start_is_illegal_even_where_it_would_empty_one() -> None:
    position = set_up(classic(2), rows=[[[3], [20], [30]]], hands=[[3, 3]])
    assert legal_texts(position) == {"A+3", "B+3", "C+3"}


# Passing


def test_a_pass_gives_away_one_die_and_changes_no_figure() -> None:
    position = set_up(classic(2), rows=[[[36], [37], [38]], [[4]]], hands=[[5, 6]], deal=shuffled(3))
    before = (position.centre, position.scores, [position.rows(seat) for seat in range(2)])
    pile = position.pile_size
    position.play(MOVES["P5"])
    assert (position.centre, position.scores, [position.rows(seat) for seat in range(2)]) == before
    assert position.pile_size == pile - 1
    assert 6 in position.hand(0)


def test_equal_dice_make_one_pass() -> None:
    position = set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[6, 6]])
    assert [move.text for move in position.legal_moves()] == ["P6"]


def test_with_a_free_slot_nobody_passes() -> None:
    position = set_up(classic(2), rows=[[[36], [37]]], hands=[[6, 6]])
    assert legal_texts(position) == {"N6", "N6+6"}


# Refilling


@pytest.mark.parametrize(("text", "hand"), [("N3", (4, 6)), ("N4", (3, 6)), ("N3+4", (5, 6))])
def test_as_many_dice_are_drawn_as_were_played(text: str, hand: tuple[int, int]) -> None:
    position = set_up(classic(2), hands=[[3, 4], [1, 1]], pile=[6, 5, 2])
    position.play(MOVES[text])
    assert position.hand(0) == hand


def test_an_empty_pile_is_made_new_only_when_a_draw_is_needed() -> None:
    position = set_up(classic(2), hands=[[3, 4], [1, 1]], pile=[6], deal=shuffled(1))
    position.play(MOVES["N3"])
    assert (position.pile_size, position.reshuffles) == (0, 0)
    position.play(MOVES["N1"])
    assert position.reshuffles == 1


def test_every_reshuffle_is_the_next_deck() -> None:
    decks = []

    def deal(deck: int, counts: int) -> bytes:
        decks.append(deck)
        return shuffled(9)(deck, counts)

    position = Position(classic(2, target=200), deal)
    while position.reshuffles < 3:
        position.play(position.legal_moves()[-1])
    assert decks == [0, 1, 2, 3]


def test_the_turn_goes_round_clockwise() -> None:
    position = Position(classic(4), shuffled(1))
    turns = []
    for _ in range(6):
        turns.append(position.turn)
        position.play(position.legal_moves()[0])
    assert turns == [0, 1, 2, 3, 0, 1]


def test_redealing_shuffles_all_dice_but_the_discards_and_keeps_the_table() -> None:
    position = Position(classic(2), shuffled(1))
    for _ in range(20):
        position.play(position.legal_moves()[0])
    twin = position.copy()
    twin.redeal(shuffled(2))
    assert twin.discards == position.discards
    assert twin.pile_size + 4 == 130 - sum(position.discards)
    assert twin.view(None).centre == position.centre
    assert twin != position
    with pytest.raises(IndexError):
        twin.undo()


# Undoing


def test_there_is_nothing_to_undo_in_a_new_or_copied_position() -> None:
    position = Position(classic(2), shuffled(1))
    with pytest.raises(IndexError):
        position.undo()
    position.play(position.legal_moves()[0])
    with pytest.raises(IndexError):
        position.copy().undo()


def test_a_won_game_takes_no_move() -> None:
    position = Position(classic(2), shuffled(1))
    position.leave(1)
    with pytest.raises(GameOverError, match="nothing more can be played"):
        position.play(MOVES["N1"])


# The list of moves


def test_each_move_is_listed_once_with_the_parts_of_its_text() -> None:
    assert MOVES["B+5@1A"].pips == 5
    assert MOVES["N3+4"].dice == (3, 4)
    assert MOVES["N3+4"].pips == 7
    assert "N4+3" not in MOVES
    assert not any(text.startswith("P") and "@" in text for text in MOVES)
    extensions, starts, passes, rows = 3 * 6, 6 + 21, 6, 12
    assert len(MOVES) == (extensions + starts) * (1 + rows) + passes


def test_a_move_is_a_value() -> None:
    move = MOVES["A+4"]
    assert move == Move(move.kind, move.dice, move.pips, move.slot, move.source, move.text)
    assert {move: 1}[MOVES["A+4"]] == 1
