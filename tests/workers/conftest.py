"""An empty log on the shared server, and programs that work on it."""

from collections.abc import Iterator

import pytest
import redis

from mensch.events.redis.store import RedisStore
from mensch.events.server.meta import open_meta
from tests.servers import RedisServer
from tests.workers.programs import Programs


@pytest.fixture
def store(redis_client: redis.Redis) -> RedisStore:
    return RedisStore(redis_client, open_meta(redis_client).shards)


@pytest.fixture
def programs(redis_server: RedisServer, store: RedisStore) -> Iterator[Programs]:
    with Programs(redis_server.url) as started:
        yield started
