"""A log that somebody else wrote into is refused in one clear line, wherever it is met."""

from collections.abc import Callable

import msgspec
import pytest
import redis
from redis.typing import EncodableT

from mensch.core.errors import CorruptLogError, LogError, NewerLogError
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.record import canonical, digest
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from tests.events.redis.live import FOREIGN, all_keys, one_line, play, shard, started


def begun(store: RedisStore) -> Game:
    """A game of nine records."""
    return play(store, started(store), moves=5)


def overwrite(client: redis.Redis, game: Game, records: list[bytes]) -> None:
    """Replace the whole log; the head stays."""
    name = shard(game).log(game.id)
    client.delete(name)
    for seq, raw in enumerate(records, 1):
        client.xadd(name, {"r": raw}, f"{seq}-0")


def flipped(records: list[bytes]) -> list[bytes]:
    raw = records[5].replace(b'"by":"seat:', b'"by":"sear:')
    return [*records[:5], raw, *records[6:]]


def another_move(records: list[bytes]) -> list[bytes]:
    """A record that is well-formed, but not the one that the next record binds itself to."""
    old = msgspec.json.decode(records[5])
    old["body"]["auth"] = "0" * 64
    return [*records[:5], canonical(old), *records[6:]]


def with_spaces(records: list[bytes]) -> list[bytes]:
    return [*records[:5], records[5].replace(b'{"at":', b'{"at": '), *records[6:]]


DAMAGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "a byte": (flipped, "record 6 of .*: .*author"),
    "a move": (another_move, "record 7 of .* does not follow the one before it"),
    "spaces": (with_spaces, "record 6 of .*: it is not in canonical form"),
    "no JSON": (lambda records: [*records[:8], FOREIGN], "record 9 of .*: it is not JSON"),
    "nothing": (lambda records: [*records[:8], b""], "record 9 of .*: it is not JSON"),
    "an order": (
        lambda records: [*records[:6], records[7], records[6], records[8]],
        "record 7 of .* says that it is number 8",
    ),
    "a doubled record": (
        lambda records: [*records[:8], records[7]],
        "record 9 of .* says that it is number 8",
    ),
    "a size": (lambda records: [*records[:8], b" " * 70_000], "record 9 of .*: 70000 bytes"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_refused_with_the_number_of_the_record(
    redis_client: redis.Redis, redis_store: RedisStore, damage: str
) -> None:
    game = begun(redis_store)
    spoil, message = DAMAGES[damage]
    overwrite(redis_client, game, spoil(redis_store.read(game.id)))
    before = all_keys(redis_client)
    with pytest.raises(CorruptLogError, match=message) as caught:
        Referee(redis_store).load(game.id)
    assert game.id in one_line(caught.value)
    assert caught.value.exit_code == 8
    assert all_keys(redis_client) == before


def test_a_record_of_another_game_is_refused(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    game, other = begun(redis_store), begun(redis_store)
    records = redis_store.read(game.id)
    overwrite(redis_client, game, [*records[:8], redis_store.read(other.id)[8]])
    with pytest.raises(CorruptLogError, match=f"record 9 of {game.id} belongs to another log"):
        entries(redis_store, game.id)


def newer(record: bytes, **changes: object) -> bytes:
    return canonical(msgspec.json.decode(record) | changes)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"type": "dice_blessed"}, "type 'dice_blessed' version 1"),
        ({"v": 2}, "type 'move_played' version 2"),
        ({"place": "Vienna"}, "unknown field `place`"),
    ],
)
def test_a_record_of_a_newer_version_is_another_thing_than_a_corrupt_one(
    redis_client: redis.Redis, redis_store: RedisStore, changes: dict[str, object], what: str
) -> None:
    game = begun(redis_store)
    records = redis_store.read(game.id)
    overwrite(redis_client, game, [*records[:8], newer(records[8], **changes)])
    with pytest.raises(
        NewerLogError, match=f"record 9 of {game.id}: written by a newer version.*{what}"
    ) as caught:
        Referee(redis_store).load(game.id)
    assert one_line(caught.value)
    assert caught.value.exit_code == 8


@pytest.mark.parametrize("seq", [1, 5])
def test_a_record_that_is_missing_is_named(
    redis_client: redis.Redis, redis_store: RedisStore, seq: int
) -> None:
    game = begun(redis_store)
    redis_client.xdel(shard(game).log(game.id), f"{seq}-0")
    for read in (redis_store.read, redis_store.read_all):
        with pytest.raises(CorruptLogError, match=f"log of {game.id} holds something else than record {seq}"):
            read(game.id)


