"""Games of bots, and what has to hold once they are played, whatever happened meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.rules import classic
from mensch.events.bodies import Bot, MovePlayed
from mensch.events.game import Game, Status, fold, initial
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Player, Referee
from mensch.events.store import Append, Store
from mensch.workers.turns import take_turns
from tests.servers import eventually

SHORT = 3
"""A target that some twenty turns reach."""


def bots_game(store: Store, levels: Sequence[str] = ("greedy", "random"), target: int = SHORT) -> Game:
    """A running game of bots that nobody has moved in yet."""
    players = [Player(level, Bot(level, 1)) for level in levels]
    return Referee(store).new_game(classic(len(levels), target), players)


def moves(store: Store, game: str) -> list[str]:
    """The moves of a game so far."""
    return [body.move for entry in entries(store, game) if isinstance(body := entry.record.body, MovePlayed)]


def undisturbed(store: Store, game: str) -> list[str]:
    """The moves of the same game, same seed and players, played at one go in memory."""
    log = entries(store, game)
    start = [entry for entry in log if entry.record.cmd == log[0].record.cmd]
    seed = store.secrets(game)[SEED]
    begun = fold(initial(game, seed), start)
    memory = MemoryStore()
    memory.append(Append(game, 0, start, "0", begun.status.value, secrets={SEED: seed}))
    take_turns(Referee(memory), begun)
    return moves(memory, game)


def is_over(store: Store, game: str) -> bool:
    """Whether a game has ended and nothing is left to do in it."""
    head = store.head(game)
    return head is not None and head.status == Status.FINISHED.value and not store.due(1 << 52)


def wait_for_end(store: Store, game: str, seconds: float = 60) -> None:
    """Wait until a game has ended and its causes are published."""
    eventually(lambda: is_over(store, game), f"game {game} to be played", seconds)


def assert_played_as_if_undisturbed(store: RedisStore, game: str) -> None:
    """Finished, no event lost or doubled, and the moves are those of an undisturbed run."""
    log = entries(store, game)  # verifies numbers and hash chain
    after = fold(initial(game, store.secrets(game)[SEED]), log)
    assert after.status is Status.FINISHED
    assert after.sealed == 0, "not all causes are published"
    played = [entry.record.cmd for entry in log if isinstance(entry.record.body, MovePlayed)]
    assert len(set(played)) == len(played), "a command has played twice"
    assert moves(store, game) == undisturbed(store, game)
    told = [pointer.seq for pointer in store.feed(most=10_000) if pointer.game == game]
    assert told == [entry.seq for entry in log], "the feed is not the log"
    assert store.due(1 << 52) == []
