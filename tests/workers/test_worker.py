"""`mensch worker`: ends after the job in hand, outlives its servers, keeps secrets, leaves what is newer."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis import Redis

from mensch.core.errors import NewerLogError
from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.due import Due
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.record import canonical, digest
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Player, Referee
from mensch.events.server.meta import open_meta
from mensch.workers.queues import TURNS, enqueue, living_workers, open_queue
from mensch.workers.turns import take_turns
from tests.faults.gate import Gate
from tests.servers import RedisServer, eventually
from tests.workers.bots_game import bots_game, is_over, moves, wait_for_end
from tests.workers.programs import Programs


def queue_turn(store: RedisStore, game: Game, kind: str = "turn") -> None:
    """Enqueue the job for the bot's turn in a game, as a sweeper would."""
    enqueue(open_queue(TURNS, store.client), Due(kind, game.id, game.seq, game.at))


def test_sigterm_lets_the_job_in_hand_finish(redis_server: RedisServer, store: RedisStore) -> None:
    game = bots_game(store)
    with Gate(redis_server.url) as gate, Programs(gate.url, redis_server.url) as programs:
        append = gate.hold(b"move_played")
        worker = programs.start("worker")
        queue_turn(store, game)
        append.wait()
        worker.send(signal.SIGTERM)
        with pytest.raises(AssertionError, match="does not end"):
            worker.ended(seconds=0.5)
        append.pass_on()
        assert worker.ended() == 0
    assert len(moves(store, game.id)) == 1
    assert store.client.keys("rq:job:*") == []
    (line,) = worker.lines("turn")
    assert (line["game"], line["seq"], line["outcome"]) == (game.id, game.seq, "done")


def test_an_idle_worker_ends_at_once_and_is_gone_from_the_list(programs: Programs, store: RedisStore) -> None:
    worker = programs.start("worker")
    eventually(lambda: len(living_workers(store.client)) == 1, "the worker to be there")
    assert worker.terminate() == 0
    assert living_workers(store.client) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_several_workers_of_one_command_end_with_it(
    programs: Programs, store: RedisStore, number: signal.Signals
) -> None:
    workers = programs.start("worker", "--queue", "mail", "--count", "2")
    eventually(lambda: len(living_workers(store.client)) == 2, "both workers to be there")
    assert {name for one in living_workers(store.client) for name in one.queue_names()} == {"mail"}
    workers.send(number)
    assert workers.ended() == 0
    assert living_workers(store.client) == []


def test_workers_that_only_empty_the_queue_end_by_themselves(programs: Programs, store: RedisStore) -> None:
    games = [bots_game(store) for _ in range(3)]
    programs.run("sweep", "--once")
    worker = programs.run("worker", "--burst", "--count", "2")
    assert {line["game"] for line in worker.lines("turn")} == {game.id for game in games}
    assert [len(moves(store, game.id)) for game in games] == [1, 1, 1]


def test_a_job_for_a_turn_that_is_over_does_nothing(programs: Programs, store: RedisStore) -> None:
    game = bots_game(store)
    queue_turn(store, game)
    programs.run("worker", "--burst")
    queue_turn(store, game)
    worker = programs.run("worker", "--burst")
    (line,) = worker.lines("turn")
    assert line["outcome"] == "nothing to do"
    assert len(moves(store, game.id)) == 1


def test_a_job_whose_earlier_run_was_lost_with_its_server_counts_as_done(
    programs: Programs, store: RedisStore
) -> None:
    game = bots_game(store)
    client: Any = store.client  # Any: redis-py's commands are typed as sync or async in one
    queue_turn(store, game)
    client.zadd(f"rq:executions:ai-{game.id}-{game.seq}", {"lost": 2**52})
    programs.start("worker", "--burst").ended()
    assert len(moves(store, game.id)) == 1
    assert client.zcard("rq:failed:turns") == 0
    assert client.keys("rq:job:*") == []


