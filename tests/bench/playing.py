"""Random play-outs: our position against the games of other libraries. A unit is a step of a game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from mensch.core.deck import Deal
from mensch.core.dice import cards_of
from mensch.core.position import Position
from mensch.core.rules import classic
from tests.bench.measure import Subject
from tests.bench.peers import open_spiel, python_chess
from tests.bench.site import Site

Pair = tuple[Subject, Subject]
"""Ours, and what it is compared with."""


def ours(games: int) -> Subject:
    """Games of two to the printed target. A step is a move; the peers' games are for two as well.

    Dice are shuffled by the `random` module, as the peers' chance is: deriving a deck that can be checked
    afterwards belongs to the log, not to playing.
    """
    rules = classic(2)
    random = Random(1)
    deal = shuffling(random)

    def play() -> int:
        position = Position(rules, deal)
        moves = 0
        while position.outcome is None:
            position.play(random.choice(position.legal_moves()))
            moves += 1
        return moves

    return lambda: lambda: sum(play() for _ in range(games))


def shuffling(random: Random) -> Deal:
    """A deal by `random.shuffle`."""

    def deal(deck: int, counts: int) -> bytes:
        pile = bytearray(cards_of(counts))
        random.shuffle(pile)
        return bytes(pile)

    return deal


def beside_open_spiel(game: str, *, even_chance: bool = False) -> Callable[[Site], Pair]:
    """Ours and a game of OpenSpiel."""
    return lambda site: (
        ours(8 * site.effort.repeats),
        open_spiel.play_outs(game, 8 * site.effort.repeats, even_chance=even_chance),
    )


def beside_chess(site: Site) -> Pair:
    """Ours and python-chess."""
    return ours(8 * site.effort.repeats), python_chess.play_outs(site.effort.repeats)
