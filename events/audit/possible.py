"""What can be checked of moves without the seed: whether some hand would allow them.

A spectator does not know what was in a hand. But a move that no two dice of those left would allow is illegal
whatever was there, and so is every step of a fork's history that its parent cannot have seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.deck import Deal, face_down
from mensch.core.dice import CARDS, HANDS
from mensch.core.moves import MOVES, Move
from mensch.core.position import Position
from mensch.core.rules import RuleSet
from mensch.core.said import said
from mensch.core.setup import set_up
from mensch.events.bodies import DEPARTURE, Fork
from mensch.events.game import Game, Status

_UNKNOWN = bytes(32)
"""Stands for a seed that is not known, where deciding wants one to write the reveal with."""


def allowing_hand(position: Position, move: Move) -> tuple[int, int] | None:
    """Some two dice with which a move would be legal; None if there are none.

    Args:
        position: with the hand of the seat to move face down.
    """
    for code, (low, high) in enumerate(HANDS):
        possible = 0 < low <= high and _contains((low, high), move.dice) and _left(position, (low, high))
        if possible and move in position.moves_with(code):
            return low, high
    return None


def _contains(hand: tuple[int, int], dice: Sequence[int]) -> bool:
    return all(hand.count(die) >= dice.count(die) for die in dice)


def _left(position: Position, hand: tuple[int, int]) -> bool:
    return all(position.discards[die] + hand.count(die) <= CARDS[die] for die in hand)


def with_some_hand(game: Game, move: Move | None) -> Game:
    """A public game as it may have been for whoever decided, so that deciding again can check the rest.

    Args:
        move: the move that is to be decided; None for anything else.
    """
    if game.status is Status.NEW:
        return game
    twin = game.copy()
    twin.seed = _UNKNOWN
    position = twin.position
    if move is None or position is None or position.outcome is not None:
        return twin
    hand = allowing_hand(position, move)
    if hand is not None:
        twin.position = _with_hand(position, hand)
    return twin


def _with_hand(position: Position, hand: tuple[int, int]) -> Position:
    seats = range(position.rules.seats)
    return set_up(
        position.rules,
        rows=[position.rows(seat) for seat in seats],
        hands=[hand if seat == position.turn else () for seat in seats],
        scores=position.scores,
        turn=position.turn,
        departed=position.departed,
        discards=position.discards,
    )


def history_problem(rules: RuleSet, fork: Fork, deal: Deal) -> str | None:
    """What is wrong with the history of a fork; None if it can be played.

    Args:
        deal: of the fork's own deck; `face_down` where its seed is not known.
    """
    dealt = fork.dealt or 0
    if dealt > len(fork.history) or (fork.dice == "fresh" and dealt != len(fork.history)):
        return said(
            "its dice are said to be dealt after {dealt} of {count} steps",
            dealt=dealt,
            count=len(fork.history),
        )
    position = Position(rules, face_down if dealt else deal)
    for number, step in enumerate(fork.history, 1):
        if not _played(position, step):
            return said(
                "step {number} of its history, {step}, is not possible there", number=number, step=step
            )
        if position.outcome is not None:
            return said(
                "step {number} of its history, {step}, ends the game, so nothing can go on from it",
                number=number,
                step=step,
            )
        if number == dealt:
            position.redeal(deal)
    return None


def _played(position: Position, step: str) -> bool:
    """Play a step of a history; False if it cannot be."""
    if step.startswith(DEPARTURE):
        seat = int(step[1:])
        if seat >= position.rules.seats or seat in position.departed:
            return False
        position.leave(seat)
        return True
    move = MOVES[step]
    hidden = 0 in position.hand(position.turn)
    legal = allowing_hand(position, move) is not None if hidden else move in position.legal_moves()
    if legal:
        position.play(move)
    return legal
