"""An RQ worker that outlives what it finds in its queue, and a queue that is wiped."""

from __future__ import annotations

from types import FrameType
from typing import TYPE_CHECKING

from redis.exceptions import ConnectionError as Lost
from redis.exceptions import TimeoutError as Silent
from rq import Queue, Worker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.worker_registration import register

from mensch.workers.foreign_entries import drop_foreign
from mensch.workers.joblog import log
from mensch.workers.jobs import FailedJobError

if TYPE_CHECKING:
    from redis.client import Pipeline

_RQS_OWN = (StopRequested, Lost, Silent)
"""What RQ's loop means to see: a signal, and a server that is away."""


class LastingWorker(Worker):
    """See the module.

    Attributes:
        asked_to_stop: whether a signal has said so; a worker that ends without has failed.
    """

    asked_to_stop = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Finish the job in hand and end; RQ installs this for SIGTERM and SIGINT."""
        self.asked_to_stop = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ leaves it untyped

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        """Wait for a job, whatever else lies in the queue."""
        while True:
            try:
                return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)
            except _RQS_OWN:
                raise
            except Exception as error:
                if not self._drop_foreign(error):
                    raise

    def run_maintenance_tasks(self) -> None:
        """Look after jobs whose worker has died. It can be left out: what is due comes again anyway."""
        while True:
            try:
                super().run_maintenance_tasks()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
            except _RQS_OWN:
                raise
            except Exception as error:  # noqa: BLE001  # whatever RQ's code meets in a hand-made entry
                for queue in self.queues:
                    self._release(queue)
                if self._drop_foreign(error):
                    continue
            return

    @staticmethod
    def _release(queue: Queue) -> None:
        """Let others look after the jobs: RQ keeps this lock for 15 minutes where an error stopped it."""
        queue.release_maintenance_lock()  # type: ignore[no-untyped-call]  # RQ leaves it untyped

    def subscribe(self) -> None:
        """Listen to no commands: who reaches the server could kill jobs with them, signals do all that is
        needed, and a process without that thread forks safely."""

    def handle_exception(self, job: Job, *exc_info: object) -> None:
        """Tell of an error in a job, unless the job has told already."""
        if not any(isinstance(part, FailedJobError) for part in exc_info):
            super().handle_exception(job, *exc_info)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        """Tell that this worker is alive, and who it is where that was wiped."""
        super().heartbeat(timeout, pipeline)
        if pipeline is None and not self.connection.hexists(self.key, "queues"):
            self.connection.hset(self.key, mapping=self.serialize())
            register(self)

    def _drop_foreign(self, error: Exception) -> int:
        dropped = sum(drop_foreign(queue) for queue in self.queues)
        log("foreign entries", error=type(error).__name__, dropped=dropped)
        return dropped
