"""Keys, entry ids and fields are as design.md lists them, since others may read them too."""

import redis

from mensch.events.commands import AbortGame
from mensch.events.compliance.requests import following
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import COMMANDS_KEPT, FEED_LENGTH, RedisStore
from mensch.events.referee import Referee
from mensch.events.store import Verdict
from tests.events.redis.live import key_names, play, say, shard, started


def crc16(text: bytes) -> int:
    """CRC-16/XMODEM bit by bit, as the Redis Cluster specification gives it."""
    crc = 0
    for byte in text:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def test_a_game_has_exactly_the_keys_of_the_design(redis_client: redis.Redis) -> None:
    store = RedisStore(redis_client)
    game = say(store, started(store, bots=[0]))
    types = {name: redis_client.type(name) for name in key_names(redis_client)}
    players = {f"mensch:player:{holder.player}": b"hash" for holder in game.seats if holder}
    assert types == players | {
        f"mensch:{{0}}:log:{game.id}": b"stream",
        f"mensch:{{0}}:head:{game.id}": b"hash",
        f"mensch:{{0}}:commands:{game.id}": b"hash",
        f"mensch:{{0}}:secret:{game.id}": b"hash",
        f"mensch:{{0}}:text:{game.id}": b"hash",
        "mensch:{0}:games": b"zset",
        "mensch:{0}:due": b"zset",
        "mensch:{0}:feed": b"stream",
    }


def test_an_entry_of_the_log_has_its_seq_for_an_id_and_the_record_in_one_field(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    entries = redis_client.xrange(shard(game).log(game.id)) or []
    assert [entry_id for entry_id, _ in entries] == [b"%d-0" % seq for seq in range(1, game.seq + 1)]
    assert [fields for _, fields in entries] == [{b"r": raw} for raw in redis_store.read(game.id)]


def test_a_head_holds_number_hash_status_time_and_the_members_of_the_due_index(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = started(redis_store, bots=[0])
    member = f"{game.id}:turn:{game.seq}"
    assert redis_client.hgetall(shard(game).head(game.id)) == {
        b"seq": b"%d" % game.seq,
        b"hash": game.head.encode(),
        b"status": b"running",
        b"at": b"%d" % game.at,
        b"due": member.encode(),
    }
    assert redis_client.zrange(shard(game).due, 0, -1, withscores=True) == [(member.encode(), game.at)]


def test_the_check_value_of_the_cluster_specification() -> None:
    assert crc16(b"123456789") == 0x31C3
    assert shard_of("123456789", 16_384).number == 0x31C3


def test_all_keys_of_a_game_carry_the_shard_that_its_id_hashes_to(redis_client: redis.Redis) -> None:
    store = RedisStore(redis_client, shards=4)
    games = [say(store, started(store)) for _ in range(16)]
    numbers = {game.id: crc16(game.id.encode()) % 4 for game in games}
    assert len(set(numbers.values())) > 1
    for game in games:
        kinds = ("commands", "head", "log", "secret", "text")
        expected = [f"mensch:{{{numbers[game.id]}}}:{kind}:{game.id}" for kind in kinds]
        assert key_names(redis_client, f"*:{game.id}") == expected
        assert redis_client.zscore(f"mensch:{{{numbers[game.id]}}}:games", game.id) == 0
    assert sorted(store.games()) == sorted(game.id for game in games)


def test_command_ids_may_go_seven_days_after_the_reveal_and_not_before(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = play(redis_store, started(redis_store))
    commands = shard(game).commands(game.id)
    assert redis_client.ttl(commands) == -1
    game = Referee(redis_store).act(game, [AbortGame()])
    assert game.revealed is not None
    assert COMMANDS_KEPT == 7 * 86_400
    assert COMMANDS_KEPT - 60 < redis_client.ttl(commands) <= COMMANDS_KEPT
    assert {redis_client.ttl(name) for name in key_names(redis_client) if name != commands} == {-1}


def test_a_later_append_puts_the_seven_days_off(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    referee = Referee(redis_store)
    game = referee.act(play(redis_store, started(redis_store)), [AbortGame()])
    commands = shard(game).commands(game.id)
    redis_client.expire(commands, 100)
    referee.publish_reasons(game)
    assert redis_client.ttl(commands) > 100


def test_the_feed_is_trimmed_to_its_newest_pointers(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    log = list(following().entries)
    redis_store.append(following())
    while len(log) < FEED_LENGTH + 2_000:
        request = following(log, 1_000)
        assert redis_store.append(request).verdict is Verdict.OK
        log += request.entries
    kept = redis_store.feed(most=2 * FEED_LENGTH)
    assert FEED_LENGTH <= len(kept) < FEED_LENGTH + 1_000  # trimmed by whole blocks, which is cheap
    assert [pointer.seq for pointer in kept] == list(range(len(log) - len(kept) + 1, len(log) + 1))
    assert len(redis_store.read(log[0].record.game)) == len(log)


def test_an_append_survives_that_the_server_forgets_its_scripts(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = started(redis_store)
    redis_client.script_flush()
    assert play(redis_store, game).seq == game.seq + 1
