"""The index is a fold: wiped, damaged or overtaken, it comes back from the logs."""

import threading

import msgspec
import pytest
import redis

from mensch.events.commands import AbortGame
from mensch.events.due import Due
from mensch.events.game import Game
from mensch.events.memory import MemoryStore
from mensch.events.rebuild import Rebuilt, rebuild
from mensch.events.record import canonical
from mensch.events.redis.keys import Shard
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from tests.events.redis.live import FOREIGN, LAST_ID, all_keys, key_names, play, say, shard, started
from tests.servers import RedisServer

ALWAYS = 2**53 - 1


def index_of(client: redis.Redis, shards: int = 1) -> object:
    """All that is a fold and that a rebuild restores."""
    heads = {name: client.hgetall(name) for name in key_names(client, "mensch:*:head:*")}
    numbers = [Shard(number) for number in range(shards)]
    sets = [
        client.zrange(name, 0, -1, withscores=True) for each in numbers for name in (each.games, each.due)
    ]
    return heads, sets


def some_games(store: RedisStore | MemoryStore) -> list[Game]:
    """Games in every state: just begun, waiting for a bot, in the middle, over with and without causes."""
    referee = Referee(store)
    over = referee.act(play(store, started(store), moves=4), [AbortGame()])
    return [
        started(store),
        started(store, seats=4, bots=[0, 2]),
        say(store, play(store, started(store, seats=3, bots=[1]), moves=4)),
        over,
        referee.publish_reasons(referee.act(play(store, started(store), moves=3), [AbortGame()])),
    ]


@pytest.mark.parametrize("shards", [1, 4])
@pytest.mark.parametrize(
    "wiped", [["head:*"], ["games"], ["due"], ["feed"], ["head:*", "games", "due", "feed"]]
)
def test_what_was_wiped_is_restored(redis_client: redis.Redis, shards: int, wiped: list[str]) -> None:
    store = RedisStore(redis_client, shards)
    games = some_games(store)
    before = index_of(redis_client, shards)
    gone = [name for kind in wiped for name in key_names(redis_client, f"mensch:{{*}}:{kind}")]
    assert redis_client.delete(*gone)
    assert rebuild(store) == Rebuilt(len(games), {}, 0)
    assert index_of(redis_client, shards) == before
    assert play(store, games[0]).seq == games[0].seq + 1
    assert store.feed()[-1].game == games[0].id


