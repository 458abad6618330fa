"""Games on a real server, and what its keys hold."""

from collections.abc import Sequence
from random import Random

import redis

from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.redis.keys import Shard, shard_of
from mensch.events.referee import Player, Referee
from mensch.events.store import Store

GREEDY = Bot("greedy", 1)

FOREIGN = b"somebody else's"
"""What is put where it does not belong."""

LAST_ID = f"{2**64 - 1}-{2**64 - 1}"
"""The largest entry id of a stream: after it no automatic id is left."""


def started(store: Store, *, seats: int = 2, bots: Sequence[int] = (), target: int | None = None) -> Game:
    """A running game of people, and bots at some seats."""
    players = [Player(f"player {seat}", GREEDY if seat in bots else None) for seat in range(seats)]
    return Referee(store).new_game(classic(seats, target), players)


def play(store: Store, game: Game, *, moves: int = 1, random: Random | None = None) -> Game:
    """Let whoever is to move play, the first legal move or a random one."""
    for _ in range(moves):
        legal = game.table.legal_moves()
        move = random.choice(legal) if random else legal[0]
        game = Referee(store).play(game, game.table.turn, move.text, TABLE)
    return game


def say(store: Store, game: Game, text: str = "hello") -> Game:
    """Let seat 0 leave a message."""
    return Referee(store).say(game, 0, text)


def shard(game: Game, shards: int = 1) -> Shard:
    """The names of a game's keys."""
    return shard_of(game.id, shards)


def key_names(client: redis.Redis, pattern: str = "*") -> list[str]:
    """The names of all keys, ascending."""
    return sorted(name.decode() if isinstance(name, bytes) else name for name in client.keys(pattern))


def all_keys(client: redis.Redis) -> dict[str, tuple[object, bool]]:
    """Every key with its whole value, and whether it is to expire."""
    return {name: (value_of(client, name), client.ttl(name) >= 0) for name in key_names(client)}


def value_of(client: redis.Redis, name: str) -> object:
    """The value of a key. A dump would do, but for hashes, whose fields it gives in changing order."""
    match client.type(name):
        case b"hash":
            return client.hgetall(name)
        case b"zset":
            return client.zrange(name, 0, -1, withscores=True)
        case _:
            return client.dump(name)


def one_line(error: BaseException) -> str:
    """The message of an error, which has to be one line."""
    text = str(error)
    assert text
    assert "\n" not in text
    return text
