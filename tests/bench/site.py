"""Where things are measured: a real server on the same core, and a connection as the product makes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from tests.bench.measure import Clock, Effort
from tests.bench.processor import ProcessorTime, pin
from tests.servers import RedisServer

if TYPE_CHECKING:
    from redis import Redis


class Site(msgspec.Struct, frozen=True):
    """All that a subject may need.

    Attributes:
        core: the one core; None where nothing could be pinned.
        client: the connection of the store.
        store: the real store, on a server with an append-only file, flushed every second.
    """

    effort: Effort
    core: int | None
    server: RedisServer
    client: Redis
    store: RedisStore
    clock: Clock

    @property
    def referee(self) -> Referee:
        """A referee on the real store."""
        return Referee(self.store)

    @property
    def server_version(self) -> str:
        """What the server says that it is."""
        said: Any = self.client.info("server")  # Any: redis-py types a reply as sync or async in one
        return f"{said.get('server_name', 'redis')} {said.get('valkey_version', said['redis_version'])}"


@contextmanager
def open_site(effort: Effort) -> Iterator[Site]:
    """Pin this process, then start the server, which so has the same core."""
    core = pin()
    with RedisServer() as server:
        client = server.client()
        yield Site(effort, core, server, client, RedisStore(client), ProcessorTime(server.client()))
