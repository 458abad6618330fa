"""A worker that finds hand-made jobs in its queue runs none of them, says so, and does the next good one."""

from __future__ import annotations

import json
import pickle
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from mensch.events.redis.store import RedisStore
from mensch.events.server.meta import open_meta
from tests.servers import RedisServer, eventually
from tests.workers.bots_game import bots_game, moves
from tests.workers.programs import Program, Programs

Fields = dict[str, bytes | str | int]


class Workshop:
    """One worker for all tests of this file, its queue, and a file that must never appear."""

    def __init__(self, server: RedisServer, programs: Programs, folder: Path) -> None:
        self.client: Any = server.client()  # Any: redis-py's commands are typed as sync or async in one
        self.store = RedisStore(self.client, open_meta(self.client).shards)
        self.canary = folder / "sung"
        self.programs = programs
        # What a callback could call, where the worker would find it.
        module = f"def sing(*_): open({str(self.canary)!r}, 'w').close()\n"
        (folder / "canary.py").write_text(module)
        self.worker: Program = programs.start("worker", changes={"PYTHONPATH": str(folder)})
        self.worker.says("worker starts")
        self.touch = f"touch {self.canary}"
        self._number = 0

    def data(self, function: str, *arguments: object, instance: object = None) -> bytes:
        """The data of a job."""
        return json.dumps([function, instance, arguments, {}]).encode()

    def good(self) -> bytes:
        """The data of a job that does nothing: its game is not there."""
        return self.data("mensch.workers.jobs.take_turn", "0123456789", 1)

    def put(self, fields: Fields, name: str | None = None) -> str:
        """Make a job by hand."""
        self._number += 1
        name = name or f"hand-made-{self._number}"
        self.client.hset(f"rq:job:{name}", mapping=fields)
        return name

    def queue(self, name: str | bytes) -> None:
        """Put a job's name into the queue."""
        self.client.rpush("rq:queue:turns", name)

    def still_works(self) -> None:
        """The same worker does the next good job, and the canary is not there."""
        name = bots_game(self.store, ("greedy",) * 2).id
        self.queue(self.put({"data": self.data("mensch.workers.jobs.take_turn", name, 4), "origin": "turns"}))
        self.worker.says("turn", game=name, outcome="done")
        assert len(moves(self.store, name)) == 1
        assert not self.canary.exists()
        assert len(self.worker.lines("worker starts")) == 1


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    with RedisServer() as server, Programs(server.url) as programs:
        yield Workshop(server, programs, tmp_path_factory.mktemp("canary"))


@pytest.mark.parametrize("pack", [bytes, zlib.compress])
def test_another_function_is_refused(workshop: Workshop, pack: Callable[[bytes], bytes]) -> None:
    before = len(workshop.worker.lines("refused"))
    workshop.queue(
        workshop.put({"data": pack(workshop.data("os.system", workshop.touch)), "origin": "turns"})
    )
    workshop.still_works()
    (line,) = workshop.worker.lines("refused")[before:]
    assert line["function"] == "os.system"


@pytest.mark.parametrize("kind", ["success", "failure", "stopped"])
def test_callbacks_of_refused_failed_and_good_jobs_are_not_run(workshop: Workshop, kind: str) -> None:
    game = bots_game(workshop.store).id
    for data in (
        workshop.good(),
        workshop.data("os.system", workshop.touch),
        workshop.data("mensch.workers.jobs.take_turn", game, 4),
    ):
        callback = f"{kind}_callback_name"
        workshop.queue(workshop.put({"data": data, callback: "canary.sing", "origin": "turns"}))
    workshop.still_works()


class Trap:
    """Runs a command when it is unpickled."""

    def __init__(self, command: str) -> None:
        self.command = command

    def __reduce__(self) -> tuple[object, tuple[str]]:
        import os

        return os.system, (self.command,)


def test_a_pickle_is_not_opened(workshop: Workshop) -> None:
    before = len(workshop.worker.lines("refused"))
    trap = pickle.dumps(Trap(workshop.touch))
    for data in (trap, zlib.compress(trap)):
        for field in ("data", "meta", "result"):
            workshop.queue(workshop.put({"data": workshop.good(), "origin": "turns", field: data}))
    workshop.still_works()
    assert len(workshop.worker.lines("refused")) == before + 2


