"""Whatever stands in an append's way: one clear line, and nothing half-written."""

import pytest
import redis
from msgspec.structs import replace

from mensch.core.errors import CorruptLogError, ServerError
from mensch.events.cause import TABLE
from mensch.events.compliance.requests import following
from mensch.events.game import Game
from mensch.events.rebuild import rebuild
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.store import Verdict
from tests.events.redis.live import FOREIGN, LAST_ID, all_keys, one_line, play, say, shard, started
from tests.servers import RedisServer, eventually

TRUTH = ("log", "commands", "secret", "text")
"""What is no fold, so that an append must not go on without it."""


def name_of(game: Game, kind: str) -> str:
    names = shard(game)
    per_game = {"log": names.log, "head": names.head, "commands": names.commands, "secret": names.secret}
    if kind in per_game:
        return per_game[kind](game.id)
    return {"text": names.text(game.id), "games": names.games, "due": names.due, "feed": names.feed}[kind]


def touch_everything(store: RedisStore, game: Game) -> Game:
    """One command that writes to all keys of a game: a message and a move, after which a bot is to move."""
    move = game.table.legal_moves()[0].text
    return Referee(store).play(game, game.table.turn, move, TABLE, say="hello")


def before_a_bot(store: RedisStore) -> Game:
    return say(store, started(store, bots=[1]))


@pytest.mark.parametrize("kind", [*TRUTH, "head"])
def test_a_key_of_a_wrong_type_stops_an_append_before_anything_is_written(
    redis_client: redis.Redis, redis_store: RedisStore, kind: str
) -> None:
    game = before_a_bot(redis_store)
    redis_client.set(name_of(game, kind), FOREIGN)
    before = all_keys(redis_client)
    with pytest.raises(ServerError, match=r"refuses: .*WRONGTYPE") as caught:
        touch_everything(redis_store, game)
    assert one_line(caught.value)
    assert all_keys(redis_client) == before


@pytest.mark.parametrize("kind", ["log", "commands", "secret", "text", "head"])
def test_a_game_is_not_begun_over_keys_of_a_wrong_type(
    redis_client: redis.Redis, redis_store: RedisStore, kind: str
) -> None:
    request = following()
    fields = {"a": b"b"}
    whole = replace(request, secrets=fields, texts=fields)
    redis_client.set(f"mensch:{{0}}:{kind}:{request.game}", FOREIGN)
    before = all_keys(redis_client)
    with pytest.raises(ServerError, match="WRONGTYPE"):
        redis_store.append(whole)
    assert all_keys(redis_client) == before


@pytest.mark.parametrize("kind", ["games", "due", "feed"])
def test_a_damaged_fold_stops_no_game_and_is_mended(
    redis_client: redis.Redis, redis_store: RedisStore, kind: str
) -> None:
    game = before_a_bot(redis_store)
    redis_client.set(name_of(game, kind), FOREIGN)
    after = touch_everything(redis_store, game)
    created = started(redis_store, bots=[0])
    assert len(redis_store.read(game.id)) == after.seq
    assert rebuild(redis_store).broken == {}
    assert redis_store.games() == sorted([game.id, created.id])
    assert {item.member for item in redis_store.due(after.at + 60_000)} == {
        f"{game.id}:turn:{after.seq}",
        f"{created.id}:turn:{created.seq}",
    }
    newest = touch_everything(redis_store, play(redis_store, after))
    assert (redis_store.feed()[-1].game, redis_store.feed()[-1].seq) == (game.id, newest.seq)


