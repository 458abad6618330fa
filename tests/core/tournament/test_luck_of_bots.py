"""What tournaments say of bots, with and without luck, is what matches of the same games say."""

import math
from itertools import islice

import pytest

from mensch.core.bots import bot
from mensch.core.match import Block, luck_adjusted, play_block, seed_of, seeds, win_rate
from mensch.core.rules import classic
from mensch.core.tournament.rates import rates
from mensch.core.tournament.ratings import ELO, played, ratings
from mensch.core.tournament.results import LUCK, GameResult, TableResult

DECKS = 8


@pytest.fixture(scope="module")
def blocks() -> list[Block]:
    """Duplicate games of steady (number 1) against greedy (number 2)."""
    return [
        play_block(classic(2), bot("steady"), bot("greedy"), seed, with_luck=True)
        for seed in islice(seeds(seed_of("tournament")), DECKS)
    ]


@pytest.fixture(scope="module")
def table(blocks: list[Block]) -> TableResult:
    """The same games as a tournament's."""
    games = [
        GameResult(
            (1, 2) if own == 0 else (2, 1),
            (1, 2) if game.winner == 0 else (2, 1),
            (0, 0),
            tuple(round(LUCK * one) for one in game.luck),
            deck,
        )
        for deck, block in enumerate(blocks)
        for own, game in enumerate(block.games)
    ]
    return TableResult(1, 1, tuple(games))


def test_rates_are_those_of_a_match(blocks: list[Block], table: TableResult) -> None:
    rate = rates([table])[1]
    assert rate.plain == win_rate(blocks)
    assert rate.adjusted is not None
    in_match = luck_adjusted(blocks)
    assert (rate.adjusted.rate, rate.adjusted.low, rate.adjusted.high) == pytest.approx(
        (in_match.rate, in_match.low, in_match.high), abs=1e-5
    )


def test_ratings_with_and_without_luck_agree_within_their_intervals(table: TableResult) -> None:
    found = ratings(played([table]))
    assert found.adjusted is not None
    plain, adjusted = found.plain.rated[1], found.adjusted.rated[1]
    assert plain.low < adjusted.rating < plain.high
    assert adjusted.high - adjusted.low < plain.high - plain.low


def test_the_rating_is_that_of_the_rate(table: TableResult) -> None:
    """Of two players the likeliest strengths give the share of games that was won, the prior's among them."""
    rate, found = rates([table])[1], ratings(played([table])).plain.rated
    apart = (found[1].rating - found[2].rating) / ELO
    won = 1 / (1 + math.exp(-apart))
    games = 2 * DECKS
    assert won == pytest.approx(rate.plain.rate, abs=2 / games)