@pytest.mark.parametrize(
    ("entry_id", "fields"),
    [
        ("9-0", {"x": FOREIGN}),
        ("9-0", {"r": b"{}", "x": FOREIGN}),
        ("9-1", {"r": b"{}"}),
    ],
)
def test_an_entry_that_no_append_writes_is_refused(
    redis_client: redis.Redis, redis_store: RedisStore, entry_id: str, fields: dict[EncodableT, EncodableT]
) -> None:
    game = begun(redis_store)
    overwrite(redis_client, game, redis_store.read(game.id)[:8])
    redis_client.xadd(shard(game).log(game.id), fields, entry_id)
    with pytest.raises(CorruptLogError, match=f"the log of {game.id} ") as caught:
        redis_store.read(game.id)
    assert one_line(caught.value)


def test_an_entry_between_two_records_is_refused(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    game = begun(redis_store)
    redis_client.xadd(shard(game).log(game.id), {"r": FOREIGN}, f"{game.seq}-1")
    game = play(redis_store, game)
    with pytest.raises(CorruptLogError, match=f"holds something else than record {game.seq}"):
        redis_store.read(game.id)


def test_a_log_that_ends_before_its_head_is_cut(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    game = begun(redis_store)
    overwrite(redis_client, game, redis_store.read(game.id)[:7])
    with pytest.raises(CorruptLogError, match=f"the log of {game.id} has 7 records where its head says 9"):
        redis_store.read(game.id)
    with pytest.raises(CorruptLogError, match="7 records where its head says 9"):
        redis_store.read(game.id, after=3)


def test_a_log_that_is_gone_is_not_a_game_that_never_was(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = begun(redis_store)
    redis_client.delete(shard(game).log(game.id))
    with pytest.raises(CorruptLogError, match="has 0 records where its head says 9"):
        entries(redis_store, game.id)


def test_a_writer_who_misses_records_that_are_not_there_gives_up(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    stale = begun(redis_store)
    game = play(redis_store, stale, moves=2)
    overwrite(redis_client, game, redis_store.read(game.id)[:10])
    before = all_keys(redis_client)
    with pytest.raises(CorruptLogError, match="is cut: it has 10 records where its head says 11") as caught:
        Referee(redis_store).say(stale, 0, "anybody?")
    assert one_line(caught.value)
    assert all_keys(redis_client) == before


def test_a_writer_who_misses_damaged_records_gives_up(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    stale = begun(redis_store)
    game = play(redis_store, stale)
    overwrite(redis_client, game, [*redis_store.read(game.id)[:9], FOREIGN])
    before = all_keys(redis_client)
    with pytest.raises(CorruptLogError, match=r"record 10 of .*: it is not JSON"):
        Referee(redis_store).say(stale, 0, "anybody?")
    assert all_keys(redis_client) == before


def test_a_writer_who_knows_more_than_the_index_gives_up(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = begun(redis_store)
    redis_client.delete(shard(game).head(game.id))
    before = all_keys(redis_client)
    with pytest.raises(
        CorruptLogError, match=r"had 9 records and now ends at 0.*`mensch rebuild` tells"
    ) as caught:
        Referee(redis_store).say(game, 0, "anybody?")
    assert one_line(caught.value)
    assert all_keys(redis_client) == before


def test_a_reader_stops_at_the_head_whatever_lies_behind_it(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = begun(redis_store)
    records = redis_store.read(game.id)
    redis_client.xadd(shard(game).log(game.id), {"r": FOREIGN}, f"{game.seq + 1}-0")
    redis_client.xadd(shard(game).log(game.id), {"x": FOREIGN}, f"{game.seq + 5}-0")
    assert redis_store.read(game.id) == records
    assert redis_store.read(game.id, after=7) == records[7:]
    with pytest.raises(CorruptLogError):
        redis_store.read_all(game.id)


def test_a_whole_log_that_was_forged_consistently_contradicts_the_rules(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    """Somebody who rewrites the chain from a record on still cannot play what the position forbids."""
    game = begun(redis_store)
    records = redis_store.read(game.id)
    fake = msgspec.json.decode(records[8])
    fake["body"]["move"] = "C+1"
    forged = canonical(fake)
    overwrite(redis_client, game, [*records[:8], forged])
    redis_client.hset(shard(game).head(game.id), "hash", digest(forged))
    with pytest.raises(LogError, match=f"record 9 of {game.id} contradicts those before it") as caught:
        Referee(redis_store).load(game.id)
    assert one_line(caught.value)
