"""Matches: one level against another, every deck played in every rotation of the seats.

Nothing here is written to a log: a match measures bots. Games of people, and tournaments, are logs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

import msgspec

from mensch.core.bots import Choose
from mensch.core.bots.network import network
from mensch.core.deck import bot_key, seeded_deal
from mensch.core.interval import Estimate, mean_of, rate_of
from mensch.core.luck import FIRST_HAND, Draw, luck
from mensch.core.moves import Move
from mensch.core.position import Position
from mensch.core.rules import RuleSet

_PUBLIC = bytes(32)

JUDGE = "sharp"
"""The level whose network judges what draws are worth."""


class Result(msgspec.Struct, frozen=True):
    """One game.

    Attributes:
        winner: the seat that won.
        luck: by seat, what its draws were worth (`mensch.core.luck`); zeros where it was not asked for.
        moves: how many moves were played.
    """

    winner: int
    luck: tuple[float, ...]
    moves: int


class Block(msgspec.Struct, frozen=True):
    """The games of one deck: the first level at each seat in turn, the second at all others.

    Attributes:
        games: by the seat of the first level.
    """

    games: tuple[Result, ...]

    @property
    def rate(self) -> float:
        """The share of its games that the first level won."""
        return fmean(game.winner == own for own, game in enumerate(self.games))

    @property
    def adjusted_rate(self) -> float:
        """The same, less what the first level's draws were worth above those of the others."""
        return fmean(
            (game.winner == own) - game.luck[own] + (sum(game.luck) - game.luck[own]) / (len(game.luck) - 1)
            for own, game in enumerate(self.games)
        )


def play_block(
    rules: RuleSet, first: Choose, second: Choose, seed: bytes, *, with_luck: bool = False
) -> Block:
    """Play one deck in every rotation of the seats.

    Args:
        seed: 32 bytes that the deck and the bots' choices follow from.
        with_luck: also find what the draws were worth, which takes much longer.
    """
    return Block(
        tuple(
            play(rules, [first if seat == own else second for seat in range(rules.seats)], seed, with_luck)
            for own in range(rules.seats)
        )
    )


def play(rules: RuleSet, players: Sequence[Choose], seed: bytes, with_luck: bool = False) -> Result:
    """Play one game of bots to its end."""
    position = Position(rules, seeded_deal(seed, _PUBLIC))
    moves, gained = play_on(position, players, lambda number, seat: bot_key(seed, number, seat), with_luck)
    assert position.outcome is not None
    return Result(position.outcome.winner, gained, len(moves))


def play_on(
    position: Position, players: Sequence[Choose], key: Callable[[int, int], bytes], with_luck: bool
) -> tuple[list[tuple[int, Move]], tuple[float, ...]]:
    """Let bots play a position from the deal to its end.

    Args:
        players: by seat.
        key: from the number of a move, from 0, and the seat to move to the decision's key.
        with_luck: also find what the draws were worth, which takes much longer.

    Returns:
        The moves with the seats that played them, and by seat what its draws were worth
        (`mensch.core.luck`); zeros where that was not asked.
    """
    seats = position.rules.seats
    judge = network(JUDGE, seats) if with_luck else None
    gained = [0.0] * seats
    drawn = [FIRST_HAND] * seats
    moves: list[tuple[int, Move]] = []
    while position.outcome is None:
        seat = position.turn
        if judge is not None:
            gained[seat] += luck(position, drawn[seat], judge)
        move = players[seat](position.view(seat), key(len(moves), seat))
        if judge is not None:
            left = list(position.hand(seat))
            for die in move.dice:
                left.remove(die)
            drawn[seat] = Draw(left[0] if left else 0, position.reshuffles)
        position.play(move)
        moves.append((seat, move))
    return moves, tuple(gained)


def seeds(start: bytes) -> Iterator[bytes]:
    """An endless row of seeds that follow from one, so that a match can be played again."""
    number = 0
    while True:
        yield bot_key(start, number, 0)
        number += 1


def seed_of(text: str) -> bytes:
    """A seed from what a person typed."""
    return hashlib.sha256(text.encode()).digest()


def win_rate(blocks: Sequence[Block]) -> Estimate:
    """How often the first level won, with the interval that its blocks allow."""
    return rate_of([block.rate for block in blocks], sum(len(block.games) for block in blocks))


def luck_adjusted(blocks: Sequence[Block]) -> Estimate:
    """The same without the luck of the draw: the same on average, in a narrower interval."""
    return mean_of([block.adjusted_rate for block in blocks])
