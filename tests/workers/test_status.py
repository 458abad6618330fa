"""`mensch status`: how everything stands, and exit code 9 exactly when something needs a person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from freezegun import freeze_time
from redis import Redis
from rq import Worker
from rq.serializers import JSONSerializer

from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.commands import OpenDispute
from mensch.events.due import Due
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Player, Referee
from mensch.workers.queues import MAIL, TURNS, enqueue, open_queue
from mensch.workers.survey import OVERDUE, Survey, survey
from tests.servers import RedisServer
from tests.workers.bots_game import bots_game
from tests.workers.programs import Programs


def a_worker(client: Redis, queue: str = TURNS) -> None:
    """A living worker, as far as anybody can see."""
    Worker([open_queue(queue, client)], connection=client, serializer=JSONSerializer).register_birth()  # type: ignore[no-untyped-call]  # RQ leaves it untyped


def found(store: RedisStore) -> Survey:
    return survey(store, store.client)


def test_all_is_well_where_nothing_is_to_be_done(store: RedisStore) -> None:
    Referee(store).new_game(classic(2), [Player("anna"), Player("greedy", Bot("greedy", 1))])
    now = found(store)
    assert [(queue.name, queue.waiting, queue.failed, queue.workers) for queue in now.queues] == [
        ("turns", 0, 0, 0),
        ("mail", 0, 0, 0),
        ("tournaments", 0, 0, 0),
    ]
    assert (now.waiting_turns, now.oldest_turn_ms, now.overdue, now.needs) == (0, 0, [], [])


def test_turns_that_wait_are_counted_from_the_move_before_them(store: RedisStore) -> None:
    a_worker(store.client)
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        bots_game(store)
        time.tick(timedelta(seconds=2))
        bots_game(store)
        time.tick(timedelta(seconds=1))
        a_worker(store.client)
        now = found(store)
    assert (now.waiting_turns, now.oldest_turn_ms) == (2, 3000)
    assert now.needs == []


def test_the_time_of_waiting_does_not_begin_anew_when_a_turn_is_enqueued(store: RedisStore) -> None:
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        game = bots_game(store)
        time.tick(timedelta(milliseconds=OVERDUE + 1))
        store.claim_due(game.at, game.at + 10 * OVERDUE)
        a_worker(store.client)
        now = found(store)
    assert now.overdue == [game.id]
    assert now.needs == ["1 game waits for a bot for more than 60 s"]


def test_turns_without_a_worker_need_a_person(store: RedisStore) -> None:
    bots_game(store)
    a_worker(store.client, MAIL)
    (need,) = found(store).needs
    assert "no worker" in need


def test_failed_jobs_need_a_person(store: RedisStore) -> None:
    queue = open_queue(TURNS, store.client)
    queue.connection.zadd(queue.failed_job_registry.key, {"ai-0123456789-1": 1 << 40})
    now = found(store)
    assert now.needs == ["1 job has failed in the queue turns; the workers' log says why"]


def test_an_open_dispute_needs_a_person(store: RedisStore) -> None:
    referee = Referee(store)
    game = referee.new_game(classic(2), [Player("anna"), Player("bert")])
    referee.act(game, [OpenDispute(0, 1, "0" * 64)])
    assert found(store).needs == ["1 game waits for a ruling: mensch disputes"]


def test_jobs_that_wait_are_counted(store: RedisStore) -> None:
    enqueue(open_queue(TURNS, store.client), Due("turn", "0123456789", 1, 1))
    assert found(store).queues[0].waiting == 1


def read(output: str) -> dict[str, Any]:  # Any: what --json prints is asked for its parts
    return msgspec.json.decode(output, type=dict[str, Any])


def test_the_command_says_9_for_each_need(programs: Programs, store: RedisStore) -> None:
    assert read(programs.run("status", "--json").output)["needs"] == []
    game = bots_game(store, target=1)
    document = read(programs.run("status", "--json", code=9).output)
    assert document["waiting_turns"] == 1
    assert len(document["needs"]) == 1
    later = programs.run("status", ahead=3600, code=9).output
    assert f"overdue: {game.id}" in later
    assert later.count("needs a person: ") == 2
    # A game whose seed is lost fails for good.
    store.client.hdel(shard_of(game.id, 1).secret(game.id), SEED)
    programs.run("sweep", "--once")
    programs.run("worker", "--burst")
    document = read(programs.run("status", "--json", code=9).output)
    assert document["queues"][0] == {"failed": 1, "name": "turns", "waiting": 0, "workers": 0}
    assert any("failed" in need for need in document["needs"])


@pytest.mark.parametrize("missing", ["log", "queue"])
def test_a_missing_server_is_exit_code_7(redis_server: RedisServer, missing: str) -> None:
    nobody = f"unix://{redis_server.folder}/nobody"
    urls = (nobody, redis_server.url) if missing == "log" else (redis_server.url, nobody)
    with Programs(*urls) as programs:
        assert "cannot be reached" in programs.run("status", code=7).output