def test_a_deck_becomes_public_when_its_time_to_be_disputed_is_over(
    programs: Programs, store: RedisStore
) -> None:
    hour = 3_600_000
    players = [Player(f"random {seat}", Bot("random", 1)) for seat in range(2)]
    game = Referee(store).new_game(classic(2, 1), players, dispute_window=hour)
    take_turns(Referee(store), game)
    programs.run("sweep", "--once")
    assert programs.run("worker", "--burst").lines("reveal") == []
    programs.run("sweep", "--once", ahead=3601)
    (line,) = programs.run("worker", "--burst", ahead=3601).lines("reveal")
    assert (line["game"], line["outcome"]) == (game.id, "done")
    after = Referee(store).load(game.id)
    assert after.revealed is not None
    assert after.sealed == 0
    assert store.due(1 << 52) == []


def test_no_secret_leaves_by_a_log_or_a_job(programs: Programs, store: RedisStore) -> None:
    game = bots_game(store, target=3)
    seed = store.secrets(game.id)[SEED]
    watched = Watched(store.client)
    worker = programs.start("worker")
    sweeper = programs.start("sweep")
    eventually(lambda: watched.look() or is_over(store, game.id), "the game to be played")
    worker.terminate()
    sweeper.terminate()
    assert watched.values, "no job was seen"
    told = programs.output.encode() + b"\n".join(watched.values)
    for secret in (seed, seed.hex().encode(), repr(seed).encode(), b"Legal", b"legal moves", b"dice"):
        assert secret not in told
    for move in moves(store, game.id):
        assert f'"{move}"'.encode() not in told
    lines = worker.lines("turn") + worker.lines("reasons")
    assert {frozenset(line) for line in lines} == {frozenset({"at", "event", "game", "ms", "outcome", "seq"})}
    assert len(worker.lines("turn")) == len(moves(store, game.id))


class Watched:
    """Everything that lay in RQ's keys at some time."""

    def __init__(self, client: Redis) -> None:
        self._client: Any = client  # Any: redis-py's commands are typed as sync or async in one
        self.values: set[bytes] = set()

    def look(self) -> bool:
        """Look once more; not that it would be enough."""
        for key in self._client.keys("rq:*"):
            if value := self._client.dump(key):
                self.values.add(value)
            if self._client.type(key) == b"hash":
                self.values |= set(self._client.hgetall(key).values())
        return False


def test_a_failed_job_tells_of_what_kind_and_nothing_more(programs: Programs, store: RedisStore) -> None:
    game = bots_game(store)
    shard = shard_of(game.id, 1)
    store.client.hset(shard.secret(game.id), SEED, b"the wrong seed, of thirty-two by")
    store.client.xtrim(shard.log(game.id), maxlen=2, approximate=False)
    queue_turn(store, game)
    worker = programs.run("worker", "--burst")
    assert [line["error"] for line in worker.lines("turn")] == ["CorruptLogError"] * 4, (
        "one try and three more"
    )
    assert worker.lines("library") == []
    queue = open_queue(TURNS, store.client)
    (name,) = queue.failed_job_registry.get_job_ids()
    assert name == f"ai-{game.id}-{game.seq}"
    client: Any = store.client  # Any: redis-py's commands are typed as sync or async in one
    ((_, kept),) = client.xrange(f"rq:results:{name}")
    assert b"the wrong seed" not in bytes(str(kept), "utf-8")
    assert 0 < client.ttl(f"rq:job:{name}") <= 24 * 3600
    assert 0 < client.ttl(f"rq:results:{name}") <= 24 * 3600


NEWER = """
from mensch.events import bodies

class WeatherChanged(bodies.Fields, frozen=True):
    sky: str

# Before the tables that are made from this one are made.
bodies.TYPES["weather_changed", 1] = WeatherChanged

from mensch.cli.main import main
from mensch.events import game

game._ADVANCE[WeatherChanged] = lambda game, body, seq: None
main()
"""
"""A version of the program that knows one more type of record."""


