"""A worker: an RQ worker for one queue, with what design.md says must be known about RQ 3."""

from __future__ import annotations

from redis import Redis
from rq import Worker
from rq.serializers import JSONSerializer

from mensch.workers import jobs  # noqa: F401  # so that a forked job finds everything imported
from mensch.workers.allowed_job import AllowedJob
from mensch.workers.joblog import log, log_libraries
from mensch.workers.queues import WORKER_SECONDS, open_queue

MAINTENANCE_SECONDS = 5
"""How often a worker looks for jobs whose worker has died, and tells that it is alive while a job runs."""


def work(queue: str, client: Redis, *, burst: bool = False) -> None:
    """Work on a queue until SIGTERM or SIGINT, which let the job in hand finish.

    Args:
        queue: one of `mensch.workers.queues.QUEUES`.
        client: the queues' client.
        burst: end when the queue is empty.
    """
    log_libraries()
    worker = Worker(
        [open_queue(queue, client)],
        connection=client,
        job_class=AllowedJob,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        job_monitoring_interval=MAINTENANCE_SECONDS,
        worker_ttl=WORKER_SECONDS,
        log_job_description=False,
    )
    log("worker starts", queue=queue, worker=worker.name)
    worker.work(burst=burst, logging_level="WARNING")
    log("worker ends", queue=queue, worker=worker.name)
