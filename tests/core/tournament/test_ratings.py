"""Ratings and rates against published answers and other libraries'."""

import math
import random
from collections.abc import Sequence
from itertools import combinations

import openskill.models
import pytest

from mensch.core.tournament.likelihood import Fit, Games, fit
from mensch.core.tournament.rates import rates, seat_rates
from mensch.core.tournament.ratings import ELO, Played, Ratings, played, ratings
from mensch.core.tournament.results import LUCK, GameResult, TableResult

BASEBALL = {  # wins over each other in this order, American League 1987: Agresti, Categorical Data Analysis
    "Milwaukee": (0, 7, 9, 7, 7, 9, 11),
    "Detroit": (6, 0, 7, 5, 11, 9, 9),
    "Toronto": (4, 6, 0, 7, 7, 8, 12),
    "New York": (6, 8, 6, 0, 6, 7, 10),
    "Boston": (6, 2, 6, 7, 0, 7, 12),
    "Cleveland": (4, 4, 5, 6, 6, 0, 6),
    "Baltimore": (2, 4, 1, 3, 1, 7, 0),
}

OF_ALL_SIZES = {  # wins at tables of two, three and four, drawn once from known strengths
    (0, 1): [9, 3], (0, 2): [6, 6], (0, 3): [9, 3], (0, 4): [10, 2], (1, 2): [9, 3], (1, 3): [9, 3],
    (1, 4): [8, 4], (2, 3): [8, 4], (2, 4): [10, 2], (3, 4): [9, 3],
    (0, 1, 2): [9, 1, 2], (0, 1, 3): [4, 4, 4], (0, 1, 4): [5, 6, 1], (0, 2, 3): [4, 3, 5],
    (0, 2, 4): [6, 3, 3], (0, 3, 4): [5, 7, 0], (1, 2, 3): [4, 7, 1], (1, 2, 4): [7, 4, 1],
    (1, 3, 4): [6, 4, 2], (2, 3, 4): [7, 3, 2],
    (0, 1, 2, 3): [4, 4, 3, 1], (0, 1, 2, 4): [4, 4, 4, 0], (0, 1, 3, 4): [7, 3, 2, 0],
    (0, 2, 3, 4): [7, 2, 1, 2], (1, 2, 3, 4): [2, 4, 3, 3],
}  # fmt: skip


def baseball() -> Fit:
    wins = list(BASEBALL.values())
    games: dict[tuple[int, ...], Games] = {
        (one, other): Games(wins[one][other] + wins[other][one], [wins[one][other], wins[other][one]])
        for one, other in combinations(range(7), 2)
    }
    return fit(7, games, prior=1e-6)


def test_strengths_of_pairs_are_the_published_ones() -> None:
    """Abilities against Baltimore's, as in the vignette of the R package BradleyTerry2."""
    strengths = baseball().strengths
    assert [strength - strengths[6] for strength in strengths] == pytest.approx(
        [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0], abs=5e-5
    )


def test_standard_errors_of_pairs_are_the_published_ones() -> None:
    """Also from the vignette."""
    inverse = baseball().inverse
    errors = [math.sqrt(inverse[at][at] + inverse[6][6] - 2 * inverse[at][6]) for at in range(6)]
    assert errors == pytest.approx([0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319], abs=5e-5)


def test_strengths_at_tables_of_all_sizes_are_those_that_choix_finds() -> None:
    """Answers of `choix.ilsr_top1` and `choix.mm_top1`, version 0.4.1, with their mean taken off."""
    games = {players: Games(12, [float(won) for won in wins]) for players, wins in OF_ALL_SIZES.items()}
    found = fit(5, games, prior=1e-6)
    mean = sum(found.strengths) / 5
    assert [strength - mean for strength in found.strengths] == pytest.approx(
        [0.649097, 0.279567, 0.19603, -0.171076, -0.953617], abs=2e-6
    )


