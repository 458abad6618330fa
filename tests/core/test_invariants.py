"""What holds in every position, over random games of all sizes (rules.md, the consequences marked P)."""

from collections import Counter
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from mensch.core.deck import face_down
from mensch.core.dice import CARDS
from mensch.core.figures import FIGURES, HIGHEST, copies
from mensch.core.moves import MOVES, Kind
from mensch.core.position import Position
from mensch.core.rules import RuleSet
from tests.core.games import play_at_random, played_positions, rule_sets, seeds, shuffled, thorough


@thorough
@given(played_positions())
def test_every_figure_is_in_exactly_one_place(position: Position) -> None:
    seats = range(position.rules.seats)
    held = Counter(figure for seat in seats for row in position.rows(seat) for figure in row)
    assert held + Counter(position.centre) == {figure: copies(figure, len(seats)) for figure in FIGURES}


@thorough
@given(played_positions())
def test_rows_are_strictly_ascending(position: Position) -> None:
    for seat in range(position.rules.seats):
        for row in position.rows(seat):
            assert all(lower < higher for lower, higher in pairwise(row))


@thorough
@given(played_positions())
def test_there_are_always_130_dice(position: Position) -> None:
    in_hands = [die for seat in range(position.rules.seats) for die in position.hand(seat)]
    assert len(in_hands) == 2 * position.rules.seats
    assert position.pile_size + sum(position.discards) + len(in_hands) == 130
    for pips, cards in enumerate(CARDS):
        assert position.discards[pips] + in_hands.count(pips) <= cards


@thorough
@given(played_positions())
def test_40_is_in_the_centre_whenever_a_turn_begins(position: Position) -> None:
    assert HIGHEST in position.centre


@thorough
@given(played_positions())
def test_with_fewer_than_three_rows_there_is_always_a_legal_play(position: Position) -> None:
    kinds = {move.kind for move in position.legal_moves()}
    if () in position.rows(position.turn):
        assert Kind.START in kinds
    if Kind.PASS in kinds:
        assert kinds == {Kind.PASS}
        assert all(row and row[-1] >= 35 for row in position.rows(position.turn))


@thorough
@given(played_positions())
def test_legal_moves_are_those_of_the_list_of_all_moves_and_none_twice(position: Position) -> None:
    legal = position.legal_moves()
    assert legal
    assert len({move.text for move in legal}) == len(legal)
    assert all(MOVES[move.text] is move for move in legal)


@thorough
@given(played_positions(), seeds)
def test_undo_takes_back_any_number_of_moves_and_departures(position: Position, seed: int) -> None:
    random = Random(seed)
    before = []
    for _ in range(200):
        if position.outcome is not None:
            break
        before.append((position.copy(), position.legal_moves()))
        if random.random() < 0.02:
            position.leave(random.choice(sorted(set(range(position.rules.seats)) - position.departed)))
        else:
            position.play(random.choice(position.legal_moves()))
        assert position != before[-1][0]
    for copy, legal in reversed(before):
        position.undo()
        assert position == copy
        assert position.legal_moves() == legal


@thorough
@given(played_positions(), seeds)
def test_a_game_goes_on_after_undo_as_if_nothing_had_been_played(position: Position, seed: int) -> None:
    untouched = position.copy()
    for move in position.legal_moves():
        position.play(move)
        position.undo()
    for seat in range(position.rules.seats):
        if seat not in position.departed:
            position.leave(seat)
            position.undo()
    play_at_random(position, Random(seed), 50, departures=0.02)
    play_at_random(untouched, Random(seed), 50, departures=0.02)
    assert position == untouched


@thorough
@given(played_positions(), seeds)
def test_a_copy_is_played_on_its_own(position: Position, seed: int) -> None:
    twin = position.copy()
    still = position.copy()
    play_at_random(twin, Random(seed), 30, departures=0.02)
    assert position == still
    play_at_random(position, Random(seed), 30, departures=0.02)
    assert position == twin


@thorough
@given(rule_sets, seeds, seeds, st.integers(0, 250))
def test_a_face_down_position_folds_to_the_same_table_as_a_dealt_one(
    rules: RuleSet, deck: int, seed: int, moves: int
) -> None:
    random = Random(seed)
    dealt, folded = Position(rules, shuffled(deck)), Position(rules, face_down)
    for _ in range(moves):
        if dealt.outcome is not None:
            break
        if random.random() < 0.01:
            seat = random.choice(sorted(set(range(rules.seats)) - dealt.departed))
            dealt.leave(seat)
            folded.leave(seat)
        else:
            move = random.choice(dealt.legal_moves())
            assert folded.effect(move) == dealt.effect(move)
            dealt.play(move)
            folded.play(move)
        assert folded.view(None) == dealt.view(None)
    assert all(set(folded.hand(seat)) == {0} for seat in range(rules.seats))
    assert folded.discards == dealt.discards
    assert folded.outcome == dealt.outcome
