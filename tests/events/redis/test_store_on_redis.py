"""The real store passes the suite: on one shard, on several, and on a node of a cluster."""

from collections.abc import Iterator

import pytest
import redis

from mensch.events.compliance import StoreCompliance
from mensch.events.redis.store import RedisStore
from tests.servers import RedisServer, eventually, free_port

BUS = 10_000
"""A cluster node of Redis 6.2 listens for other nodes this far above its own port."""

SLOTS = 16_384
"""All hash slots of a cluster; this node has them all."""


@pytest.fixture(scope="module")
def node() -> Iterator[redis.Redis]:
    """A cluster of one node that has all hash slots."""
    server = RedisServer(tcp=True, options={"cluster-enabled": "yes"})
    server.port = port_below(65_536 - BUS)
    with server:
        client = server.client()
        assert client.cluster("ADDSLOTS", *range(SLOTS))
        eventually(lambda: client.cluster("INFO")["cluster_state"] == "ok", "the cluster to take requests")
        yield client


def port_below(limit: int) -> int:
    while (port := free_port()) >= limit:
        pass
    return port


class TestOneShard(StoreCompliance):
    @pytest.fixture
    def store(self, redis_client: redis.Redis) -> RedisStore:
        return RedisStore(redis_client)


class TestFourShards(StoreCompliance):
    @pytest.fixture
    def store(self, redis_client: redis.Redis) -> RedisStore:
        return RedisStore(redis_client, shards=4)


class TestClusterNode(StoreCompliance):
    """A cluster refuses a script whose keys lie in more than one hash slot."""

    @pytest.fixture
    def store(self, node: redis.Redis) -> RedisStore:
        node.flushall()
        return RedisStore(node, shards=4)
