"""The functions that jobs run. They carry ids only, act through the same commands as everybody, and change
nothing when they run a second time."""

from __future__ import annotations

import time
from collections.abc import Callable

from mensch.core.errors import MenschError, NewerLogError
from mensch.events.game import Game
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.connection import connect
from mensch.events.server.meta import open_meta
from mensch.workers import turns
from mensch.workers.joblog import log


class FailedJobError(Exception):
    """A job failed. The text says of what kind the error was and no more, since RQ keeps it for a day."""


def take_turn(game: str, seq: int) -> None:
    """Let a bot play, if the game is still at the record that its turn came from."""
    _run("turn", game, seq, _take_turn)


def publish_reasons(game: str, seq: int) -> None:
    """Open the causes of a game whose deck is public."""
    _run("reasons", game, seq, lambda referee, loaded: referee.publish_reasons(loaded))


def refused(function: str) -> None:
    """What a job runs that named something else."""
    log("refused", function=function)


def _take_turn(referee: Referee, game: Game) -> Game:
    return turns.take_turn(referee, game) if turns.bot_to_move(game) else game


def _run(kind: str, game: str, seq: int, act: Callable[[Referee, Game], Game]) -> None:
    began = time.monotonic()
    try:
        referee = _referee()
        loaded = referee.load(game)
        after = act(referee, loaded)
        outcome = "done" if after.seq > loaded.seq else "nothing to do"
    except NewerLogError:
        # Left for a newer worker: the due item stays, and comes up again in a moment.
        outcome = "left to a newer version"
    except MenschError as error:
        log(kind, game=game, seq=seq, outcome="failed", error=type(error).__name__, ms=_ms(began))
        raise FailedJobError(type(error).__name__) from None
    log(kind, game=game, seq=seq, outcome=outcome, ms=_ms(began))


def _ms(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _referee() -> Referee:
    """A referee with a connection of its own: a job runs in a process of its own."""
    client = connect(name="mensch-job")
    return Referee(RedisStore(client, open_meta(client).shards))
