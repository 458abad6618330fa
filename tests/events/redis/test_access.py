"""What the users of docs/operate.md may do on a real server, and what no rule can forbid.

The rules are read from the document. They need Redis 7 or Valkey, which .ci/run installs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from redis.exceptions import NoPermissionError

from mensch.core.rules import classic
from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.inbox import Answer, Letter, answer, send, wait_for_answer
from mensch.events.keyfile import create_key
from mensch.events.loading import entries
from mensch.events.receipts import read_receipt, read_receipts, verifies
from mensch.events.redis import keys
from mensch.events.redis.keys import Shard
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Player, Referee
from mensch.events.server.connection import connect
from mensch.events.server.folder import DATA_VARIABLE
from mensch.events.server.meta import open_meta
from mensch.workers.signer_folder import shown_key, signer_folder
from tests.events.redis.access import documented_rule, let_in, newer_server
from tests.events.redis.live import play, say, shard, started
from tests.servers import RedisServer
from tests.workers.programs import Programs
from tests.workers.signing import start_signer

if TYPE_CHECKING:
    import redis

    from mensch.events.game import Game

GAME = "game000001"
PLAYER = "mensch0001"

PUBLIC = {Shard(0).log(GAME), Shard(0).head(GAME), Shard(0).games, keys.META}
HIDDEN = {
    Shard(0).secret(GAME),
    Shard(0).text(GAME),
    Shard(0).commands(GAME),
    Shard(0).due,
    Shard(0).feed,
    keys.player(PLAYER),
    keys.inbox(PLAYER),
    keys.answers(PLAYER),
    Shard(0).sent(GAME),
    Shard(0).post(GAME),
    Shard(0).dead,
    keys.ADDRESSES,
    keys.DOWNTIMES,
    "rq:queue:turns",
    "rq:job:ai-game000001-17",
}


def matched(user: str, names: set[str]) -> set[str]:
    """Those of some keys that a rule of the document lets a user reach in any way."""
    patterns = [word.partition("~")[2] for word in documented_rule(user) if "~" in word]
    return {name for name in names for pattern in patterns if fnmatchcase(name, pattern)}


@pytest.mark.parametrize("user", ["signer", "anna"])
def test_the_patterns_tell_public_keys_from_hidden_ones(user: str) -> None:
    assert matched(user, PUBLIC) == PUBLIC
    assert matched(user, HIDDEN) == set()


def test_every_key_of_a_game_is_public_or_hidden_and_known_here(redis_client: redis.Redis) -> None:
    store = RedisStore(redis_client, open_meta(redis_client).shards)
    game = say(store, play(store, started(store, bots=[1])))
    known = PUBLIC | HIDDEN
    players = [holder.player for holder in game.seats if holder]
    for found in redis_client.scan_iter():
        name = found.decode().replace(game.id, GAME)
        for player in players:
            name = name.replace(player, PLAYER)
        assert name in known


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer(binary=newer_server()) as running:
        yield running


@pytest.fixture
def store(server: RedisServer) -> RedisStore:
    client = server.client()
    client.flushall()
    return RedisStore(client, open_meta(client).shards)


@pytest.fixture
def game(store: RedisStore) -> Game:
    return say(store, play(store, started(store), moves=2))


def player_at(game: Game, seat: int) -> str:
    return game.holder(seat).player


@pytest.fixture
def distant(server: RedisServer, game: Game) -> Iterator[redis.Redis]:
    """Seat 0 at a distance."""
    with contextlib.closing(connect(let_in(server, "anna", player_at(game, 0)))) as client:
        yield client


@pytest.mark.ci
def test_a_player_reads_public_logs_and_heads(distant: redis.Redis, store: RedisStore, game: Game) -> None:
    shown = RedisStore(distant, open_meta(distant).shards)
    assert entries(shown, game.id) == entries(store, game.id)
    assert shown.head(game.id) == store.head(game.id)
    assert shown.games(game.id[:3]) == [game.id]


@pytest.mark.ci
def test_a_player_adds_to_their_own_inbox_and_reads_their_own_answers(
    distant: redis.Redis, store: RedisStore, game: Game
) -> None:
    player = player_at(game, 0)
    entry = send(distant, player, "a signed line")
    said = Answer(game=game.id, seq=game.seq, hash=game.head)
    answer(store.client, Letter(player, entry, "a signed line"), said)
    assert wait_for_answer(distant, player, entry, 5) == said


@pytest.mark.ci
def test_a_player_can_do_nothing_else(distant: redis.Redis, store: RedisStore, game: Game) -> None:
    own, other = player_at(game, 0), player_at(game, 1)
    names = shard(game)
    forbidden = [
        # secrets, names, texts
        ("HGETALL", names.secret(game.id)),
        ("HGET", names.secret(game.id), "seed"),
        ("HMGET", names.secret(game.id), "seed"),
        ("HMGET", names.text(game.id), "x"),
        ("HMGET", names.commands(game.id), "x"),
        ("HMGET", keys.player(other), "name"),
        ("HMGET", keys.player(own), "name"),
        ("DUMP", names.secret(game.id)),
        ("COPY", names.secret(game.id), keys.inbox(own)),
        ("RENAME", names.secret(game.id), keys.inbox(own)),
        # the log, and what is made of it
        ("XADD", names.log(game.id), f"{game.seq + 1}-0", "r", "x"),
        ("XADD", names.log(game.id), "MAXLEN", "0", "*", "r", "x"),
        ("XDEL", names.log(game.id), "1-0"),
        ("XTRIM", names.log(game.id), "MAXLEN", "0"),
        ("DEL", names.log(game.id)),
        ("HSET", names.head(game.id), "seq", "1"),
        ("HSET", keys.META, "shards", "2"),
        ("ZADD", names.games, "0", "x"),
        ("ZADD", names.due, "0", f"{game.id}:turn:1"),
        ("ZRANGEBYLEX", names.due, "-", "+"),
        ("XADD", names.feed, "*", "g", "x"),
        # queues
        ("RPUSH", "rq:queue:turns", "job"),
        ("LRANGE", "rq:queue:turns", "0", "-1"),
        ("HSET", "rq:job:x", "data", "x"),
        ("HMGET", "rq:job:x", "data"),
        # other players
        ("XADD", keys.inbox(other), "*", "l", "x"),
        ("XRANGE", keys.inbox(other), "-", "+"),
        ("XRANGE", keys.answers(other), "-", "+"),
        ("XREAD", "STREAMS", keys.answers(own), keys.answers(other), "0", "0"),
        ("XADD", keys.answers(own), "*", "a", "{}"),
        ("XRANGE", keys.inbox(own), "-", "+"),
        # the server
        ("EVAL", "return redis.call('HGETALL', KEYS[1])", "1", names.secret(game.id)),
        ("EVALSHA", "0" * 40, "0"),
        ("FCALL", "x", "0"),
        ("KEYS", "*"),
        ("SCAN", "0"),
        ("FLUSHALL",),
        ("CONFIG", "GET", "*"),
        ("ACL", "LIST"),
        ("CLIENT", "LIST"),
        ("MONITOR",),
        ("SUBSCRIBE", "x"),
        ("REPLICAOF", "NO", "ONE"),
        ("MULTI",),
        ("SHUTDOWN",),
        ("INFO",),
    ]
    before = store.client.dbsize()
    commands: Any = distant  # Any: any command, by its words
    for words in forbidden:
        with pytest.raises(NoPermissionError):
            commands.execute_command(*words)
    assert store.client.dbsize() == before
    assert entries(store, game.id)[-1].hash == game.head


@pytest.mark.ci
def test_a_move_goes_the_whole_way_from_such_a_player_to_the_log_and_back(
    server: RedisServer, store: RedisStore, tmp_path: Path
) -> None:
    key = create_key(tmp_path / "key")
    players = [Player("anna", key=key), Player("bert", key=public_key(new_private_key()))]
    game = Referee(store).new_game(classic(2), players)
    view = Referee(store).load(game.id).table.view(0)
    referee_url = let_in(server, "mensch")
    player_url = let_in(server, "anna", player_at(game, 0))
    with Programs(referee_url) as operator, Programs(player_url) as distance:
        data = {DATA_VARIABLE: str(tmp_path / "data")}
        start_signer(operator, tmp_path / "data")
        operator.start("inbox", changes=data)
        move = view.legal_moves()[0].text
        words = ("--key", str(tmp_path / "key"), "--receipt", str(tmp_path / "receipts"))
        played = distance.run("play", game.id, move, *words)
        after = entries(store, game.id)[-1]
        assert after.record.type == "move_played"
        assert after.hash in played.output
        (receipt,) = read_receipts((tmp_path / "receipts").read_text())
        assert (receipt.seq, receipt.hash) == (after.seq, after.hash)
        assert receipt.line in played.output
        assert verifies(receipt, shown_key(signer_folder(tmp_path / "data")))


@pytest.mark.ci
def test_the_signer_reads_logs_and_writes_nothing(
    server: RedisServer, store: RedisStore, game: Game, tmp_path: Path
) -> None:
    url = let_in(server, "signer")
    with Programs(url, changes={DATA_VARIABLE: str(tmp_path)}) as programs:
        signer = start_signer(programs, tmp_path)
        receipt = read_receipt(programs.run("receipt", game.id).output)
        assert verifies(receipt, shown_key(signer_folder(tmp_path)))
        assert receipt.hash == game.head
        assert signer.terminate() == 0
        programs.run("signer", "--check")
    with contextlib.closing(connect(url)) as client:
        commands: Any = client  # Any: any command, by its words
        for words in (
            ("XADD", shard(game).log(game.id), "*", "r", "x"),
            ("HSET", shard(game).head(game.id), "seq", "1"),
            ("HMGET", shard(game).secret(game.id), "seed"),
            ("HMGET", keys.player(player_at(game, 0)), "name"),
            ("CONFIG", "SET", "appendfsync", "always"),
            ("EVAL", "return 1", "0"),
        ):
            with pytest.raises(NoPermissionError):
                commands.execute_command(*words)


@pytest.mark.ci
def test_whoever_may_add_to_a_log_may_also_empty_it(
    server: RedisServer, store: RedisStore, game: Game
) -> None:
    """Why receipts are needed: no rule makes a stream append-only."""
    log = shard(game).log(game.id)
    ask_for = ["on", f">{'x' * 20}", "resetkeys", f"%W~{log}", "-@all", "+ping", "+client|setname", "+xadd"]
    operator: Any = store.client  # Any: any command, by its words
    operator.execute_command("ACL", "SETUSER", "appender", *ask_for)
    with contextlib.closing(connect(f"{server.url}?username=appender&password={'x' * 20}")) as client:
        appender: Any = client  # Any: as above
        for words in (
            ("XRANGE", log, "-", "+"),
            ("XDEL", log, "1-0"),
            ("XTRIM", log, "MAXLEN", "0"),
            ("DEL", log),
        ):
            with pytest.raises(NoPermissionError):
                appender.execute_command(*words)
        appender.execute_command("XADD", log, "MAXLEN", "1", f"{game.seq + 1}-0", "r", "x")
    assert operator.xlen(log) == 1
