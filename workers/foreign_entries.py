"""What RQ's own code cannot read: entries of a queue that no program of ours has put there.

RQ decodes and parses the names that it finds in a queue and its registries, and an error there ends the
worker; the entry stays where it is and ends the next one. Everything here is transport, so what cannot be
read is dropped: a turn that is really due comes again.
"""

from __future__ import annotations

import re
from typing import Any

from rq import Queue

_JOB = re.compile(rb"[A-Za-z0-9_-]{1,100}")
_EXECUTION = re.compile(rb"[A-Za-z0-9_-]{1,100}:[A-Za-z0-9_-]{1,100}")


def drop_foreign(queue: Queue) -> int:
    """Drop every entry of a queue and its registries that cannot be the name of a job.

    A key of another type than RQ's goes as a whole.

    Returns:
        How many entries and keys were dropped.
    """
    client: Any = queue.connection  # Any: redis-py types entries of lists as str; they are bytes
    registries = (
        queue.failed_job_registry,
        queue.finished_job_registry,
        queue.deferred_job_registry,
        queue.ready_job_registry,
        queue.scheduled_job_registry,
        queue.canceled_job_registry,
    )
    dropped = 0
    for key, kind, ours in (
        (queue.key, b"list", _JOB),
        (queue.intermediate_queue_key, b"list", _JOB),
        (queue.started_job_registry.key, b"zset", _EXECUTION),
        *((registry.key, b"zset", _JOB) for registry in registries),
    ):
        found = client.type(key)
        if found not in (b"none", kind):
            dropped += client.delete(key)
        elif kind == b"list":
            dropped += sum(client.lrem(key, 0, name) for name in _foreign(client.lrange(key, 0, -1), ours))
        else:
            dropped += sum(client.zrem(key, name) for name in _foreign(client.zrange(key, 0, -1), ours))
    return dropped


def _foreign(names: list[bytes], ours: re.Pattern[bytes]) -> set[bytes]:
    return {name for name in names if not ours.fullmatch(name)}