@pytest.mark.parametrize(
    "fields",
    [
        {"data": b""},
        {"data": b"\xff\xfe"},
        {"data": b"[" * 9000},
        {"data": zlib.compress(b" " * 50_000_000)},
        {"exc_info": zlib.compress(b" " * 50_000_000)},
        {"created_at": b"yesterday", "started_at": b"\xff", "ended_at": b"1", "enqueued_at": b"2026"},
        {"timeout": b"-7", "result_ttl": b"x", "failure_ttl": b"\xff", "ttl": b"-1"},
        {"retries_left": b"99999999999999999999", "retry_intervals": b"{", "number_of_retries": b"x"},
        {"status": b"\xff", "origin": b"\xff", "worker_name": b"\xff", "description": b"\xff"},
        {"webhooks": b'[{"url": "http://127.0.0.1:9/x", "statuses": ["finished"]}]'},
        {"dependency_ids": b'["x"]', "group_id": b"g", "repeats_left": b"9", "repeat_intervals": b"[1]"},
        {"rate_limit_key": b"k", "rate_limit_concurrency": b"1", "enqueue_at_front": b"\xff"},
        {b"\xff\xfe".decode("latin-1"): b"x"},
    ],
)
def test_a_malformed_job_does_no_harm(workshop: Workshop, fields: Fields) -> None:
    workshop.queue(workshop.put({"data": workshop.good(), "origin": "turns", **fields}))
    workshop.still_works()


def test_a_name_without_a_job_is_passed_over(workshop: Workshop) -> None:
    workshop.queue("ai-0123456789-1")
    workshop.queue(workshop.put({"status": "queued"}))
    workshop.still_works()


def test_a_job_that_is_no_hash_is_passed_over(workshop: Workshop) -> None:
    workshop.client.set("rq:job:stone", "x")
    workshop.queue("stone")
    workshop.still_works()


@pytest.mark.parametrize("name", [b"\xff\xfe", b"", b"a b", b"a:b", b"../x", b"x" * 5000])
def test_a_name_that_is_none_is_dropped(workshop: Workshop, name: bytes) -> None:
    workshop.queue(name)
    workshop.still_works()
    assert name not in workshop.client.lrange("rq:queue:turns", 0, -1)


def test_a_queue_of_another_type_is_made_anew(workshop: Workshop) -> None:
    workshop.client.set("rq:queue:turns:intermediate", "x")
    workshop.queue(workshop.put({"data": workshop.good(), "origin": "turns"}))
    eventually(lambda: workshop.client.type("rq:queue:turns:intermediate") != b"string", "the key to go")
    workshop.still_works()


def test_nobody_listens_to_commands_of_rqs_own(workshop: Workshop) -> None:
    assert workshop.client.pubsub_channels("rq:*") == []


def test_maintenance_survives_hand_made_entries_and_runs_none(workshop: Workshop) -> None:
    """Last in this file: it waits for the worker's maintenance, which comes every five seconds."""
    client = workshop.client
    evil: Fields = {
        "data": workshop.data("os.system", workshop.touch),
        "origin": "turns",
        "status": "started",
        "retries_left": 999,
        "started_at": "yesterday",
        **{f"{kind}_callback_name": "os.system" for kind in ("success", "failure", "stopped")},
    }
    names = [workshop.put(evil) for _ in range(4)]
    client.zadd(
        "rq:wip:turns", {f"{names[0]}:x": 1, b"\xff": 1, "no-colon": 1, "a:b:c": 1, f"{names[1]}:y": 1}
    )
    client.zadd("rq:failed:turns", {names[2]: 1 << 40, b"\xff": 1})
    client.zadd("rq:finished:turns", {b"\xff": 1})
    client.rpush("rq:queue:turns:intermediate", b"\xff", names[3], "a b", "ghost")
    client.set(f"rq:queue:turns:intermediate:first_seen:{names[3]}", time.time() - 3600)
    eventually(
        lambda: (
            not client.zrangebyscore("rq:wip:turns", 0, 1)
            and not client.lrange("rq:queue:turns:intermediate", 0, -1)
        ),
        f"maintenance to come by; {workshop.worker.output[-1000:]}",
        30,
    )
    workshop.still_works()
    assert client.zscore("rq:failed:turns", names[3]) is None, "it was tried again, and refused"


def test_the_worker_has_never_ended_and_its_whole_log_is_json(workshop: Workshop) -> None:
    """After all the others."""
    workshop.still_works()
    assert workshop.worker.terminate() == 0
    printed = workshop.worker.output.splitlines()
    assert [line for line in printed if not line.startswith("{")] == []


def test_a_queue_key_that_is_no_list_heals(redis_server: RedisServer, redis_client: Redis) -> None:
    open_meta(redis_client)
    redis_client.set("rq:queue:turns", "x")
    with Programs(redis_server.url) as programs:
        worker = programs.start("worker")
        worker.says("foreign entries", dropped=1)
        assert worker.terminate() == 0
