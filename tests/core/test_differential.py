"""The engine and the oracle play the same games, move by move."""

import os
from collections import Counter
from random import Random

import pytest

from mensch.core.figures import FIGURES
from mensch.core.moves import Move, Source
from mensch.core.outcome import Ending, Outcome, places
from mensch.core.position import Position
from mensch.core.rules import TARGETS, classic
from tests.core.games import STAR_TABLES
from tests.core.oracle import Oracle

PROOF_MOVES = {"short": 400_000, "whole": 2_000_000}

FREQUENT = {
    "choice of own rows": 150,
    "choice of others' rows": 5_000,
    "theft": 20_000,
    "start that empties an own row": 500,
    "pass": 150,
    "completion": 2_000,
    "reshuffle": 500,
    "reshuffle between two draws": 200,
    "departure": 200,
    "won by target": 300,
    "won by last seat": 100,
}
"""What 200,000 moves must have met, and how often at least."""


def test_engine_and_oracle_agree_over_200_000_random_moves() -> None:
    met = play_both(Random(20140), moves=200_000)
    assert {what: met[what] for what in FREQUENT if met[what] < FREQUENT[what]} == {}


@pytest.mark.slow
def test_engine_and_oracle_agree_over_millions_of_random_moves() -> None:
    moves = PROOF_MOVES[os.environ.get("MENSCH_PROOFS", "short")]
    met = play_both(Random(75020), moves=moves)
    assert {what: met[what] for what in FREQUENT if met[what] < FREQUENT[what] * moves // 200_000} == {}


def play_both(random: Random, moves: int) -> Counter[str]:
    """Play whole games in both until so many moves are made; say what was met."""
    met: Counter[str] = Counter()
    tables = list(STAR_TABLES.values())
    while met["moves"] < moves:
        seats = random.randint(2, 4)
        own_table = {figure: random.randint(0, 5) for figure in random.sample(FIGURES, 12)}
        stars = random.choice([*tables, own_table])
        target = random.choice([TARGETS[seats], TARGETS[seats], 1, 25, 80, 200, random.randint(1, 200)])
        met += play_a_game(random, seats, target, stars)
    return met


def play_a_game(random: Random, seats: int, target: int, stars: dict[int, int]) -> Counter[str]:
    seed = random.getrandbits(64)

    def shuffle(deck: int, dice: list[int]) -> list[int]:
        Random(f"{seed}/{deck}").shuffle(dice)
        return dice

    def deal(deck: int, counts: int) -> bytes:
        dice = [pips for pips in range(7) for _ in range(counts >> 8 * pips & 0xFF)]
        return bytes(shuffle(deck, dice))

    oracle = Oracle(seats, target, stars, shuffle)
    position = Position(classic(seats, target, stars), deal)
    tastes = random.choices(TASTES, k=seats)
    departures = random.choice([0.0, 0.0, 0.003, 0.01])
    assert_same(position, oracle)
    while oracle.winner is None:
        if random.random() < departures:
            seat = random.choice([seat for seat, player in enumerate(oracle.players) if not player.gone])
            oracle.leave(seat)
            position.leave(seat)
        else:
            legal = position.legal_moves()
            texts = sorted(move.text for move in legal)
            assert texts == sorted(set(oracle.legal()))
            by_text = {move.text: move for move in legal}
            texts = ending_the_pile(len(oracle.pile), texts)
            move = by_text[tastes[oracle.turn](random, texts)]
            assert_same_effect(position, oracle, move)
            oracle.met["moves"] += 1
        assert_same(position, oracle)
    assert not position.legal_moves()
    assert not oracle.legal()
    assert position.outcome == Outcome(oracle.winner, Ending(oracle.won_by))
    assert places(position.scores, oracle.winner, position.departed) == tuple(oracle.places())
    oracle.met[f"won by {oracle.won_by}"] += 1
    return oracle.met


def assert_same_effect(position: Position, oracle: Oracle, move: Move) -> None:
    effect = position.effect(move)
    happening = oracle.play(move.text)
    assert (effect.figure, effect.points) == (happening.figure, happening.points)
    assert effect.source == (None if happening.taken_from is None else Source(*happening.taken_from))
    position.play(move)


def assert_same(position: Position, oracle: Oracle) -> None:
    assert position.turn == oracle.turn
    assert position.centre == tuple(sorted(oracle.centre))
    for seat, player in enumerate(oracle.players):
        assert position.rows(seat) == tuple(map(tuple, player.rows))
        assert position.hand(seat) == tuple(sorted(player.hand))
        assert position.scores[seat] == player.points
        assert (seat in position.departed) == player.gone
    assert position.pile_size == len(oracle.pile)
    assert position.discards == tuple(oracle.discards.count(pips) for pips in range(7))
    assert position.reshuffles == oracle.deck
    assert (position.outcome is None) == (oracle.winner is None)


# How the next move is chosen. Evenly chosen moves alone seldom lead to a choice of rows or to a pass.


def evenly(random: Random, texts: list[str]) -> str:
    return random.choice(texts)


def crowding(random: Random, texts: list[str]) -> str:
    """Keeps to the figures that exist twice, with many short rows."""
    chosen = [text for text in texts if "@" in text] or [text for text in texts if text[0] == "N"]
    return random.choice(chosen if chosen and random.random() < 0.85 else texts)


def repeating(random: Random, texts: list[str]) -> str:
    """Starts with a 6 again and again, so that both copies of it lie in the rows of one player."""
    starts = [text for text in texts if text[0] == "N"]
    return min(starts or texts, key=lambda text: (abs(pips(text) - 6), random.random()))


def small_steps(random: Random, texts: list[str]) -> str:
    return min(texts, key=lambda text: (pips(text), random.random()))


def hoarding(random: Random, texts: list[str]) -> str:
    """Takes large steps, so that three rows soon end too high for the dice."""
    return max(texts, key=lambda text: (text[0] == "N", pips(text), random.random()))


def in_one_row(random: Random, texts: list[str]) -> str:
    """Extends row A where it can, so that slots stay free."""
    return min(texts, key=lambda text: (text[0], random.random()))


def ending_the_pile(pile: int, texts: list[str]) -> list[str]:
    """Where it can be, leave those texts that let the pile run out between two draws."""
    if pile not in (1, 2):
        return texts
    draws = 2 if pile == 1 else 1
    return [
        text for text in texts if sum(sign.isdigit() for sign in text.partition("@")[0]) == draws
    ] or texts


def pips(text: str) -> int:
    return sum(int(sign) for sign in text.partition("@")[0] if sign.isdigit())


TASTES = [evenly, evenly, crowding, repeating, small_steps, hoarding, in_one_row, in_one_row]
