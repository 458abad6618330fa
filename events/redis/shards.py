"""What every part of the store on Redis is built on: a client, the shards, and scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from mensch.core.said import said
from mensch.events.redis import keys
from mensch.events.redis.keys import Shard
from mensch.events.server.connection import address_of, explain, server_errors
from mensch.events.store import UnknownOutcomeError

if TYPE_CHECKING:
    from redis import Redis
    from redis.commands.core import Script

PAGE = 1000
"""Entries that are asked for at once, so that a foreign giant of a key does not fill the memory."""


class OnShards:
    """A client, and where the keys of a game lie.

    Args:
        client: a connection made by `mensch.events.server`, which never sends a write twice.
        shards: the number that `mensch:meta` was made with.
    """

    def __init__(self, client: Redis, shards: int = 1) -> None:
        from redis.exceptions import ConnectionError as Lost
        from redis.exceptions import TimeoutError as Silent

        self._lost = (Lost, Silent)
        self._client: Any = client  # Any: redis-py's commands are typed as sync or async in one
        self._shards = shards
        self.client = client

    def _shard(self, game: str) -> Shard:
        return keys.shard_of(game, self._shards)

    def _all_shards(self) -> Iterator[Shard]:
        return map(Shard, range(self._shards))

    def _script(self, name: str) -> Script:
        script: Script = self._client.register_script((files(__package__) / f"{name}.lua").read_text("utf-8"))
        return script

    def _run(self, script: Script, names: Sequence[str], arguments: Sequence[bytes | str | int]) -> list[Any]:
        with server_errors(self._client):
            try:
                reply: list[Any] = script(keys=names, args=arguments)  # Any: integers and bytes, by script
                return reply
            except self._lost as error:
                lost = explain(error, address_of(self._client))
                raise UnknownOutcomeError(
                    said("{problem}; whether the command was written is not known", problem=lost)
                ) from None

    def _hash(self, name: str) -> dict[str, bytes]:
        with server_errors(self._client):
            return by_name(self._client.hgetall(name))


def by_name(fields: Mapping[bytes, bytes]) -> dict[str, bytes]:
    """The fields of a hash, whoever wrote their names."""
    return {field.decode(errors="replace"): value for field, value in fields.items()}
