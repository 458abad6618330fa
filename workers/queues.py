"""The job queues: transport, not truth. A job may run zero, one or two times."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from mensch.events import due
from mensch.events.due import Due
from mensch.events.server.address import check_url
from mensch.events.server.connection import connect, server_errors

if TYPE_CHECKING:
    from redis import Redis
    from rq import Queue
    from rq.worker import BaseWorker

URL_VARIABLE = "MENSCH_QUEUE_URL"
"""Environment variable that names a Redis for the queues alone; without it they share the log's."""

TURNS = "turns"
MAIL = "mail"
TOURNAMENTS = "tournaments"
QUEUES = (TURNS, MAIL, TOURNAMENTS)
"""One queue per kind of work. A worker serves one of them: fetching from several is not atomic in RQ."""

TRIES = 3
"""How often RQ starts a job again by itself after it failed or its worker died."""

FAILED_KEPT = 24 * 3600
"""Seconds for which a failed job is kept to be looked at. RQ's own year would fill the memory."""

JOB_SECONDS = 120
"""Longest run of one job."""

BEAT_SECONDS = 5
"""How often a worker tells that it is alive, and looks for jobs whose worker has died."""

WORKER_SECONDS = 30
"""For how long a worker counts as alive after it was last heard of."""

_WORKERS_KEY = "rq:workers"  # where RQ lists them; a test holds this


class Work(msgspec.Struct, frozen=True):
    """What is to be done about one kind of due item.

    Attributes:
        queue: one of `QUEUES`.
        function: what is called, with the item's id and number.
        prefix: how the names of its jobs begin: of letters only, and no other kind's.
    """

    queue: str
    function: str
    prefix: str


def _work(queue: str, function: str, prefix: str) -> Work:
    return Work(queue, f"mensch.workers.jobs.{function}", prefix)


WORK = {
    due.TURN: _work(TURNS, "take_turn", "ai"),
    due.REVEAL: _work(TURNS, "reveal_deck", "reveal"),
    due.REASONS: _work(TURNS, "publish_reasons", "reasons"),
    due.FLAG: _work(TURNS, "fall_flag", "flag"),
    due.ORDER: _work(TURNS, "follow_orders", "order"),
    due.LAPSE: _work(TURNS, "lapse_start", "lapse"),
    due.RESUME: _work(TURNS, "resume_game", "resume"),
    due.MAIL: _work(MAIL, "send_mails", "mail"),
    due.HALF: _work(MAIL, "send_half_reminder", "half"),
    due.LATE: _work(MAIL, "send_late_reminder", "late"),
    due.ANSWER: _work(MAIL, "send_answer", "answer"),
    due.DIGEST: _work(MAIL, "send_digest", "digest"),
    due.GAMES: _work(TOURNAMENTS, "play_games", "games"),
    due.ROUND: _work(TOURNAMENTS, "mind_round", "round"),
}
"""What is done about each kind of due item. No job can name another function."""


def connect_queues(log: Redis) -> Redis:
    """A client for the queues.

    Args:
        log: the log's client, which the queues share without an address of their own.

    Raises:
        ServerError: the queues' server is missing, or its address cannot be read.
    """
    url = os.environ.get(URL_VARIABLE)
    if not url:
        return log
    check_url(url, URL_VARIABLE)
    return connect(url, name="mensch-queue")


def open_queue(name: str, client: Redis) -> Queue:
    """One of `QUEUES`, with jobs that can run nothing but what is on the list."""
    from rq import Queue
    from rq.serializers import JSONSerializer

    from mensch.workers.allowed_job import AllowedJob

    return Queue(name, connection=client, job_class=AllowedJob, serializer=JSONSerializer)


def job_id(item: Due) -> str:
    """The id of the job for a due item, which follows from its cause: `ai-<game>-<seq>` for a bot's turn."""
    return f"{WORK[item.kind].prefix}-{item.game}-{item.seq}"


def enqueue(queue: Queue, item: Due) -> bool:
    """Put the job for a due item into a queue; one that waits there already is left alone.

    Returns:
        False where the job has failed for good before: it is tried again now, and less often from here on.

    Raises:
        ServerError: the queues' server is missing.
    """
    if item.kind not in WORK:
        return False  # a newer version knows what to do
    name = job_id(item)
    with server_errors(queue.connection):
        if queue.get_job_position(name) is not None:
            return True
        # It is tried again now, so it no longer counts as failed until it fails again.
        failed = queue.connection.zrem(queue.failed_job_registry.key, name)
        _enqueue(queue, item, name)
    return not failed


def enqueue_by_kind(client: Redis) -> Callable[[Due], bool]:
    """What puts the job for a due item into the queue of its kind, as `enqueue` does.

    Args:
        client: the queues' client.
    """
    queues = {name: open_queue(name, client) for name in QUEUES}

    def put(item: Due) -> bool:
        return item.kind in WORK and enqueue(queues[WORK[item.kind].queue], item)

    return put


def _enqueue(queue: Queue, item: Due, name: str) -> None:
    from rq import Retry

    queue.enqueue(
        WORK[item.kind].function,
        item.game,
        item.seq,
        job_id=name,
        description=name,
        job_timeout=JOB_SECONDS,
        result_ttl=0,
        failure_ttl=FAILED_KEPT,
        retry=Retry(max=TRIES),
    )


def turns_are_taken(client: Redis) -> bool:
    """Whether a worker for bots' turns is alive.

    Asks in two steps, since importing RQ takes longer than most commands run.

    Args:
        client: the queues' client.

    Raises:
        ServerError: the queues' server is missing.
    """
    with server_errors(client):
        if not client.exists(_WORKERS_KEY):
            return False
    return any(TURNS in worker.queue_names() for worker in living_workers(client))


def living_workers(client: Redis) -> list[BaseWorker]:
    """The workers that have shown themselves lately; one that was killed stays listed for a while.

    Raises:
        ServerError: the queues' server is missing.
    """
    from rq import Worker
    from rq.serializers import JSONSerializer
    from rq.utils import now

    from mensch.workers.allowed_job import AllowedJob

    with server_errors(client):
        workers = Worker.all(connection=client, job_class=AllowedJob, serializer=JSONSerializer)
    return [
        worker
        for worker in workers
        if worker.last_heartbeat and (now() - worker.last_heartbeat).total_seconds() < WORKER_SECONDS
    ]
