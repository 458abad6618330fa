"""Moves as people type and read them (design.md, "Moves as text")."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mensch.core.errors import AmbiguousMoveError, IllegalMoveError, ImpossibleMoveError, MoveError
from mensch.core.moves import MOVES, SOURCES
from mensch.core.notation import legal_list, read_move, require_legal, write_move
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from mensch.core.view import SeatView
from tests.core.games import played_positions, thorough

NAMES = ["anna", "Bert", "Ağça Ö.", "x scores 3"]
"""Names by seat; the last one tries to be taken for an outcome."""


def two_seats() -> SeatView:
    return set_up(classic(2), rows=[[[7]], [[3, 9]]], hands=[[2, 5]]).view(0)


def with_a_choice() -> SeatView:
    """The 5 for row A is in rows 1A and 2B; the 2 for a new row lies in the centre."""
    rows = [[[1], [20]], [[5]], [[30], [5, 8]]]
    return set_up(classic(3), rows=rows, hands=[[2, 4]]).view(0)


def own_choice() -> SeatView:
    return set_up(classic(3), rows=[[[1], [2, 5], [5, 8]]], hands=[[4, 6]]).view(0)


# There and back


@thorough
@given(played_positions())
def test_the_canonical_text_of_every_legal_move_is_read_as_that_move(position: Position) -> None:
    view = position.view(position.turn)
    for move in position.legal_moves():
        assert read_move(move.text, view) is move
        assert require_legal(move.text, view) is move


@thorough
@given(played_positions())
def test_every_legal_move_written_with_outcome_and_names_is_read_as_that_move(position: Position) -> None:
    view = position.view(position.turn)
    for move in position.legal_moves():
        for names in ([], NAMES, ["1A", "2", "b", "1"], ["a@b=c", "=20", "@1A", " x "]):
            written = write_move(move, position.effect(move), position.turn, names)
            assert read_move(written, view, names) is move


@thorough
@given(played_positions(), st.sampled_from(sorted(MOVES)))
def test_every_text_of_a_move_that_is_not_legal_is_refused(position: Position, text: str) -> None:
    view = position.view(position.turn)
    if MOVES[text] in position.legal_moves():
        assert require_legal(text, view).text == text
        return
    with pytest.raises(MoveError, match=r"Legal: |choice of rows: "):
        require_legal(text, view)


# Generous input


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("a+2", "A+2"),
        ("  A  +  5 ", "A+5"),
        ("A+2\n", "A+2"),
        ("n2", "N2"),
        ("n 5", "N5"),
        ("N5+2", "N2+5"),
        ("n 5 + 2", "N2+5"),
        ("N2+5=7", "N2+5"),
        ("A+2=9x1", "A+2"),
        ("a+2 = 9 X 1", "A+2"),
        ("a+2=9 x BERT", "A+2"),
        ("A+2=9", "A+2"),
        ("A+2@1A", "A+2"),
        ("A+2@bert", "A+2"),
        ("A+2@bert=9xBert", "A+2"),
        ("N2+5=7 from A", "N2+5"),
        ("N2+5@A", "N2+5"),
        ("N2+5@anna", "N2+5"),
    ],
)
def test_input_is_generous(typed: str, text: str) -> None:
    assert read_move(typed, two_seats(), NAMES[:2]).text == text


@pytest.mark.parametrize(
    "typed",
    ["A+4@2B", "a+4@2b", "A+4 @ 2 B", "A+4@2", "A+4@Carla", "A+4@carla B", "A+4@carla.b", "A+4@2b=5x2"],
)
def test_a_row_may_be_named_by_seat_or_player_with_or_without_its_slot(typed: str) -> None:
    assert read_move(typed, with_a_choice(), ["anna", "bert", "carla"]).text == "A+4@2B"


def test_an_own_row_may_be_named_by_its_slot_alone() -> None:
    assert read_move("A+4@C", own_choice()).text == "A+4@0C"


def test_a_player_called_like_a_row_does_not_take_its_name() -> None:
    names = ["anna", "2B", "1A"]
    assert read_move("A+4@1A", with_a_choice(), names).text == "A+4@1A"
    assert read_move("A+4@2B", with_a_choice(), names).text == "A+4@2B"


def test_a_player_called_like_a_seat_number_leaves_it_ambiguous_until_the_row_is_named() -> None:
    names = ["anna", "2", "carla"]
    with pytest.raises(AmbiguousMoveError, match="A\\+4@1A or A\\+4@2B"):
        read_move("A+4@2", with_a_choice(), names)
    assert read_move("A+4@2B", with_a_choice(), names).text == "A+4@2B"


# Output


@pytest.mark.parametrize(
    ("view", "text", "written"),
    [
        (two_seats(), "A+2", "A+2=9x bert"),
        (two_seats(), "A+5", "A+5=12"),
        (two_seats(), "N2+5", "N2+5=7 from A"),
        (with_a_choice(), "A+4@2B", "A+4@2B=5x carla"),
        (own_choice(), "A+4@0C", "A+4@0C=5 from C"),
        (set_up(classic(2), rows=[[[30, 35, 39]]], hands=[[1, 1]]).view(0), "A+1", "A+1=40 scores 9"),
        (set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[6, 6]]).view(0), "P6", "P6"),
    ],
)
def test_a_move_is_written_with_its_outcome(view: SeatView, text: str, written: str) -> None:
    names = ["anna", "bert", "carla"]
    assert write_move(MOVES[text], view.effect(MOVES[text]), view.turn, names) == written


def test_without_names_seats_have_numbers() -> None:
    view = two_seats()
    assert write_move(MOVES["A+2"], view.effect(MOVES["A+2"]), view.turn) == "A+2=9x 1"


# A wrong outcome


@pytest.mark.parametrize(
    "typed",
    [
        "A+2=8",
        "A+2=9x anna",
        "A+2=9x nobody",
        "A+2=9 from A",
        "A+2=9 scores 2",
        "A+5=12x bert",
        "N2+5=7x bert",
        "N2+5=7x anna",
        "N2+5=7 from B",
    ],
)
def test_a_wrong_outcome_is_refused_and_the_right_one_named(typed: str) -> None:
    view = two_seats()
    right = read_move(typed.partition("=")[0], view)
    with pytest.raises(IllegalMoveError) as refused:
        read_move(typed, view, NAMES[:2])
    written = write_move(right, view.effect(right), 0, NAMES)
    assert str(refused.value) == f"“{typed}” states a wrong outcome; it would be {written}"


def test_a_wrong_number_of_points_is_refused() -> None:
    view = set_up(classic(2), rows=[[[30, 35, 39]]], hands=[[1, 1]]).view(0)
    assert read_move("A+1=40 scores 9", view).text == "A+1"
    with pytest.raises(IllegalMoveError, match=r"scores 9$"):
        read_move("A+1=40 scores 10", view)


def test_a_pass_has_no_outcome() -> None:
    view = set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[6, 6]]).view(0)
    for typed in ("P6=6", "P6@1A"):
        with pytest.raises(IllegalMoveError):
            read_move(typed, view)


# Three errors


@pytest.mark.parametrize(
    "typed",
    ["", "hello", "D+4", "A4", "A+7", "A+0", "N", "N1+2+3", "P", "P7", "A+2@", "A+2=", "A+2=9x", "A+2!"],
)
def test_a_text_that_is_no_move_anywhere_is_impossible(typed: str) -> None:
    with pytest.raises(ImpossibleMoveError) as refused:
        read_move(typed, two_seats())
    assert f"“{typed}”" in str(refused.value)
    assert "Legal: A+2, A+5, N2, N5, N2+5" in str(refused.value)


@pytest.mark.parametrize("typed", ["A+2@nobody", "A+2@9", "A+2@2A", "A+2@1D"])
def test_a_row_that_does_not_exist_is_impossible(typed: str) -> None:
    with pytest.raises(ImpossibleMoveError) as refused:
        read_move(typed, two_seats(), NAMES[:2])
    assert str(refused.value).startswith(f"“{typed}”: there is no row “{typed[4:]}”. Legal: A+2, ")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("A+3", "the dice are 2 and 5"),
        ("N2+2", "the dice are 2 and 5"),
        ("B+2", "there is no row B"),
        ("P2", "a die can only be passed when none can be played"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_and_the_legal_moves(typed: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        read_move(typed, two_seats())
    assert str(refused.value) == f"“{typed}” is not legal: {reason}. Legal: A+2, A+5, N2, N5, N2+5"


@pytest.mark.parametrize(
    ("typed", "reason"), [("N5", "a fourth row cannot be started"), ("A+5", "36 \\+ 5 is past 40")]
)
def test_three_high_rows_give_their_reasons(typed: str, reason: str) -> None:
    view = set_up(classic(2), rows=[[[36], [37], [38]]], hands=[[5, 6]]).view(0)
    with pytest.raises(IllegalMoveError, match=f"{reason}. Legal: P5, P6"):
        read_move(typed, view)


@pytest.mark.parametrize("typed", ["A+2@0A", "A+5@1A", "N2@bert"])
def test_a_figure_does_not_come_from_a_row_that_has_not_to_give_it(typed: str) -> None:
    with pytest.raises(IllegalMoveError, match=r"does not come from there\. Legal: A"):
        read_move(typed, two_seats(), NAMES[:2])


def test_an_ambiguous_move_is_refused_with_the_choice() -> None:
    for ask in (read_move, require_legal):
        with pytest.raises(AmbiguousMoveError) as refused:
            ask("A+4", with_a_choice())
        assert str(refused.value) == "“A+4” leaves a choice of rows: A+4@1A or A+4@2B"


def test_a_player_with_the_figure_in_two_rows_is_still_ambiguous() -> None:
    view = set_up(classic(3), rows=[[[1]], [[5], [2, 5]]], hands=[[4, 4]]).view(0)
    with pytest.raises(AmbiguousMoveError, match="A\\+4@1A or A\\+4@1B"):
        read_move("A+4@bert", view, ["anna", "bert", "carla"])


def test_the_record_takes_the_canonical_text_only() -> None:
    view = two_seats()
    for typed in ("a+2", "N5+2", "A+2=9", " A+2", "A+2 ", ""):
        with pytest.raises(ImpossibleMoveError, match="Legal: "):
            require_legal(typed, view)
    for text in ("A+2@1A", "N2@0A"):
        with pytest.raises(IllegalMoveError, match="the figure does not come from row"):
            require_legal(text, view)


def test_when_the_game_is_won_nothing_is_legal() -> None:
    position = set_up(classic(2))
    position.leave(1)
    assert legal_list(position.view(0)) == "Legal: nothing, the game is won"


def test_every_row_has_a_name_of_two_signs() -> None:
    assert [str(source) for source in SOURCES] == [f"{seat}{slot}" for seat in range(4) for slot in "ABC"]
