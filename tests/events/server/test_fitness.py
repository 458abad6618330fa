"""Servers that may hold a log, and those that may not: real ones wherever one can be had."""

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
import redis

from mensch.core.errors import ServerError
from mensch.events.redis.keys import META
from mensch.events.server.connection import connect, server_errors
from mensch.events.server.fitness import Finding, connect_fit, examine, require_fit
from mensch.events.server.meta import SCHEMA, open_meta
from tests.servers import RedisServer, eventually, free_port


def finding(client: redis.Redis, name: str) -> Finding:
    return next(found for found in examine(client) if found.name == name)


def refusal(client: redis.Redis) -> str:
    with pytest.raises(ServerError) as caught:
        require_fit(client)
    text = str(caught.value)
    assert "\n" not in text
    return text


@contextlib.contextmanager
def speaker(info: str) -> Iterator[str]:
    """Stands in for a server that cannot be installed here: it only says of itself what `info` says."""
    replies = {b"INFO": b"$%d\r\n%s\r\n" % (len(info), info.encode()), b"PING": b"+PONG\r\n"}
    replies |= {b"CLIENT": b"+OK\r\n", b"DBSIZE": b":0\r\n", b"HMGET": b"*2\r\n$-1\r\n$-1\r\n"}

    def serve(listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=answer, args=(connection,), daemon=True).start()

    def answer(connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as requests:
            while head := requests.readline():
                words = [requests.read(int(requests.readline()[1:]) + 2)[:-2] for _ in range(int(head[1:]))]
                connection.sendall(replies.get(words[0], b"-ERR unknown command\r\n"))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


GOOD_INFO = (
    "redis_version:7.2.4\r\nredis_mode:standalone\r\nrole:master\r\nloading:0\r\naof_enabled:1\r\n"
    "aof_last_write_status:ok\r\nrdb_last_bgsave_status:ok\r\nmaxmemory_policy:noeviction\r\n"
)


def test_a_fit_server_passes_with_nothing_but_good_findings() -> None:
    with RedisServer() as server:
        client = server.client()
        require_fit(client)
        found = examine(client)
        assert {each.status for each in found} == {"ok"}
        names = ["server", "role", "append-only file", "fsync", "eviction", "disk", "data", "players"]
        assert [each.name for each in found] == names
        assert server.url in found[0].seen
        assert "last second" in finding(client, "fsync").seen


def test_a_connection_to_a_fit_server_is_handed_out() -> None:
    with RedisServer() as server, connect_fit(server.url) as client:
        assert client.ping()


def test_examining_changes_nothing() -> None:
    with RedisServer() as server:
        client = server.client()
        examine(client)
        assert client.dbsize() == 0


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("appendonly", "no", "its append-only file is off"),
        ("appendfsync", "no", "its appendfsync is no"),
        ("maxmemory-policy", "allkeys-lru", "its maxmemory-policy allkeys-lru throws games away"),
        ("maxmemory-policy", "volatile-ttl", "its maxmemory-policy volatile-ttl throws games away"),
        ("replicaof", "127.0.0.1 1", "it is a read-only replica"),
    ],
)
def test_a_server_that_could_lose_games_is_refused(option: str, value: str, complaint: str) -> None:
    with RedisServer(options={option: value}) as server:
        assert complaint in refusal(server.client())


def test_each_refusal_says_what_to_do_and_counts_the_others() -> None:
    with RedisServer(options={"appendonly": "no", "maxmemory-policy": "allkeys-lru"}) as server:
        text = refusal(server.client())
        assert "; set appendonly yes" in text
        assert text.endswith("(1 more: see mensch doctor)")


def test_a_connection_to_an_unfit_server_is_not_handed_out() -> None:
    with (
        RedisServer(options={"appendonly": "no"}) as server,
        pytest.raises(ServerError, match="append-only file is off"),
    ):
        connect_fit(server.url)


def test_always_is_reported_as_the_safest() -> None:
    with RedisServer(options={"appendfsync": "always"}) as server:
        assert finding(server.client(), "fsync").seen.startswith("always")


def test_a_database_with_other_keys_is_somebody_elses() -> None:
    with RedisServer() as server:
        client = server.client()
        client.set("session:42", "not ours")
        assert "it holds somebody else's data" in refusal(client)
        with connect(f"{server.url}?db=1") as another:
            require_fit(another)


def test_a_foreign_key_with_our_name_is_somebody_elses() -> None:
    with RedisServer() as server:
        client = server.client()
        client.set(META, "not ours")
        assert "it holds somebody else's data" in refusal(client)


def test_our_own_data_are_recognised() -> None:
    with RedisServer() as server:
        client = server.client()
        open_meta(client, shards=4)
        client.set("mensch:player:0000000000", "x")
        assert finding(client, "data") == Finding("data", "ok", f"schema {SCHEMA}, shards: 4")


def test_data_of_a_newer_schema_are_refused() -> None:
    with RedisServer() as server:
        client = server.client()
        client.hset(META, mapping={"schema": SCHEMA + 1, "shards": 1})
        assert "written by a newer version of mensch" in refusal(client)


