"""What a seat may know, and that nothing else shows through."""

from random import Random

import pytest
from hypothesis import given

from mensch.core.deck import face_down
from mensch.core.dice import CARDS, hand_code
from mensch.core.moves import MOVES
from mensch.core.position import HiddenDiceError, Position
from mensch.core.rules import classic
from mensch.core.setup import set_up
from mensch.core.view import SeatView
from tests.core.games import apart, played_positions, seeds, shuffled, thorough


def shown(view: SeatView) -> dict[str, object]:
    """Everything that a view answers, but for whose it is."""
    seats = range(view.rules.seats)
    return {
        "turn": view.turn,
        "outcome": view.outcome,
        "scores": view.scores,
        "departed": view.departed,
        "centre": view.centre,
        "rows": [view.rows(seat) for seat in seats],
        "row_masks": view.row_masks(),
        "hands": [view.hand(seat) for seat in seats],
        "pile_size": view.pile_size,
        "discards": view.discards,
        "reshuffles": view.reshuffles,
        "moves_with": [[str(move) for move in view.moves_with(code)] for code in range(8, 49)],
        "unseen": view.unseen,
    }


@thorough
@given(played_positions(), seeds)
def test_a_view_never_changes_when_only_hidden_dice_change(position: Position, seed: int) -> None:
    one, other = apart(position, Random(seed))
    seat = position.turn
    for watcher in (seat, None):
        assert one.view(watcher) == other.view(watcher)
        assert shown(one.view(watcher)) == shown(other.view(watcher))
    for move in one.legal_moves():
        assert one.effect(move) == other.effect(move)
        assert one.view(seat).after(move) == other.view(seat).after(move)
        assert shown(one.view(seat).after(move)) == shown(other.view(seat).after(move))


def test_positions_that_differ_in_hidden_dice_are_told_apart_by_who_sees_them() -> None:
    one = set_up(classic(2), hands=[[1, 2], [3, 4]])
    other = set_up(classic(2), hands=[[1, 2], [3, 5]])
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


@thorough
@given(played_positions())
def test_everybody_may_know_what_each_seat_may_know_but_for_its_own_hand(position: Position) -> None:
    public = shown(position.view(None))
    for seat in range(position.rules.seats):
        own = shown(position.view(seat))
        assert {what for what in public if public[what] != own[what]} == {"hands", "unseen"}
        view = position.view(seat)
        for other in range(position.rules.seats):
            assert view.hand(other) == (position.hand(seat) if other == seat else (0, 0))


@thorough
@given(played_positions())
def test_looking_ahead_turns_no_die_over(position: Position) -> None:
    seat = position.turn
    for move in position.legal_moves():
        after = position.view(seat).after(move)
        kept = list(position.hand(seat))
        for die in move.dice:
            kept.remove(die)
        drawn = 0 if after.outcome is not None else len(move.dice)
        assert after.hand(seat) == tuple(sorted([*kept, *[0] * drawn]))
        assert after.turn == seat or after.hand(after.turn) == (0, 0)


@thorough
@given(played_positions())
def test_unseen_dice_are_all_that_a_seat_cannot_place(position: Position) -> None:
    seat = position.turn
    unseen = position.view(seat).unseen
    seats = range(position.rules.seats)
    others = [die for other in seats if other != seat for die in position.hand(other)]
    assert sum(unseen) == position.pile_size + len(others)
    for pips in range(1, 7):
        own = position.hand(seat).count(pips)
        assert unseen[pips] == CARDS[pips] - position.discards[pips] - own >= others.count(pips)


def test_a_view_stays_as_it_was_when_the_position_moves_on() -> None:
    position = set_up(classic(2), hands=[[1, 2]])
    view = position.view(0)
    before = shown(view)
    position.play(MOVES["N1+2"])
    assert shown(view) == before


def test_the_moves_of_a_hidden_hand_cannot_be_asked_for() -> None:
    position = Position(classic(3), shuffled(1))
    for view in (position.view(None), position.view(1)):
        with pytest.raises(HiddenDiceError, match="seat 0 lie face down"):
            view.legal_moves()
    assert position.view(0).legal_moves() == position.legal_moves()


def test_a_hand_with_one_known_die_is_still_hidden() -> None:
    position = set_up(classic(2), hands=[[5]], deal=face_down)
    assert position.hand(0) == (0, 5)
    with pytest.raises(HiddenDiceError):
        position.legal_moves()


def test_a_view_says_what_could_be_played_with_any_dice() -> None:
    view = set_up(classic(2), rows=[[[7]], [[3, 9]]], hands=[[2, 5]]).view(1)
    texts = {move.text for move in view.moves_with(hand_code([5, 2]))}
    assert texts == {"A+2", "A+5", "N2", "N5", "N2+5"}


def test_a_revealed_table_shows_every_hand_and_no_pile() -> None:
    position = Position(classic(2), shuffled(2))
    revealed = position.revealed()
    assert [revealed.hand(seat) for seat in range(2)] == [position.hand(seat) for seat in range(2)]
    assert revealed.after(position.legal_moves()[0]).hand(0)[0] == 0
    assert revealed.seat is None


def test_views_of_different_seats_are_not_equal() -> None:
    position = Position(classic(2), face_down)
    assert position.view(0) != position.view(1)
    assert position.view(0) != "a view"
