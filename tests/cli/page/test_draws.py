"""What the seats drew, beside what could be expected."""

from __future__ import annotations

from collections import Counter

import pytest

from mensch.cli.page.draws import draws, worths
from mensch.core.dice import CARDS
from mensch.core.moves import MOVES
from mensch.events.bodies import MovePlayed
from mensch.events.game import initial
from mensch.events.loading import public_game
from mensch.events.record import Entry
from tests.cli.page.pages import GoldenGame, golden

MEAN = sum(pips * number for pips, number in enumerate(CARDS)) / sum(CARDS)


@pytest.fixture(scope="module")
def game() -> GoldenGame:
    """A game so long that its discards are shuffled again."""
    found = golden("three-seats")
    assert found.whole.table.reshuffles == 1
    return found


def test_the_deal_is_compared_with_the_whole_deck(game: GoldenGame) -> None:
    dealt = draws(initial(game.whole.id, game.whole.revealed), game.log)[:3]
    assert [(draw.seat, draw.dice) for draw in dealt] == [(0, 2), (1, 2), (2, 2)]
    assert all(draw.expected == pytest.approx(2 * MEAN) for draw in dealt)
    assert all(draw.seq == game.whole.started for draw in dealt)


def test_whatever_was_drawn_was_played_or_is_still_in_hand(game: GoldenGame) -> None:
    drawn = draws(initial(game.whole.id, game.whole.revealed), game.log)
    end = public_game(game.whole.id, game.log).table
    played = [
        die for entry in game.log if isinstance(entry.record.body, MovePlayed) for die in dice_of(entry)
    ]
    held = [die for seat in range(3) for die in end.hand(seat)]
    assert sum(draw.dice for draw in drawn) == len(played) + len(held)
    assert sum(draw.pips for draw in drawn) == sum(played) + sum(held)


def dice_of(entry: Entry) -> tuple[int, ...]:
    """The dice of a record's move."""
    assert isinstance(entry.record.body, MovePlayed)
    return MOVES[entry.record.body.move].dice


def test_the_last_die_of_a_pile_surprises_nobody() -> None:
    """When one die is left, what it shows is what was to be expected, with no scatter at all."""
    for name in ("passes", "own-rows", "three-seats"):
        found = golden(name)
        state = initial(found.whole.id, found.whole.revealed)
        drawn = {draw.seq: draw for draw in draws(state, found.log)}
        for entry in found.log:
            pile = state.position.pile_size if state.position else 0
            state.advance(entry)
            if pile == 1 and entry.seq in drawn and drawn[entry.seq].dice == 1:
                assert drawn[entry.seq].pips == pytest.approx(drawn[entry.seq].expected)
                assert drawn[entry.seq].variance == 0
                return
    pytest.fail("no golden log draws the last die of a pile alone")


def test_over_many_draws_the_surplus_scatters_as_its_variance_says() -> None:
    """Each surplus divided by its own standard deviation: of mean 0 and of variance 1, within 4 sigma."""
    scores = []
    for name in ("passes", "own-rows", "own-stars", "three-seats", "four-seats", "two-seats"):
        found = golden(name)
        for draw in draws(initial(found.whole.id, found.whole.revealed), found.log):
            if draw.variance:
                scores.append((draw.pips - draw.expected) / draw.variance**0.5)
    count = len(scores)
    assert count > 1000
    assert abs(sum(scores) / count) < 4 / count**0.5
    assert 0.9 < sum(score * score for score in scores) / count < 1.1


def test_whoever_wins_by_the_target_draws_nothing_any_more(game: GoldenGame) -> None:
    last = max(entry.seq for entry in game.log if entry.record.type == "move_played")
    assert last not in {d.seq for d in draws(initial(game.whole.id, game.whole.revealed), game.log)}


def test_a_hand_is_judged_with_every_move(game: GoldenGame) -> None:
    start = initial(game.whole.id, game.whole.revealed)
    judged = worths(start, game.log)
    moves = [entry.seq for entry in game.log if entry.record.type == "move_played"]
    assert [worth.seq for worth in judged] == moves
    assert Counter(worth.seat for worth in judged) == {0: 76, 1: 76, 2: 76}
    assert all(-1 < worth.gain < 1 for worth in judged)
    assert any(worth.gain for worth in judged)
