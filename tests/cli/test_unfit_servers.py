"""A server that is missing, unfit, or somebody else's: exit code 7, one line, and nothing is touched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from mensch.events.redis.keys import META
from mensch.events.referee import Referee
from mensch.events.server.address import URL_VARIABLE
from tests.cli.command_line import Mensch, in_this_process, installed
from tests.cli.games import begun
from tests.cli.terminal import Terminal
from tests.events.redis.live import all_keys
from tests.events.server.test_fitness import GOOD_INFO, speaker
from tests.servers import Proxy, RedisServer, eventually, free_port

COMMANDS = [
    ["new", "--seat", "a", "--seat", "b"],
    ["games"],
    ["show", "k7"],
    ["moves", "k7"],
    ["play", "k7"],
    ["play", "k7", "1"],
    ["resign", "k7", "--as", "a"],
    ["abort", "k7", "--operator"],
    ["replay", "k7"],
    ["log", "k7"],
    ["fork", "k7", "--at", "4"],
    ["demo"],
    ["rebuild"],
]


def refuse_all(complaint: str) -> None:
    """Run every command, each of which must say why not."""
    for words in COMMANDS:
        in_this_process(*words).refused(7, complaint)


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("redis://127.0.0.1:{port}", "cannot be reached"),
        ("redis://127.0.0.1:{port}/3", "the server at redis://127.0.0.1:{port}/3 cannot be reached"),
        ("unix:///nowhere/at/all", "the server at unix:///nowhere/at/all cannot be reached"),
        ("http://example.org", "the server address (MENSCH_REDIS_URL) cannot be read"),
        ("redis://:pass\x1bword@[", "the server address (MENSCH_REDIS_URL) cannot be read"),
        ("redis://127.0.0.1:{port}?socket_timeout=9", "has an option that cannot be set there"),
    ],
)
def test_a_server_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, address: str, complaint: str
) -> None:
    port = str(free_port())
    monkeypatch.setenv(URL_VARIABLE, address.format(port=port))
    refuse_all(complaint.format(port=port))
    in_this_process("doctor").refused(7, complaint.format(port=port))
    in_this_process("doctor", "--json").refused(7, complaint.format(port=port))


class TestSomebodyElsesData:
    @pytest.fixture
    def database(
        self, redis_client: redis.Redis, url: str, monkeypatch: pytest.MonkeyPatch
    ) -> Iterator[redis.Redis]:
        """Database 5 of the shared server, which is empty."""
        monkeypatch.setenv(URL_VARIABLE, f"{url}?db=5")
        with redis.Redis(unix_socket_path=url.removeprefix("unix://"), db=5) as client:
            yield client

    def test_is_left_alone(self, database: redis.Redis) -> None:
        database.set("shopping", "bread")
        refuse_all("it holds somebody else's data; name an empty database or another server")
        assert (database.keys(), database.get("shopping")) == ([b"shopping"], b"bread")

    def test_of_a_newer_version_is_left_alone(self, database: redis.Redis) -> None:
        database.hset(META, mapping={"schema": "2", "shards": "1"})
        before = all_keys(database)
        refuse_all("have schema 2, written by a newer version of mensch")
        assert all_keys(database) == before

    @pytest.mark.parametrize("fields", [{"schema": "one", "shards": "1"}, {"schema": "1"}, {"shards": "1"}])
    def test_that_is_damaged_is_left_alone(self, database: redis.Redis, fields: dict[str, str]) -> None:
        for field, value in fields.items():
            database.hset(META, field, value)
        before = all_keys(database)
        refuse_all("mensch:meta at ")
        assert all_keys(database) == before

    def test_under_our_name_is_left_alone(self, database: redis.Redis) -> None:
        database.set(META, "bread")
        refuse_all("it holds somebody else's data")
        assert (database.keys(), database.get(META)) == ([META.encode()], b"bread")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"maxmemory-policy": "allkeys-lru"}, "allkeys-lru throws games away when memory is short; set"),
        (
            {"appendonly": "no"},
            "its append-only file is off, so that a crash loses games; set appendonly yes",
        ),
        ({"replicaof": "127.0.0.1 1"}, "it is a read-only replica"),
        ({"requirepass": "secret"}, "wants a user name and password"),
    ],
)
def test_a_server_that_could_lose_games_is_refused_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, str], complaint: str
) -> None:
    with RedisServer(
        options={key: value for key, value in options.items() if key != "requirepass"}
    ) as server:
        client = server.client()
        if "requirepass" in options:
            client.config_set("requirepass", options["requirepass"])
        monkeypatch.setenv(URL_VARIABLE, server.url)
        refuse_all(complaint)
        if "requirepass" not in options:
            assert client.dbsize() == 0


def test_a_server_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with speaker(GOOD_INFO + "redis_version:6.0.16\r\n") as address:
        monkeypatch.setenv(URL_VARIABLE, address)
        refuse_all("Redis 6.0.16 is too old; Redis 6.2 is the oldest")


def test_a_data_folder_that_cannot_be_used_is_named() -> None:
    answer = installed(["games"], None, env={"MENSCH_DATA": "/dev/null"})
    answer.refused(7, "the data folder /dev/null cannot be used")


class TestAFullDisk:
    def test_stops_a_move_with_nothing_half_written_and_lets_people_look(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with RedisServer(file_limit=256 * 1024) as server:
            client = server.client()
            monkeypatch.setenv(URL_VARIABLE, server.url)
            game = in_this_process("new", "--seat", "anna", "--seat", "bert", "--json").document["game"]
            client.set("mensch:filling", b"x" * 300_000)
            eventually(
                lambda: client.info("persistence")["aof_last_write_status"] == "err", "the disk to fill up"
            )
            before = all_keys(client)
            for words in (
                ["play", game, "1"],
                ["play", game],
                ["resign", game, "--as", "anna"],
                ["abort", game, "--operator"],
                ["fork", game, "--at", "4"],
                ["new", "--seat", "a", "--seat", "b"],
                ["rebuild"],
            ):
                in_this_process(*words).refused(7, "it cannot write its append-only file (disk full?)")
            assert all_keys(client) == before
            for words in (["show", game], ["replay", game], ["log", game], ["games"], ["moves", game]):
                in_this_process(*words).ok()


def test_a_reply_that_is_lost_plays_the_move_once(
    monkeypatch: pytest.MonkeyPatch, mensch: Mensch, referee: Referee, url: str
) -> None:
    game = begun(referee)
    with Proxy(url) as proxy:
        monkeypatch.setenv(URL_VARIABLE, proxy.url)
        proxy.lose_reply(containing=b"move_played")
        mensch("play", game.id, "1").ok()
        assert proxy.struck == 1
    assert referee.load(game.id).seq == game.seq + 1


def test_a_server_that_goes_while_somebody_thinks_is_named() -> None:
    with RedisServer() as server:
        made = installed(["new", "--seat", "anna", "--seat", "bert", "--json"], server.url)
        with Terminal(["play", made.document["game"], "--plain"], server.url) as terminal:
            terminal.until("]: ")
            server.kill()
            terminal.types("1\n")
            assert terminal.ends() == 7
            assert terminal.visible.startswith("mensch: the server at unix:///")
            assert "cannot be reached" in terminal.visible
