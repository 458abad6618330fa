"""How long everybody thought: from the times of the records, or from the clocks of a game that has some."""

from __future__ import annotations

from collections.abc import Iterable

from mensch.events.bodies import GameStarted, MovePlayed
from mensch.events.game import Game
from mensch.events.story import Scene


def spans_by_seat(told: Iterable[Scene], seats: int) -> list[list[int]]:
    """By seat, the milliseconds that each of its moves took.

    A turn begins with the move before it. What the game stood still for a pause or a dispute is nobody's
    time; under time control, neither are announced absences and what was given back.

    Args:
        told: the records of a game from its first one.
        seats: how many there are.
    """
    spans: list[list[int]] = [[] for _ in range(seats)]
    turn, since, used = -1, 0, 0  # whose turn it is, from when on it counts, and what counted before that
    stood = False
    for scene in told:
        game, at = scene.game, scene.entry.record.at
        used, since = used + (0 if stood else at - since), at
        stood = bool(game.disputes) or game.paused is not None
        if scene.played is not None:
            seat = scene.played.seat
            counted = _by_clock(game, seat)
            spans[seat].append(used if counted is None else counted)
        if game.position is not None and (
            game.position.turn != turn or isinstance(scene.entry.record.body, MovePlayed | GameStarted)
        ):
            turn, used = game.position.turn, 0
    return spans


def _by_clock(game: Game, seat: int) -> int | None:
    """What the turn that a seat has just ended took by its clock; None without one, as bots have none."""
    if game.clocks is None or game.holder(seat).bot is not None or not game.clocks.turns[seat].done:
        return None
    return game.clocks.turns[seat].used
