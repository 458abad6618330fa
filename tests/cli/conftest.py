"""The command `mensch` against the shared server, emptied for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.address import URL_VARIABLE
from mensch.events.server.meta import open_meta
from tests.cli.command_line import Mensch, in_this_process
from tests.servers import RedisServer

if TYPE_CHECKING:
    import redis


@pytest.fixture
def url(redis_client: redis.Redis, redis_server: RedisServer) -> str:
    """The address of the shared server, which is empty."""
    return redis_server.url


@pytest.fixture
def mensch(url: str, monkeypatch: pytest.MonkeyPatch) -> Mensch:
    """The command, in this process."""
    monkeypatch.setenv(URL_VARIABLE, url)
    monkeypatch.delenv("MENSCH_QUEUE_URL", raising=False)
    return in_this_process


@pytest.fixture
def referee(redis_client: redis.Redis) -> Referee:
    """A referee of the store that the command uses."""
    return Referee(RedisStore(redis_client, open_meta(redis_client).shards))
