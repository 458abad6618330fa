"""The shuffle is even: χ² over fixed seeds, which the same statistic denies of biased shuffles.

The seeds are fixed, so a result is a fact and cannot flake. An even shuffle is to give a probability inside
(0.001, 0.999): too good a fit is as suspicious as too bad a one.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from mensch.core.deck import seeded_deal
from mensch.core.dice import CARDS, DECK_SIZE, cards_of, counts_of
from tests.core.chi_squared import statistic, upper_tail

Shuffle = Callable[[int, int], bytes]
"""From the number of a seed and counts of dice to a pile."""

FULL = counts_of(CARDS)
FOUR = counts_of([0, 1, 1, 1, 1])
SIX = counts_of([0, 1, 1, 1, 1, 1, 1])


def even(number: int, counts: int) -> bytes:
    """The shuffle of the game."""
    seed = hashlib.sha256(b"seed %d" % number).digest()
    return seeded_deal(seed, bytes(32))(0, counts)


# Biased shuffles that are often seen


def octets(number: int) -> Iterator[int]:
    """Evenly distributed bytes."""
    block = 0
    while True:
        yield from hashlib.sha256(b"octets %d/%d" % (number, block)).digest()
        block += 1


def no_rejection(number: int, counts: int) -> bytes:
    """Fisher–Yates by words of a few bits that are all taken, so that the remainder favours low numbers."""
    pile = bytearray(cards_of(counts))
    words = octets(number)
    bits = len(pile).bit_length()
    for last in range(len(pile) - 1, 0, -1):
        chosen = (next(words) >> 8 - bits) % (last + 1)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return bytes(pile)


def swap_with_any(number: int, counts: int) -> bytes:
    """Every card swapped with any other, which n^n equally likely ways cannot spread over n! orders."""
    pile = bytearray(cards_of(counts))
    words = (high << 8 | low for high, low in zip(octets(number), octets(-number - 1), strict=True))
    for at in range(len(pile)):
        chosen = next(words) % len(pile)
        pile[at], pile[chosen] = pile[chosen], pile[at]
    return bytes(pile)


def never_stay(number: int, counts: int) -> bytes:
    """Sattolo's algorithm, off by one: no card stays where it is."""
    pile = bytearray(cards_of(counts))
    words = (high << 8 | low for high, low in zip(octets(number), octets(-number - 1), strict=True))
    for last in range(len(pile) - 1, 0, -1):
        chosen = next(words) % last
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return bytes(pile)


# What is measured


def orders(shuffle: Shuffle, counts: int, seeds: int) -> float:
    """Every order of a few different dice is equally likely."""
    met = Counter(shuffle(number, counts) for number in range(seeds))
    possible = math.factorial(len(cards_of(counts)))
    observed = [*met.values(), *[0] * (possible - len(met))]
    return upper_tail(statistic(observed, [seeds / possible] * possible), possible - 1)


def pips_by_position(shuffle: Shuffle, seeds: int) -> float:
    """Every position of the full deck is equally likely to hold each number of pips.

    Both margins are fixed (a deck has 130 positions and always the same dice), so that of n even shuffles
    (130 - 1)/130 times the statistic is distributed as χ² with (130 - 1)(6 - 1) degrees of freedom.
    """
    met = Counter(place for number in range(seeds) for place in enumerate(shuffle(number, FULL)))
    cells = list(product(range(DECK_SIZE), range(1, 7)))
    due = [seeds * CARDS[pips] / DECK_SIZE for _, pips in cells]
    value = statistic([met[cell] for cell in cells], due) * (DECK_SIZE - 1) / DECK_SIZE
    return upper_tail(value, (DECK_SIZE - 1) * 5)


def pairs(shuffle: Shuffle, one: int, other: int, seeds: int) -> float:
    """Two positions of the full deck hold each pair of pips as often as two dice drawn from the box."""
    met: Counter[tuple[int, int]] = Counter()
    for number in range(seeds):
        pile = shuffle(number, FULL)
        met[pile[one], pile[other]] += 1
    cells = list(product(range(1, 7), range(1, 7)))
    due = [seeds * CARDS[a] * (CARDS[b] - (a == b)) / DECK_SIZE / (DECK_SIZE - 1) for a, b in cells]
    return upper_tail(statistic([met[cell] for cell in cells], due), len(cells) - 1)


POSITIONS = [(0, 1), (0, 2), (1, 2), (0, 129), (64, 65), (128, 129)]
SEEDS = 2_000


@pytest.mark.parametrize(
    ("counts", "seeds"), [(FOUR, 12_000), (SIX, 36_000)], ids=["24 orders", "720 orders"]
)
def test_every_order_is_equally_likely(counts: int, seeds: int) -> None:
    assert 0.001 < orders(even, counts, seeds) < 0.999


def test_every_position_holds_every_number_of_pips_equally_often() -> None:
    assert 0.001 < pips_by_position(even, SEEDS) < 0.999


@pytest.mark.parametrize(("one", "other"), POSITIONS)
def test_two_positions_are_independent(one: int, other: int) -> None:
    assert 0.001 < pairs(even, one, other, SEEDS) < 0.999


@pytest.mark.parametrize("biased", [no_rejection, swap_with_any, never_stay])
def test_a_biased_shuffle_is_found_by_the_orders_of_few_dice(biased: Shuffle) -> None:
    assert orders(biased, FOUR, 12_000) < 1e-6


@pytest.mark.parametrize("biased", [no_rejection, swap_with_any])
def test_a_biased_shuffle_is_found_by_pips_and_position(biased: Shuffle) -> None:
    assert pips_by_position(biased, SEEDS) < 1e-6


def test_dice_that_stick_together_are_found_by_pairs() -> None:
    def one_cut(number: int, counts: int) -> bytes:
        """Every position is even on its own, and neighbours stay neighbours."""
        cut = int.from_bytes(hashlib.sha256(b"cut %d" % number).digest(), "big") % DECK_SIZE
        return cards_of(counts)[cut:] + cards_of(counts)[:cut]

    assert pairs(one_cut, 0, 1, SEEDS) < 1e-6


# The test itself


@pytest.mark.parametrize(
    ("freedom", "value", "probability"),
    [
        (1, 3.841, 0.05),
        (1, 6.635, 0.01),
        (2, 5.991, 0.05),
        (5, 15.086, 0.01),
        (10, 18.307, 0.05),
        (23, 41.638, 0.01),
        (35, 49.802, 0.05),
        (100, 124.342, 0.05),
        (100, 77.929, 0.95),
    ],
)
def test_probabilities_are_those_of_the_printed_table(freedom: int, value: float, probability: float) -> None:
    assert upper_tail(value, freedom) == pytest.approx(probability, rel=2e-3)


def test_a_perfect_fit_has_probability_1() -> None:
    assert upper_tail(0, 5) == upper_tail(0, 6) == 1
