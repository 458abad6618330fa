"""Whatever stands in a job's hash, nothing but a listed function comes out of it."""

from __future__ import annotations

import json
import pickle
import zlib
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from redis import Redis
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from mensch.events.ids import new_id
from mensch.workers import jobs
from mensch.workers.allowed_job import ALLOWED, LARGEST, REFUSED, AllowedJob
from mensch.workers.queues import FAILED_KEPT, JOB_SECONDS, TRIES

GOOD = json.dumps(["mensch.workers.jobs.take_turn", None, ["0123456789", 7], {}]).encode()
FIELDS = (
    "allow_dependency_failures",
    "created_at",
    "data",
    "dependency_ids",
    "description",
    "ended_at",
    "enqueue_at_front",
    "enqueue_at_front_on_retry",
    "enqueued_at",
    "exc_info",
    "failure_callback_name",
    "failure_callback_timeout",
    "failure_ttl",
    "group_id",
    "last_heartbeat",
    "meta",
    "number_of_retries",
    "origin",
    "rate_limit_concurrency",
    "rate_limit_key",
    "repeat_intervals",
    "repeats_left",
    "result",
    "result_ttl",
    "retries_left",
    "retry_intervals",
    "started_at",
    "status",
    "stopped_callback_name",
    "stopped_callback_timeout",
    "success_callback_name",
    "success_callback_timeout",
    "timeout",
    "ttl",
    "webhooks",
    "worker_name",
)
"""Every field that RQ reads from a job's hash."""


def restored(fields: dict[str, bytes]) -> AllowedJob:
    job = AllowedJob("hand-made", connection=Redis(), serializer=JSONSerializer)
    job.restore({name.encode(): value for name, value in fields.items()})
    return job


def assert_harmless(job: Job) -> None:
    assert job.func_name in ALLOWED | {REFUSED}
    assert job.instance is None
    assert job.success_callback is None
    assert job.failure_callback is None
    assert job.stopped_callback is None
    assert not job.webhooks
    assert (job.timeout, job.result_ttl, job.failure_ttl) == (JOB_SECONDS, 0, FAILED_KEPT)
    assert job.retries_left is not None
    assert 0 <= job.retries_left <= TRIES
    for field in ("_dependency_ids", "meta", "repeats_left", "rate_limit_key", "group_id"):
        assert not getattr(job, field)


@pytest.mark.parametrize("pack", [bytes, zlib.compress])
def test_our_own_jobs_are_restored(pack: Callable[[bytes], bytes]) -> None:
    job = restored(
        {"data": pack(GOOD), "status": b"started", "origin": b"turns", "retries_left": b"2"},
    )
    assert job.func_name == "mensch.workers.jobs.take_turn"
    assert job.args == ["0123456789", 7]
    assert job.get_status(refresh=False) is JobStatus.STARTED
    assert (job.origin, job.retries_left) == ("turns", 2)
    assert_harmless(job)


def test_every_listed_function_is_there() -> None:
    for name in ALLOWED | {REFUSED}:
        assert callable(getattr(jobs, name.rpartition(".")[2]))