def test_openskill_ranks_the_same_players_in_the_same_order() -> None:
    """Its ratings are updated game by game and so differ, but many games lead to the same order."""
    games = drawn(600, strengths=(1.2, 0.6, 0.0, -0.6, -1.2), seats=3)
    model = openskill.models.PlackettLuce()
    online = {player: model.rating() for player in range(5)}
    for game in games:
        ranks = [0.0 if seat == game.game.places.index(1) else 1.0 for seat in range(3)]
        teams = model.rate([[online[player]] for player in game.players], ranks=ranks)
        for player, [rating] in zip(game.players, teams, strict=True):
            online[player] = rating
    assert list(ratings(games).players) == sorted(online, key=lambda player: -online[player].mu)


def drawn(
    number: int, strengths: Sequence[float], seats: int, seed: int = 1, luck: float = 0.0
) -> list[Played[int]]:
    """Games whose winners are drawn by strength; some of the luck of each may be known afterwards."""
    chance = random.Random(seed)
    games = []
    for deck in range(number):
        players = chance.sample(range(len(strengths)), seats)
        weights = [math.exp(strengths[player]) for player in players]
        fair = [weight / sum(weights) for weight in weights]
        moved = [0.0] * seats
        if luck:
            up, down = chance.sample(range(seats), 2)
            moved[up] = luck * min(fair[up], fair[down])
            moved[down] = -moved[up]
        winner = chance.choices(range(seats), [one + part for one, part in zip(fair, moved, strict=True)])[0]
        places = tuple(1 if seat == winner else 2 for seat in range(seats))
        known = tuple(round(LUCK * part * (seats - 1) / seats) for part in moved) if luck else ()
        games.append(Played(tuple(players), GameResult(tuple(players), places, (0,) * seats, known), deck))
    return games


def test_400_points_are_ten_times_the_chance() -> None:
    games = [
        Played(("strong", "weak"), GameResult((1, 2), (1, 2) if deck % 11 else (2, 1), (0, 0)), deck)
        for deck in range(11_000)
    ]
    found = ratings(games).plain.rated
    assert found["strong"].rating - found["weak"].rating == pytest.approx(400, abs=0.5)


def test_before_the_first_game_nobody_is_rated() -> None:
    assert ratings([]).players == ()


def test_the_average_of_all_is_nothing() -> None:
    found = ratings(drawn(100, (1, 0, -1), seats=2))
    assert sum(rated.rating for rated in found.plain.rated.values()) == pytest.approx(0)


def test_who_won_every_game_still_has_a_rating() -> None:
    games = [Played(("a", "b"), GameResult((1, 2), (1, 2), (0, 0)), deck) for deck in range(10)]
    found = ratings(games).plain
    assert 200 < found.rated["a"].rating < 1000
    assert found.rated["a"].low < found.rated["a"].rating < found.rated["a"].high
    assert 0.9 < found.superior["a", "b"] < 1


def test_a_ladder_of_ten_who_never_lose_to_anybody_below_has_ratings() -> None:
    games = [
        Played((one, other), GameResult((1, 2), (1, 2), (0, 0)), (one, other, deck))
        for one, other in combinations(range(10), 2)
        for deck in range(100)
    ]
    assert ratings(games).players == tuple(range(10))


