"""The functions that jobs run. They carry ids only, act through the same commands as everybody, and change
nothing when they run a second time."""

from __future__ import annotations

import time
from collections.abc import Callable

from mensch.core.errors import NewerLogError
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
    """Let a bot play, if it is still the turn that the record was followed by."""
    _run("turn", game, seq, _take_turn)


def reveal_deck(game: str, seq: int) -> None:
    """Make the deck of a game public whose time to be disputed is over, and open its causes."""
    _run("reveal", game, seq, lambda referee, loaded, _: referee.reveal_deck(loaded))


def publish_reasons(game: str, seq: int) -> None:
    """Open the causes of a game whose deck is public."""
    _run("reasons", game, seq, lambda referee, loaded, _: referee.publish_reasons(loaded))


def refused(function: str) -> None:
    """What a job runs that named something else."""
    log("refused", function=function)


def _take_turn(referee: Referee, game: Game, seq: int) -> Game:
    # A later turn has a job of its own.
    if game.turn_began > seq or not turns.bot_to_move(game):
        return game
    return turns.take_turn(referee, game)


def _run(kind: str, game: str, seq: int, act: Callable[[Referee, Game, int], Game]) -> None:
    began = time.monotonic()
    try:
        referee = _referee()
        loaded = referee.load(game)
        after = act(referee, loaded, seq)
        outcome = "done" if after.seq > loaded.seq else "nothing to do"
    except NewerLogError:
        # Left for a newer worker: the due item stays, and comes up again in a moment.
        outcome = "left to a newer version"
    except Exception as error:  # noqa: BLE001  # RQ would keep its text, which may quote a move with its dice
        log(kind, game=game, seq=seq, outcome="failed", error=type(error).__name__, ms=_ms(began))
        raise FailedJobError(type(error).__name__) from None
    log(kind, game=game, seq=seq, outcome=outcome, ms=_ms(began))


def _ms(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _referee() -> Referee:
    """A referee with a connection of its own: a job runs in a process of its own."""
    client = connect(name="mensch-job")
    return Referee(RedisStore(client, open_meta(client).shards))
