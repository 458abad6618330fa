"""The position that a game begins with: a fresh deal, or what a fork's history leads to."""

from __future__ import annotations

from collections.abc import Iterable

from mensch.core.deck import Deal, face_down
from mensch.core.moves import MOVES
from mensch.core.position import Position
from mensch.core.rules import RuleSet
from mensch.events.bodies import DEPARTURE, Fork


def first_position(rules: RuleSet, fork: Fork | None, deal: Deal) -> Position:
    """The position a game starts from.

    Args:
        fork: where it comes from; None for a game that is no fork.
        deal: of its own deck; face down for who does not have the seed.
    """
    if fork is None:
        return Position(rules, deal)
    dealt = fork.dealt or 0
    position = Position(rules, face_down if dealt else deal)
    _replay(position, fork.history[:dealt])
    if dealt:
        position.redeal(deal)
    _replay(position, fork.history[dealt:])
    return position


def _replay(position: Position, history: Iterable[str]) -> None:
    """Play the steps of a fork's history in a position."""
    for step in history:
        if step.startswith(DEPARTURE):
            position.leave(int(step[1:]))
        else:
            position.play(MOVES[step])
