"""Confidence intervals of win rates, against published values."""

import pytest

from mensch.core.interval import mean_of, rate_of, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, the score method without continuity correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_score_interval_has_its_published_bounds(won: int, games: int, low: float, high: float) -> None:
    estimate = wilson(won / games, games)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-5)


def test_independent_games_count_fully() -> None:
    blocks = [1.0, 0.0] * 500
    estimate = rate_of(blocks, 1000)
    assert estimate.high - estimate.low == pytest.approx(
        wilson(0.5, 1000).high - wilson(0.5, 1000).low, rel=0.01
    )


def test_games_that_go_together_count_less() -> None:
    together = rate_of([1.0, 0.0] * 500, 2000)  # both games of a deck always end alike
    apart = rate_of([1.0, 0.5, 0.5, 0.0] * 250, 2000)
    assert together.high - together.low > 1.3 * (apart.high - apart.low)


def test_a_match_won_in_all_games_is_not_called_certain() -> None:
    estimate = rate_of([1.0] * 50, 100)
    assert estimate.rate == estimate.high == 1.0
    assert 0.9 < estimate.low < 0.95


def test_a_mean_has_the_normal_interval() -> None:
    estimate = mean_of([0.0, 1.0] * 50)
    assert estimate.rate == 0.5
    assert estimate.high - estimate.rate == pytest.approx(1.96 * 0.5025 / 10, rel=0.001)
