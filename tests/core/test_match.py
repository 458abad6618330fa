"""Matches of bots."""

from __future__ import annotations

from itertools import islice

import pytest

from mensch.core.bots import bot
from mensch.core.match import Block, luck_adjusted, play_block, seed_of, seeds, win_rate
from mensch.core.rules import classic


def blocks(
    first: str, second: str, seats: int, decks: int, *, with_luck: bool = False, seed: str = "match"
) -> list[Block]:
    return [
        play_block(classic(seats), bot(first), bot(second), deck, with_luck=with_luck)
        for deck in islice(seeds(seed_of(seed)), decks)
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_deck_is_played_in_every_rotation_of_the_seats(seats: int) -> None:
    (block,) = blocks("greedy", "random", seats, 1)
    assert [game.winner for game in block.games] == list(range(seats)), "greedy wins wherever it sits"


def test_a_seed_plays_the_same_match_again() -> None:
    assert blocks("random", "greedy", 3, 3) == blocks("random", "greedy", 3, 3)
    assert blocks("random", "greedy", 3, 3) != blocks("random", "greedy", 3, 3, seed="another")


def test_a_level_against_itself_wins_its_fair_share() -> None:
    estimate = win_rate(blocks("greedy", "greedy", 3, 60))
    assert estimate.low < 1 / 3 < estimate.high
    assert estimate.rate == pytest.approx(1 / 3), "the same three games, whoever is called the first"


def test_the_luck_of_all_seats_is_found_for_each() -> None:
    (block,) = blocks("greedy", "greedy", 3, 1, with_luck=True)
    assert all(len(game.luck) == 3 and all(game.luck) for game in block.games)


def test_both_ways_agree_and_the_adjusted_one_is_surer() -> None:
    played = blocks("steady", "greedy", 2, 50, with_luck=True)
    plain, adjusted = win_rate(played), luck_adjusted(played)
    assert plain.low < adjusted.rate < plain.high
    assert adjusted.low < plain.rate + 0.05
    assert adjusted.high - adjusted.low < plain.high - plain.low