def test_a_head_of_a_wrong_type_is_made_anew_by_rebuild(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = before_a_bot(redis_store)
    whole = redis_store.head(game.id)
    redis_client.set(name_of(game, "head"), FOREIGN)
    with pytest.raises(ServerError, match="WRONGTYPE"):
        redis_store.head(game.id)
    assert rebuild(redis_store).games == 1
    assert redis_store.head(game.id) == whole
    assert touch_everything(redis_store, game).seq == game.seq + 2


def test_a_head_whose_hash_is_no_text_is_corrupt(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    game = before_a_bot(redis_store)
    redis_client.hset(name_of(game, "head"), "hash", b"\xff")
    with pytest.raises(CorruptLogError, match=f"the head of {game.id} is damaged; `mensch rebuild`"):
        redis_store.head(game.id)


def test_a_head_that_names_no_number_is_corrupt_and_made_anew_by_rebuild(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = before_a_bot(redis_store)
    redis_client.hset(name_of(game, "head"), "seq", "many")
    before = all_keys(redis_client)
    with pytest.raises(CorruptLogError, match=f"the head of {game.id} is damaged; `mensch rebuild`"):
        redis_store.read(game.id)
    with pytest.raises(CorruptLogError, match=r"the log of .* goes on behind record 0, where its index says"):
        touch_everything(redis_store, game)
    assert all_keys(redis_client) == before
    rebuild(redis_store)
    assert touch_everything(redis_store, game).seq == game.seq + 2


def test_a_damaged_note_of_a_command_counts_as_another_command(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    redis_store.append(following())
    redis_client.hset("mensch:{0}:commands:game000001", following().command, FOREIGN)
    assert redis_store.append(following()).verdict is Verdict.MISMATCH


@pytest.mark.parametrize("poison", ["largest", "next", "later"])
@pytest.mark.parametrize("removed", [False, True])
def test_a_poisoned_log_blocks_appends_and_nothing_is_half_written(
    redis_client: redis.Redis, redis_store: RedisStore, poison: str, removed: bool
) -> None:
    game = before_a_bot(redis_store)
    entry_id = {"largest": LAST_ID, "next": f"{game.seq + 1}-0", "later": "1764440400000-0"}[poison]
    redis_client.xadd(name_of(game, "log"), {"r": FOREIGN}, entry_id)
    if removed:
        redis_client.xdel(name_of(game, "log"), entry_id)
    before = all_keys(redis_client)
    with pytest.raises(
        CorruptLogError, match=f"goes on behind record {game.seq}.*`mensch rebuild` tells"
    ) as caught:
        touch_everything(redis_store, game)
    assert one_line(caught.value)
    assert all_keys(redis_client) == before
    assert list(rebuild(redis_store).broken) == [game.id]
    assert all_keys(redis_client) == before


def test_a_poisoned_feed_is_begun_anew(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    game = before_a_bot(redis_store)
    redis_client.xadd(name_of(game, "feed"), {"x": FOREIGN}, LAST_ID)
    after = touch_everything(redis_store, game)
    assert [(pointer.game, pointer.seq) for pointer in redis_store.feed()] == [
        (game.id, after.seq - 1),
        (game.id, after.seq),
    ]


def test_readers_of_the_feed_pass_over_what_is_no_pointer(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = before_a_bot(redis_store)
    redis_client.xadd(name_of(game, "feed"), {"x": FOREIGN})
    after = touch_everything(redis_store, game)
    assert [pointer.seq for pointer in redis_store.feed()] == list(range(1, after.seq + 1))


def test_what_is_no_due_item_is_passed_over_and_pruned(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = started(redis_store, bots=[0])
    redis_client.zadd(
        name_of(game, "due"), {"somebody else's": 0, f"{game.id}:turn": 1, f"{game.id}:turn:x": 2}
    )
    due = redis_store.due(game.at)
    assert [item.member for item in due] == [f"{game.id}:turn:{game.seq}"]
    assert rebuild(redis_store).pruned == 3
    assert redis_client.zcard(name_of(game, "due")) == 1


def test_bytes_that_are_no_text_are_passed_over_and_pruned(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = started(redis_store, bots=[0])
    whole = redis_store.index()
    for kind in ("games", "due"):
        redis_client.zadd(name_of(game, kind), {b"\xff": 0})
    redis_client.xadd(name_of(game, "feed"), {"g": b"\xff", "s": "1"})
    redis_client.xadd(name_of(game, "feed"), {"g": game.id, "s": b"\xff"})
    redis_client.hset(name_of(game, "text"), b"\xff", b"\xff")
    assert redis_store.games() == [game.id]
    assert [item.game for item in redis_store.due(game.at)] == [game.id]
    assert [pointer.seq for pointer in redis_store.feed()] == list(range(1, game.seq + 1))
    assert list(redis_store.texts(game.id).values()) == [b"\xff"]
    assert rebuild(redis_store).pruned == 2
    assert redis_store.index() == whole


def test_an_item_whose_time_is_no_whole_number_is_claimed_like_any_other(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = started(redis_store, bots=[0])
    [item] = redis_store.due(game.at)
    for at in (1.5, float("-inf")):
        redis_client.zadd(name_of(game, "due"), {item.member: at})
        assert [found.member for found in redis_store.due(game.at)] == [item.member]
        assert [found.member for found in redis_store.claim_due(game.at, game.at + 1)] == [item.member]


def test_a_full_memory_is_one_clear_line_and_nothing_is_half_written() -> None:
    with RedisServer() as server:
        client = server.client()
        store = RedisStore(client)
        game = before_a_bot(store)
        client.config_set("maxmemory", "1")
        before = all_keys(client)
        with pytest.raises(
            ServerError, match="has used all the memory it may; raise its maxmemory"
        ) as caught:
            touch_everything(store, game)
        assert one_line(caught.value)
        with pytest.raises(ServerError, match="has used all the memory"):
            started(store)
        assert all_keys(client) == before
        assert Referee(store).load(game.id).seq == game.seq
        client.config_set("maxmemory", "0")
        assert touch_everything(store, game).seq == game.seq + 2


def test_a_full_disk_is_one_clear_line_and_nothing_is_half_written() -> None:
    with RedisServer(file_limit=256 * 1024) as server:
        client = server.client()
        store = RedisStore(client)
        game = before_a_bot(store)
        client.set("filling", b"x" * 300_000)
        eventually(
            lambda: client.info("persistence")["aof_last_write_status"] == "err", "the disk to fill up"
        )
        before = all_keys(client)
        with pytest.raises(ServerError, match=r"cannot write to its disk \(full\?\)") as caught:
            touch_everything(store, game)
        assert one_line(caught.value)
        with pytest.raises(ServerError, match="cannot write to its disk"):
            started(store)
        assert all_keys(client) == before
        assert Referee(store).load(game.id).seq == game.seq
