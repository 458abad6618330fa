"""What all tests share: a real server, and that nothing is skipped where nothing may be."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from mensch.events.server.folder import DATA_VARIABLE
from mensch.workers.signer_service import SOCKET_VARIABLE
from tests.packaging.skips import pytest_make_collect_report, pytest_runtest_makereport
from tests.servers import RedisServer

if TYPE_CHECKING:
    import redis

    from mensch.events.redis.store import RedisStore

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]

pytest.register_assert_rewrite("mensch.events.compliance")

os.environ["MENSCH_LANG"] = "en"  # before the first text is imported, whatever the locale here is


@pytest.fixture(scope="session", autouse=True)
def data_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A data folder of their own: what a person has on this machine is neither read nor written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_VARIABLE, str(tmp_path_factory.mktemp("data")))
        patch.delenv(SOCKET_VARIABLE, raising=False)
        yield


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """One real server for all tests that leave its settings alone and don't end it."""
    with RedisServer() as running:
        yield running


@pytest.fixture
def redis_client(redis_server: RedisServer) -> "redis.Redis":
    """A connection to the shared server, emptied."""
    client = redis_server.client()
    client.flushall()
    return client


@pytest.fixture
def redis_store(redis_client: "redis.Redis") -> "RedisStore":
    """An empty store of one shard on the shared server."""
    from mensch.events.redis.store import RedisStore

    return RedisStore(redis_client)