def test_a_sound_index_stays_as_it_is(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    games = some_games(redis_store)
    before = index_of(redis_client)
    for _ in range(2):
        assert rebuild(redis_store) == Rebuilt(len(games), {}, 0)
    assert index_of(redis_client) == before


def test_an_empty_store_has_nothing_to_rebuild(redis_store: RedisStore) -> None:
    assert rebuild(redis_store) == Rebuilt(0, {}, 0)


def test_wrong_entries_are_replaced(redis_client: redis.Redis, redis_store: RedisStore) -> None:
    games = some_games(redis_store)
    before = index_of(redis_client)
    names, bot = shard(games[1]), games[1]
    redis_client.hset(
        names.head(bot.id), mapping={"seq": 2, "hash": "0" * 64, "status": "open", "due": "", "x": 1}
    )
    redis_client.zadd(names.due, {f"{bot.id}:turn:{bot.seq}": ALWAYS})
    rebuild(redis_store)
    assert index_of(redis_client) == before


@pytest.mark.parametrize("shards", [1, 4])
def test_entries_without_a_log_are_pruned(redis_client: redis.Redis, shards: int) -> None:
    store = RedisStore(redis_client, shards)
    lost, *kept = some_games(store)[1:]
    redis_client.delete(shard(lost, shards).log(lost.id))
    redis_client.zadd(shard(kept[0], shards).due, {f"{kept[0].id}:turn:1": 1})
    assert rebuild(store) == Rebuilt(4, {}, 3)  # a game, its due item, and a turn that was played long ago
    assert lost.id not in store.games()
    assert store.head(lost.id) is None
    assert {item.game for item in store.due(ALWAYS)} == {kept[0].id, kept[1].id}
    assert rebuild(store) == Rebuilt(4, {}, 0)


def break_log(client: redis.Redis, store: RedisStore, game: Game, how: str) -> None:
    name = shard(game).log(game.id)
    match how:
        case "a foreign record":
            client.xadd(name, {"r": FOREIGN}, f"{game.seq + 1}-0")
        case "a foreign field":
            client.xadd(name, {"x": FOREIGN}, f"{game.seq + 1}-0")
        case "a foreign record that was deleted":
            client.xadd(name, {"r": FOREIGN}, LAST_ID)
            client.xdel(name, LAST_ID)
        case "a missing beginning":
            client.xdel(name, "1-0")
        case "a missing end":
            client.xdel(name, f"{game.seq}-0")
        case "an empty log":
            client.xtrim(name, maxlen=0)
        case "a newer version":
            newer = msgspec.json.decode(store.read(game.id)[-1])
            newer |= {"prev": game.head, "seq": game.seq + 1, "type": "dice_blessed"}
            client.xadd(name, {"r": canonical(newer)}, f"{game.seq + 1}-0")


BREAKS = {
    "a foreign record": "it is not JSON",
    "a foreign field": "holds something else than record",
    "a foreign record that was deleted": "is cut: it went on behind record",
    "a missing beginning": "holds something else than record 1",
    "a missing end": "is cut: it went on behind record",
    "an empty log": "is empty",
    "a newer version": "written by a newer version",
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_broken_log_is_reported_keeps_its_index_and_stops_no_other(
    redis_client: redis.Redis, redis_store: RedisStore, how: str
) -> None:
    games = some_games(redis_store)
    before = index_of(redis_client)
    broken = games[1]
    break_log(redis_client, redis_store, broken, how)
    for other in games[:1] + games[2:]:
        redis_client.delete(shard(other).head(other.id))
    found = rebuild(redis_store)
    assert found.games == len(games) - 1
    assert list(found.broken) == [broken.id]
    assert BREAKS[how] in found.broken[broken.id]
    assert "\n" not in found.broken[broken.id]
    assert found.pruned == 0
    assert index_of(redis_client) == before


@pytest.mark.parametrize(
    "name", ["mensch:{0}:log:somebody's", "mensch:{0}:log:game000001:old", "log:game000001"]
)
def test_a_stream_that_is_no_games_log_is_left_alone(
    redis_client: redis.Redis, redis_store: RedisStore, name: str
) -> None:
    redis_client.xadd(name, {"r": FOREIGN})
    before = all_keys(redis_client)
    assert rebuild(redis_store) == Rebuilt(0, {}, 0)
    assert all_keys(redis_client) == before


@pytest.mark.parametrize("bots", [[], [0, 1]])
def test_games_go_on_while_the_index_is_rebuilt(
    redis_server: RedisServer, redis_client: redis.Redis, redis_store: RedisStore, bots: list[int]
) -> None:
    some_games(redis_store)
    game = started(redis_store, bots=bots, target=200)
    enough = threading.Event()

    def write() -> None:
        nonlocal game
        store = RedisStore(redis_server.client())
        while not enough.is_set():
            for _ in range(10):
                game = play(store, say(store, game))
                if game.over:
                    game = started(store, bots=bots)
            started(store, bots=[0])

    writer = threading.Thread(target=write)
    writer.start()
    found: list[Rebuilt] = []
    while writer.is_alive() and len(found) < 10:
        found.append(rebuild(redis_store))
    enough.set()
    writer.join()
    assert [(each.broken, each.pruned) for each in found] == [({}, 0)] * 10
    before = index_of(redis_client)
    assert rebuild(redis_store).pruned == 0
    assert index_of(redis_client) == before
    assert redis_store.head(game.id) is not None
    assert Referee(redis_store).load(game.id).head == game.head


def test_the_store_in_memory_is_rebuilt_by_the_same_steps() -> None:
    store = MemoryStore()
    games = some_games(store)
    heads, due = store.heads([game.id for game in games]), store.due(ALWAYS)
    store.prune(store.index())
    assert store.games() == []
    assert store.due(ALWAYS) == []
    assert rebuild(store) == Rebuilt(len(games), {}, 0)
    assert store.games() == sorted(game.id for game in games)
    assert store.heads([game.id for game in games]) == heads
    assert store.due(ALWAYS) == due


def test_answers_and_mails_of_the_day_are_due_again_from_what_is_kept_beside_the_logs(
    redis_client: redis.Redis, redis_store: RedisStore
) -> None:
    game = started(redis_store)
    answer = Due("answer", game.id, 2**52 - 1, 5)
    redis_store.keep(game.id, {"answer:4503599627370495": b"{}", "answer:x": b"", "orders:0": b"{}"})
    redis_store.schedule(answer)
    for player, hour in {"mensch0001": b"7", "mensch0002": b"", "mensch0003": b"24"}.items():
        redis_store.save_player(player, {"digest": hour})
    redis_store.schedule(Due("digest", "mensch0001", 1, 9))
    assert rebuild(redis_store).pruned == 0
    assert [item for item in redis_store.due(9) if item.kind == "answer"] == [answer], "times stay"
    redis_client.delete(shard(game).due)
    rebuild(redis_store)
    assert {"mensch0001:digest:1", answer.member} == set(redis_store.index().due)
    redis_store.drop(game.id, ["answer:4503599627370495"])
    redis_store.save_player("mensch0001", {"digest": b""})
    assert rebuild(redis_store).pruned == 2
    assert redis_store.index().due == []