CALLS: dict[str, object] = {
    "another function": ["os.system", None, ["true"], {}],
    "a method of an instance": ["system", "os", ["true"], {}],
    "a listed function of an instance": ["mensch.workers.jobs.take_turn", "x", ["0123456789", 7], {}],
    "another of our own functions": ["mensch.workers.jobs._run", None, ["0123456789", 7], {}],
    "a listed function by another path": ["mensch.workers.jobs:take_turn", None, ["0123456789", 7], {}],
    "no game's id": ["mensch.workers.jobs.take_turn", None, ["../../etc", 7], {}],
    "no number": ["mensch.workers.jobs.take_turn", None, ["0123456789", "7"], {}],
    "a number out of range": ["mensch.workers.jobs.take_turn", None, ["0123456789", 2**70], {}],
    "too many arguments": ["mensch.workers.jobs.take_turn", None, ["0123456789", 7, 8], {}],
    "arguments by name": ["mensch.workers.jobs.take_turn", None, ["0123456789", 7], {"act": "x"}],
    "the refusal itself": ["mensch.workers.jobs.refused", None, ["anything"], {}],
    "an empty call": [],
    "an object": {"func": "os.system"},
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
@pytest.mark.parametrize("pack", [bytes, zlib.compress])
def test_another_call_is_refused(call: object, pack: Callable[[bytes], bytes]) -> None:
    job = restored({"data": pack(json.dumps(call).encode())})
    assert job.func_name == REFUSED
    assert_harmless(job)


def test_the_refusal_names_what_was_asked_for_and_is_safe_to_print() -> None:
    job = restored({"data": json.dumps(["os.\x1b[31msystem\u202e" + "x" * 500, None, [], {}]).encode()})
    (said,) = job.args
    assert said.startswith("os.")
    assert said.isprintable()
    assert len(said) < 150


DATA = {
    "a pickle": pickle.dumps(("os.system", None, ("true",), {})),
    "nothing": b"",
    "no UTF-8": b'["\xff\xfe", null, [], {}]',
    "deep nesting": b"[" * 9000,
    "a zip bomb": zlib.compress(b" " * 10_000_000),
    "a zip bomb of JSON": zlib.compress(GOOD[:-1] + b" " * 1_000_000 + b"}"),
    "too long": GOOD + b" " * LARGEST,
    "a cut archive": zlib.compress(b'["os.system",null,["true"],{}]')[:-3],
    "an archive of a pickle": zlib.compress(pickle.dumps(("os.system", None, ("true",), {}))),
}


@pytest.mark.parametrize("data", DATA.values(), ids=DATA.keys())
def test_data_that_are_no_call_of_ours_are_refused(data: bytes) -> None:
    job = restored({"data": data})
    assert job.func_name == REFUSED
    assert_harmless(job)


@pytest.mark.parametrize("kind", ["success", "failure", "stopped"])
def test_callbacks_are_dropped(kind: str) -> None:
    job = restored({"data": GOOD, f"{kind}_callback_name": b"os.system", f"{kind}_callback_timeout": b"x"})
    assert job.func_name in ALLOWED
    assert_harmless(job)


def test_webhooks_are_dropped() -> None:
    assert_harmless(restored({"data": GOOD, "webhooks": b'[{"url": "http://127.0.0.1:9/", "events": []}]'}))


def test_an_archive_in_another_field_is_not_unpacked() -> None:
    job = restored({"data": GOOD, "exc_info": zlib.compress(b" " * 10_000_000), "result": b"\x80\x04N."})
    assert job._exc_info is None
    assert_harmless(job)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("created_at", b"yesterday"),
        ("started_at", b"\xff"),
        ("timeout", b"-5"),
        ("timeout", b"for ever"),
        ("ttl", b"1e9"),
        ("status", b"\xff\xff"),
        ("status", b"elated"),
        ("origin", b"\xff"),
        ("origin", b"somebody:else"),
        ("retries_left", b"999999999999999999999"),
        ("retries_left", b"-1"),
        ("worker_name", b"\xff"),
        ("meta", b"\x80"),
        ("dependency_ids", b"{"),
        ("result_ttl", b"-1"),
    ],
)
def test_a_malformed_field_does_no_harm_to_a_good_job(name: str, value: bytes) -> None:
    job = restored({"data": GOOD, name: value})
    assert job.func_name == "mensch.workers.jobs.take_turn"
    assert job.origin == "turns"
    assert_harmless(job)


@given(st.dictionaries(st.sampled_from(FIELDS), st.binary(max_size=60) | st.just(GOOD)))
@example({})
def test_no_hash_at_all_makes_a_worker_end(fields: dict[str, bytes]) -> None:
    if "data" in fields:
        assert_harmless(restored(fields))
    else:
        with pytest.raises(NoSuchJobError):
            restored(fields)


def test_a_key_that_is_no_hash_is_no_job(redis_client: Redis) -> None:
    redis_client.set("rq:job:hand-made", new_id())
    with pytest.raises(NoSuchJobError):
        AllowedJob.fetch("hand-made", connection=redis_client, serializer=JSONSerializer)