def test_a_full_disk_is_refused_to_writers_only_and_reported_in_one_line() -> None:
    with RedisServer(file_limit=64 * 1024) as server:
        client = server.client()
        with contextlib.suppress(redis.ResponseError):
            for number in range(10):
                client.set(f"key{number}", b"x" * 10_000)
        eventually(
            lambda: client.info("persistence")["aof_last_write_status"] == "err", "the disk to fill up"
        )
        with pytest.raises(ServerError, match="cannot write to its disk"), server_errors(client):
            client.set("one more", "x")
        script = client.register_script("return redis.call('SET', KEYS[1], 'x')")
        with pytest.raises(ServerError, match="cannot write to its disk"), server_errors(client):
            script(keys=["one more"])
        assert finding(client, "disk").status == "bad"
        assert "it cannot write its append-only file" in refusal(client)
        with connect(server.url) as later:
            assert later.get("key0") == b"x" * 10_000


def test_a_server_that_is_loading_is_refused_until_it_is_done() -> None:
    with RedisServer() as server:
        client = server.client()
        client.eval("for n = 1, 50000 do redis.call('SET', 'key' .. n, n) end", 0)
        server.stop()
        server.options |= {"key-load-delay": "20"}  # microseconds; it answers after every 1000 keys
        server.start(wait_until_loaded=False)
        with connect(server.url) as early:
            assert "it is still loading its files" in refusal(early)
            with pytest.raises(ServerError, match="still loading its files"), server_errors(early):
                early.get("key0")


def test_a_server_that_has_gone_is_a_finding_of_its_own() -> None:
    with RedisServer() as server:
        client = server.client()
        server.kill()
        (gone,) = examine(client)
        assert (gone.name, gone.status) == ("server", "bad")
        assert "cannot be reached" in gone.seen


def test_where_config_is_forbidden_the_rest_is_still_checked() -> None:
    with RedisServer(options={"rename-command": "CONFIG FORBIDDEN"}) as server:
        client = server.client()
        require_fit(client)
        fsync = finding(client, "fsync")
        assert (fsync.status, fsync.seen) == ("warn", "the server does not tell")
    with RedisServer(options={"rename-command": "CONFIG FORBIDDEN", "appendonly": "no"}) as server:
        assert "its append-only file is off" in refusal(server.client())


def test_a_user_who_may_not_look_is_refused_with_what_is_missing() -> None:
    with RedisServer(tcp=True) as server:
        server.client().acl_setuser(
            "anna", enabled=True, passwords=["+secret"], keys=["other:*"], commands=["+@all"]
        )
        with connect(f"redis://anna:secret@127.0.0.1:{server.port}") as client:
            text = refusal(client)
        assert "allow this user the keys mensch:*" in text
        assert "secret" not in text


@pytest.mark.parametrize(
    ("told", "name", "status", "seen"),
    [
        ("redis_version:5.0.7", "server", "bad", "Redis 5.0.7 is too old"),
        ("redis_version:6.0.16", "server", "bad", "Redis 6.0.16 is too old"),
        ("redis_version:6.2.0", "server", "ok", "Redis 6.2.0 at "),
        ("redis_version:8.2.1", "server", "ok", "Redis 8.2.1 at "),
        ("redis_version:9.0.0", "server", "warn", "Redis 9.0.0 at "),
        ("redis_version:7.2.4\r\nvalkey_version:8.1.0", "server", "ok", "Valkey 8.1.0 at "),
        ("redis_version:", "server", "bad", "it does not tell its version"),
        ("redis_version:6.2.14", "players", "ok", "can't have users of their own"),
        ("redis_version:7.0.15", "players", "ok", "can have users of their own"),
        ("redis_version:7.2.4\r\nvalkey_version:8.1.0", "players", "ok", "can have users of their own"),
        ("redis_mode:sentinel", "role", "bad", "it is a sentinel"),
        ("redis_mode:cluster", "role", "warn", "a node of a cluster"),
        ("rdb_last_bgsave_status:err", "disk", "bad", "its last snapshot failed"),
        ("aof_last_bgrewrite_status:err", "disk", "warn", "the last rewrite of its append-only file failed"),
        ("maxmemory_policy:", "eviction", "warn", "the server does not tell"),
        ("aof_enabled:", "append-only file", "warn", "the server does not tell"),
    ],
)
def test_what_a_server_says_of_itself_is_judged(told: str, name: str, status: str, seen: str) -> None:
    with speaker(GOOD_INFO + told + "\r\n") as url, connect(url) as client:
        found = finding(client, name)
        assert found.status == status
        assert found.seen.startswith(seen)
        assert (found.remedy != "") == (status != "ok")


def test_an_old_server_is_refused_with_the_oldest_that_is_not() -> None:
    with speaker(GOOD_INFO + "redis_version:5.0.7\r\n") as url, connect(url) as client:
        assert "Redis 5.0.7 is too old; Redis 6.2 is the oldest" in refusal(client)


def test_no_server_at_all_is_refused_before_any_finding() -> None:
    with pytest.raises(ServerError, match="cannot be reached"):
        connect_fit(f"redis://127.0.0.1:{free_port()}")
