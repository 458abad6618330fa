"""Forks: a new game that goes on from a point of another (design.md, "Forks")."""

from __future__ import annotations

import secrets
from typing import Literal

from mensch.core.deck import SEED_SIZE, commitment, joiner_bytes
from mensch.core.errors import GameOverError, UsageError
from mensch.events import commands as c
from mensch.events.bodies import Fork, MovePlayed, PlayerResigned, Rules
from mensch.events.game import DEPARTURE, Game, Status, fold, initial
from mensch.events.ids import new_id
from mensch.events.loading import entries, names_of
from mensch.events.record import Entry
from mensch.events.referee import Referee

Dice = Literal["fresh", "same"]


def fork(referee: Referee, parent: str, at: int, dice: Dice) -> Game:
    """A new game that goes on after a record of another, playable at once.

    No die of a running game gets into it: `fresh` shuffles all dice but the public discards, and `same` needs
    a parent whose deck is public.

    :param at: the parent's record to go on from.
    :raises UsageError: no such record, before the start, or the same dice of a game that still hides them.
    :raises GameOverError: at or after the end.
    """
    log = entries(referee.store, parent)
    if not 1 <= at <= len(log):
        raise UsageError(f"game {parent} has the records 1 to {len(log)}, so there is none to fork at {at}")
    whole = fold(initial(parent), log)
    origin = fold(initial(parent), log[:at])
    _require_running(origin, at)
    if dice == "same":
        if whole.revealed is None:
            raise UsageError(f"the dice of game {parent} are still secret, so a fork needs fresh ones")
        seed = whole.revealed
    else:
        seed = secrets.token_bytes(SEED_SIZE)
    game = new_id()
    return referee.open_game(
        game, seed, _commands(game, origin, log[:at], dice, seed), _names(referee, origin)
    )


def _require_running(origin: Game, at: int) -> None:
    if origin.over or (origin.position is not None and origin.position.outcome is not None):
        raise GameOverError(f"game {origin.id} is over at record {at}: there is nothing to go on from")
    if origin.status is not Status.RUNNING:
        raise UsageError(f"game {origin.id} has not started at record {at}")


def _commands(game: str, origin: Game, log: list[Entry], dice: Dice, seed: bytes) -> list[c.Command]:
    assert origin.rules is not None
    assert origin.deck is not None
    before = list(origin.fork.history) if origin.fork else []
    history = before + steps(log)
    if dice == "same":
        context = origin.deck.context
        dealt = origin.fork.dealt if origin.fork else None
    else:
        context = game
        dealt = len(history) or None
    marked = Fork(dice, log[-1].hash, history, origin.id, len(log), dealt)
    joins = []
    for index, seat in enumerate(origin.joined):
        holder = origin.holder(seat)
        added = holder.entropy
        if dice == "fresh":
            added = (joiner_bytes(seed, index) if holder.bot else secrets.token_bytes(SEED_SIZE)).hex()
        joins.append(c.JoinGame(seat, new_id(), added, holder.bot))
    create = c.CreateGame(Rules.of(origin.rules), commitment(seed).hex(), context, marked)
    return [create, *joins, c.StartGame()]


def steps(log: list[Entry]) -> list[str]:
    """The canonical moves and departures of a log, as a fork's history holds them."""
    found = []
    for entry in log:
        match entry.record.body:
            case MovePlayed(move=move):
                found.append(move)
            case PlayerResigned(seat=seat):
                found.append(f"{DEPARTURE}{seat}")
    return found


def _names(referee: Referee, origin: Game) -> list[str]:
    names = names_of(referee.store, origin)
    return [names[seat] for seat in origin.joined]