def test_who_has_won_more_than_all_games_less_luck_has_no_rating_less_luck() -> None:
    unlucky = (-LUCK // 4, LUCK // 4)
    games = [Played(("a", "b"), GameResult((1, 2), (1, 2), (0, 0), unlucky), deck) for deck in range(10)]
    assert ratings(games).adjusted is None


def test_likelihoods_of_superiority_add_up() -> None:
    found = ratings(drawn(60, (0.5, 0, -0.5), seats=3)).plain
    for one, other in combinations(range(3), 2):
        assert found.superior[one, other] + found.superior[other, one] == pytest.approx(1)
        assert (found.superior[one, other] > 0.5) == (found.rated[one].rating > found.rated[other].rating)


def test_equal_records_are_equally_likely_superior() -> None:
    games = [
        Played(("a", "b"), GameResult((1, 2), (1 + deck % 2, 2 - deck % 2), (0, 0)), deck)
        for deck in range(8)
    ]
    assert ratings(games).plain.superior["a", "b"] == pytest.approx(0.5)


@pytest.mark.parametrize("seats", [2, 3])
def test_intervals_hold_the_true_rating_as_often_as_they_say(seats: int) -> None:
    strengths = (0.8, 0.3, -0.3, -0.8)
    held = {"plain": 0, "adjusted": 0}
    trials = 80
    for seed in range(trials):
        found = ratings(drawn(150, strengths, seats, seed, luck=0.8))
        for name, scale in (("plain", found.plain), ("adjusted", found.adjusted)):
            assert scale is not None
            held[name] += scale.rated[0].low <= ELO * strengths[0] <= scale.rated[0].high
    assert 0.90 <= held["plain"] / trials <= 1
    assert 0.88 <= held["adjusted"] / trials <= 1


def test_less_the_luck_ratings_agree_on_average_and_are_narrower() -> None:
    strengths = (0.8, 0.3, -0.3, -0.8)
    apart = []
    narrower = []
    for seed in range(100):
        found = ratings(drawn(150, strengths, 2, seed, luck=0.9))
        assert found.adjusted is not None
        plain, adjusted = found.plain.rated[0], found.adjusted.rated[0]
        apart.append(plain.rating - adjusted.rating)
        narrower.append((adjusted.high - adjusted.low) / (plain.high - plain.low))
    mean = sum(apart) / len(apart)
    error = math.sqrt(sum((value - mean) ** 2 for value in apart) / len(apart) ** 2)
    assert abs(mean) < 3 * error + 1
    assert sum(narrower) / len(narrower) < 0.85


def test_without_a_figure_for_luck_there_is_no_adjusted_rating() -> None:
    assert ratings(drawn(20, (0, 0), seats=2)).adjusted is None


def result(*winners: tuple[int, ...], luck: tuple[int, ...] = ()) -> TableResult:
    """A table of two; a deck for each tuple of winning starting numbers, seats turning from game to game."""
    games = []
    for deck, of_deck in enumerate(winners):
        for number, winner in enumerate(of_deck):
            seats = (1, 2) if number % 2 == 0 else (2, 1)
            places = tuple(1 if entrant == winner else 2 for entrant in seats)
            games.append(GameResult(seats, places, (0, 0), luck, deck))
    return TableResult(1, 1, tuple(games))


def test_a_rate_is_the_share_of_games_that_were_won() -> None:
    found = rates([result((1, 1), (1, 2), (2, 2), (1, 1))])
    assert found[1].plain.rate == 5 / 8
    assert found[2].plain.rate == 3 / 8
    assert found[1].games == found[2].games == 8
    assert found[1].adjusted is None


def test_a_rate_less_luck_takes_off_what_draws_were_worth_above_the_others() -> None:
    lucky = (LUCK // 10, -LUCK // 10)  # the first seat drew well in every game
    found = rates([result((1, 2), (1, 1), luck=lucky)])
    assert found[1].adjusted is not None
    assert found[1].adjusted.rate == pytest.approx(3 / 4)  # each sat there in half of the games


def test_the_rate_of_a_seat_is_how_often_it_won() -> None:
    assert [estimate.rate for estimate in seat_rates([result((1, 2), (1, 1))])[2]] == [0.75, 0.25]


def test_games_of_a_tournament_know_their_decks() -> None:
    games = played([result((1, 2), (1, 1))])
    assert [game.deck for game in games] == [(1, 1, 0), (1, 1, 0), (1, 1, 1), (1, 1, 1)]
    assert isinstance(ratings(games), Ratings)
