"""What is asked of RQ when a job is enqueued, and who counts as a living worker."""

from __future__ import annotations

from datetime import timedelta

import pytest
import rq
from freezegun import freeze_time
from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from mensch.core.errors import ServerError
from mensch.events.due import Due
from mensch.events.server.connection import connect
from mensch.workers import queues
from mensch.workers.allowed_job import ALLOWED
from mensch.workers.queues import (
    FAILED_KEPT,
    TRIES,
    TURNS,
    WORKER_SECONDS,
    connect_queues,
    enqueue,
    enqueue_by_kind,
    living_workers,
    open_queue,
    turns_are_taken,
)
from tests.servers import RedisServer

TURN = Due("turn", "0123456789", 7, 1)


@pytest.fixture
def queue(redis_client: Redis) -> Queue:
    return open_queue(TURNS, redis_client)


def test_a_jobs_id_follows_from_its_cause(queue: Queue) -> None:
    enqueue(queue, TURN)
    enqueue(queue, Due("reasons", "0123456789", 9, 1))
    assert queue.job_ids == ["ai-0123456789-7", "reasons-0123456789-9"]


def test_a_job_carries_ids_only(queue: Queue) -> None:
    enqueue(queue, TURN)
    (job,) = queue.jobs
    assert job.func_name in ALLOWED
    assert (job.args, job.kwargs, job.instance) == (["0123456789", 7], {}, None)
    assert job.description is None


def test_a_job_is_tried_again_and_leaves_nothing_for_long(queue: Queue) -> None:
    enqueue(queue, TURN)
    (job,) = queue.jobs
    assert job.retries_left == TRIES
    assert job.result_ttl == 0
    assert job.failure_ttl == FAILED_KEPT
    stored = queue.connection.hgetall("rq:job:ai-0123456789-7")
    assert int(stored[b"failure_ttl"]) == FAILED_KEPT
    assert int(stored[b"result_ttl"]) == 0
    assert int(stored[b"retries_left"]) == TRIES


def test_a_job_that_waits_is_not_enqueued_twice(queue: Queue) -> None:
    enqueue(queue, TURN)
    enqueue(queue, TURN)
    assert queue.count == 1


def test_what_this_version_does_not_know_is_not_enqueued(queue: Queue) -> None:
    assert not enqueue(queue, Due("oracle", "0123456789", 7, 1))
    assert queue.count == 0


def test_the_queues_can_have_a_server_of_their_own(
    redis_client: Redis, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert connect_queues(redis_client) is redis_client
    monkeypatch.setenv(queues.URL_VARIABLE, f"{redis_server.url}?db=3")
    with connect_queues(redis_client) as own:
        own.set("x", 1)
        assert redis_client.dbsize() == 0
        own.flushdb()


def birth(client: Redis, queue: str) -> Worker:
    worker = Worker([open_queue(queue, client)], connection=client, serializer=JSONSerializer)
    worker.register_birth()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
    return worker


def test_a_worker_is_alive_until_it_is_silent_for_too_long(redis_client: Redis) -> None:
    assert not turns_are_taken(redis_client)
    with freeze_time("2026-01-02 03:04:05") as time:
        worker = birth(redis_client, TURNS)
        assert turns_are_taken(redis_client)
        time.tick(timedelta(seconds=WORKER_SECONDS))
        assert not turns_are_taken(redis_client)
        worker.heartbeat()
        assert turns_are_taken(redis_client)
        worker.register_death()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
        assert living_workers(redis_client) == []


def test_a_worker_for_mail_takes_no_turns(redis_client: Redis) -> None:
    birth(redis_client, queues.MAIL)
    assert len(living_workers(redis_client)) == 1
    assert not turns_are_taken(redis_client)


def test_the_key_that_is_asked_first_is_where_rq_lists_workers() -> None:
    assert rq.worker.BaseWorker.redis_workers_keys == queues._WORKERS_KEY


def test_a_missing_server_is_one_clear_error() -> None:
    with RedisServer() as server:
        client = connect(server.url)
        queue = open_queue(TURNS, client)
        server.stop()
        for ask in (
            lambda: enqueue(queue, TURN),
            lambda: turns_are_taken(client),
            lambda: living_workers(client),
        ):
            with pytest.raises(ServerError, match="cannot be reached"):
                ask()
        client.close()


def test_an_address_of_the_queues_that_cannot_be_read_is_named_by_its_variable(
    redis_client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(queues.URL_VARIABLE, "http://anna:secret@games.example")
    with pytest.raises(ServerError, match=queues.URL_VARIABLE) as refused:
        connect_queues(redis_client)
    assert "secret" not in str(refused.value)


def test_a_job_can_name_just_what_is_enqueued_for_some_kind_of_item(queue: Queue) -> None:
    for kind in queues.WORK:
        enqueue(queue, Due(kind, "0123456789", 1, 1))
    assert {job.func_name for job in queue.jobs} == ALLOWED
    assert queue.count == len(queues.WORK), "each has a name of its own"


def test_each_kind_of_item_goes_into_its_own_queue(redis_client: Redis) -> None:
    put = enqueue_by_kind(redis_client)
    for kind in ("turn", "flag", "order", "mail", "late", "answer"):
        assert put(Due(kind, "0123456789", 7, 1))
    assert not put(Due("oracle", "0123456789", 7, 1))
    assert [open_queue(name, redis_client).job_ids for name in queues.QUEUES] == [
        ["ai-0123456789-7", "flag-0123456789-7", "order-0123456789-7"],
        ["mail-0123456789-7", "late-0123456789-7", "answer-0123456789-7"],
        [],
    ]
