"""Letting bots play: a worker's business where one is alive, and done at once where none is."""

from __future__ import annotations

import time

from mensch.core.errors import ServerError
from mensch.events.game import Game
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.store import Store
from mensch.workers.queues import connect_queues, turns_are_taken
from mensch.workers.turns import bot_to_move, take_turns

PATIENCE = 5.0
"""Seconds to wait for a worker's next move before playing it here; the same turn is never played twice."""

_LOOK = 0.02


def let_bots_play(referee: Referee, game: Game) -> Game:
    """The game once a person is to move, or it is over."""
    if bot_to_move(game) and _workers_take_turns(referee.store):
        game = _watch(referee, game)
    return take_turns(referee, game)


def _workers_take_turns(store: Store) -> bool:
    """Whether a worker is alive; who cannot be asked does not count."""
    try:
        return isinstance(store, RedisStore) and turns_are_taken(connect_queues(store.client))
    except ServerError:
        return False  # the queues have a server of their own, and it is away


def _watch(referee: Referee, game: Game) -> Game:
    """Follow what workers play until a person is to move, it is over, or nothing happens for too long."""
    until = time.monotonic() + PATIENCE
    while bot_to_move(game) and time.monotonic() < until:
        time.sleep(_LOOK)
        head = referee.store.head(game.id)
        if head is not None and head.seq > game.seq:
            game = referee.load(game.id)
            until = time.monotonic() + PATIENCE
    return game
