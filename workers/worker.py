"""A worker: an RQ worker for one queue, with what design.md says must be known about RQ 3."""

from __future__ import annotations

from redis import Redis
from rq.serializers import JSONSerializer

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.connection import address_of, server_errors
from mensch.workers import jobs  # noqa: F401  # so that a forked job finds everything imported
from mensch.workers.allowed_job import AllowedJob
from mensch.workers.joblog import log, log_libraries
from mensch.workers.lasting_worker import LastingWorker
from mensch.workers.queues import BEAT_SECONDS, MAIL, TOURNAMENTS, open_queue


def work(queue: str, client: Redis, *, burst: bool = False) -> None:
    """Work on a queue until SIGTERM or SIGINT, which let the job in hand finish.

    A server that is away is waited for between two jobs; one that is lost in the middle of a job's accounts
    ends the worker, and whoever supervises it starts it again.

    Args:
        queue: one of `mensch.workers.queues.QUEUES`.
        client: the queues' client.
        burst: end when the queue is empty.

    Raises:
        ServerError: the queues' server was lost.
    """
    log_libraries()
    if queue == TOURNAMENTS:  # so that its jobs too find everything imported
        from mensch.workers.tournament import rounds  # noqa: F401
    if queue == MAIL:
        from mensch.workers.mail import outgoing  # noqa: F401
    worker = LastingWorker(
        [open_queue(queue, client)],
        connection=client,
        job_class=AllowedJob,
        serializer=JSONSerializer,
        maintenance_interval=BEAT_SECONDS,
        job_monitoring_interval=BEAT_SECONDS,
        worker_ttl=BEAT_SECONDS + 15,  # RQ waits for a job 15 s less than this, then tells that it is alive
        log_job_description=False,
    )
    log("worker starts", queue=queue, worker=worker.name)
    try:
        with server_errors(client):
            try:
                worker.work(burst=burst, logging_level="WARNING")
            except SystemExit:  # a signal, after the worker had put itself on the list and before RQ listened
                worker.register_death()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
                raise
        if not (burst or worker.asked_to_stop):
            raise ServerError(
                said("the worker could not go on with the queues at {address}", address=address_of(client))
            )
    finally:
        log("worker ends", queue=queue, worker=worker.name)
