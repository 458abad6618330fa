"""Tombstones of archived games on Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mensch.events.ids import is_id
from mensch.events.redis.shards import OnShards
from mensch.events.server.connection import server_errors
from mensch.events.store import Head
from mensch.events.tombs import Tombs

if TYPE_CHECKING:
    from redis import Redis

MARK = b"~"
"""Stands before the seq in the head of an archived game, so that nothing is appended to it."""


class RedisTombs(OnShards, Tombs):
    """See `mensch.events.tombs`."""

    def __init__(self, client: Redis, shards: int = 1) -> None:
        super().__init__(client, shards)
        self._entomb = self._script("entomb")

    def entomb(self, game: str, head: Head) -> bool:
        shard = self._shard(game)
        names = (shard.log(game), shard.head(game), shard.commands(game), shard.secret(game), shard.archived)
        words = f"{head.seq} {head.hash} {head.status} {head.at}"
        [verdict] = self._run(self._entomb, names, (game, head.seq, head.hash, words))
        return bool(verdict == b"ok")

    def is_entombed(self, game: str) -> bool:
        with server_errors(self._client):
            return bool(self._client.hexists(self._shard(game).archived, game))

    def entombed(self) -> dict[str, Head]:
        found: dict[str, Head] = {}
        for shard in self._all_shards():
            for game, words in self._hash(shard.archived).items():
                parts = words.decode(errors="replace").split()
                if is_id(game) and len(parts) == 4 and parts[0].isdigit() and parts[3].isdigit():
                    found[game] = Head(int(parts[0]), parts[1], parts[2], int(parts[3]))
        return found

    def reindex_entombed(self, game: str, head: Head) -> None:
        shard = self._shard(game)
        fields = {"hash": head.hash, "status": head.status, "at": head.at, "due": ""}
        with server_errors(self._client):
            self._client.hset(shard.head(game), mapping={"seq": f"{MARK.decode()}{head.seq}", **fields})
            self._client.zadd(shard.games, {game: 0})
