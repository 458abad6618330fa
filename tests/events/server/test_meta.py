"""The database's own record: made once, kept for ever, and the sign by which our data are known."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from mensch.core.errors import ServerError
from mensch.events.redis.keys import META
from mensch.events.server.meta import SCHEMA, Meta, open_meta
from tests.servers import RedisServer


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as running:
        yield running


@pytest.fixture
def client(server: RedisServer) -> redis.Redis:
    client = server.client()
    client.flushall()
    return client


def test_an_empty_database_gets_one_shard(client: redis.Redis) -> None:
    assert open_meta(client) == Meta(SCHEMA, 1)
    assert client.hgetall(META) == {b"schema": b"%d" % SCHEMA, b"shards": b"1"}


def test_the_number_of_shards_is_fixed_at_first_use(client: redis.Redis) -> None:
    open_meta(client, shards=8)
    assert open_meta(client) == Meta(SCHEMA, 8)
    with pytest.raises(ServerError, match="given 8 shards at its first use; that cannot become 4"):
        open_meta(client, shards=4)
    assert open_meta(client, shards=8) == Meta(SCHEMA, 8)


def test_of_many_first_uses_at_once_one_decides(server: RedisServer, client: redis.Redis) -> None:
    def first_use(shards: int) -> str:
        try:
            return f"{open_meta(server.client(), shards=shards).shards}"
        except ServerError as error:
            return str(error)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(first_use, range(1, 9)))
    decided = open_meta(client).shards
    assert answers[decided - 1] == str(decided)
    others = answers[: decided - 1] + answers[decided:]
    assert all(f"given {decided} shards at its first use" in answer for answer in others)


@pytest.mark.parametrize("shards", [0, -1, 16385])
def test_an_impossible_number_of_shards_is_refused(client: redis.Redis, shards: int) -> None:
    with pytest.raises(ServerError, match="possible are 1 to 16384"):
        open_meta(client, shards=shards)
    assert client.dbsize() == 0


def test_somebody_elses_database_is_left_alone(client: redis.Redis) -> None:
    client.set("session:42", "not ours")
    with pytest.raises(ServerError, match="holds somebody else's data"):
        open_meta(client)
    assert client.keys() == [b"session:42"]


def test_a_foreign_value_under_our_key_is_left_alone(client: redis.Redis) -> None:
    client.set(META, "not ours")
    with pytest.raises(ServerError, match="holds somebody else's data"):
        open_meta(client)
    assert client.get(META) == b"not ours"


def test_a_newer_schema_is_refused_with_what_to_do(client: redis.Redis) -> None:
    client.hset(META, mapping={"schema": SCHEMA + 1, "shards": "1", "later": "more"})
    with pytest.raises(ServerError, match=r"written by a newer version of mensch; .* so update it"):
        open_meta(client)


@pytest.mark.parametrize(
    "fields",
    [{"schema": "1"}, {"shards": "1"}, {"schema": "x", "shards": "1"}, {"schema": "1", "shards": "0"}],
)
def test_a_damaged_record_is_not_guessed_at(client: redis.Redis, fields: dict[str, str]) -> None:
    client.hset(META, items=[word for field in fields.items() for word in field])
    with pytest.raises(ServerError, match=r"mensch:meta .* is damaged"):
        open_meta(client)