def write_newer_record(store: RedisStore, game: Game) -> int:
    """Append a record of a type that this version does not know, as a newer one would; its number."""
    shard = shard_of(game.id, 1)
    client: Any = store.client  # Any: redis-py's commands are typed as sync or async in one
    last = entries(store, game.id)[-1]
    seq = last.seq + 1
    values = msgspec.json.decode(last.raw, type=dict[str, object])
    raw = canonical(
        values
        | {
            "body": {"sky": "grey"},
            "cmd": "ab" * 16,
            "prev": last.hash,
            "seq": seq,
            "type": "weather_changed",
        }
    )
    member = f"{game.id}:turn:{seq}"
    client.xadd(shard.log(game.id), {"r": raw}, id=f"{seq}-0")
    client.xadd(shard.feed, {"g": game.id, "s": seq})
    client.hset(shard.head(game.id), mapping={"seq": seq, "hash": digest(raw), "due": member})
    client.zrem(shard.due, f"{game.id}:turn:{last.seq}")
    client.zadd(shard.due, {member: values["at"]})
    return seq


def test_a_game_of_a_newer_version_is_left_to_a_newer_worker(programs: Programs, store: RedisStore) -> None:
    game = bots_game(store, target=1)
    seq = write_newer_record(store, game)
    with pytest.raises(NewerLogError):
        Referee(store).load(game.id)
    programs.run("sweep", "--once")
    worker = programs.run("worker", "--burst")
    (line,) = worker.lines("turn")
    assert (line["game"], line["seq"], line["outcome"]) == (game.id, seq, "left to a newer version")
    assert [item.member for item in store.due(1 << 52)] == [f"{game.id}:turn:{seq}"]
    assert store.client.keys("rq:job:*") == [], "it has not failed"
    programs.run("sweep", "--once", ahead=60)
    newer = programs.start("worker", "--burst", command=(sys.executable, "-P", "-c", NEWER))
    assert newer.ended() == 0
    assert len(newer.lines("turn")) == 1, newer.output
    (line,) = newer.lines("turn")
    assert (line["seq"], line["outcome"]) == (seq, "done")
    head = store.head(game.id)
    assert head is not None
    assert head.seq == seq + 1


def test_a_worker_whose_parent_is_no_supervisor_goes_on_without_input(
    programs: Programs, store: RedisStore
) -> None:
    worker = programs.start("worker")  # its standard input has ended
    game = bots_game(store)
    queue_turn(store, game)
    worker.says("turn", game=game.id)
    assert worker.terminate() == 0


@pytest.mark.parametrize("silent", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_worker_that_loses_the_queues_in_a_job_says_so_and_another_is_started(silent: bool) -> None:
    """A connection that breaks, and one that stays silent for longer than a worker waits."""
    with RedisServer() as log, RedisServer(tcp=True) as queues:
        client = log.client()
        store = RedisStore(client, open_meta(client).shards)
        with Gate(queues.tcp_url) as gate, Programs(log.url, gate.url) as programs:
            workers = programs.start("worker", "--count", "2")
            eventually(lambda: len(workers.lines("worker starts")) == 2, "both workers")
            account = gate.hold(b"rq:execution")
            bots_game(store)
            programs.start("sweep")
            account.wait()
            if not silent:
                account.lose()
            workers.says("process ended", seconds=40, code=7)
            assert "mensch: the worker could not go on" in workers.output
            eventually(lambda: len(workers.lines("worker starts")) >= 3, "another worker")
            account.lose()


def test_workers_need_no_more_rights_than_the_handbook_gives() -> None:
    handbook = (Path(__file__).parents[2] / "docs/operate.md").read_text(encoding="utf-8")
    (rule,) = re.findall(r"^    ACL SETUSER (mensch .*)$", handbook, re.MULTILINE)
    with RedisServer(tcp=True) as server:
        client = server.client()
        client.execute_command("ACL", "SETUSER", *rule.split())  # type: ignore[no-untyped-call]  # redis-py's
        store = RedisStore(client, open_meta(client).shards)
        with Programs(server.tcp_url.replace("//", "//mensch:PASSWORD@")) as programs:
            programs.start("worker")
            programs.start("sweep")
            game = bots_game(store, target=1)
            wait_for_end(store, game.id)
            assert programs.run("status").output
            assert "NOPERM" not in programs.output
            assert "PASSWORD" not in programs.output


def test_there_is_no_queue_by_another_name(programs: Programs) -> None:
    assert "turns" in programs.run("worker", "--queue", "kitchen", code=2).output
