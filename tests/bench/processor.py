"""The clock of the bench: processor time, of everybody who works for a row, on one core.

On one core that is the time that passes on a machine which does nothing else; on a busy one it leaves out
what other programs take. Waiting for a disk is left out too: the server flushes in the background, once a
second, whatever it is asked.
"""

from __future__ import annotations

import os
import resource
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redis import Redis


def pin() -> int | None:
    """Stay on one core from here on, with every process that is started later; the number of the core.

    Client and server that float between two cores are six times slower in one run than in the next. None
    where the system cannot do it.
    """
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


class ProcessorTime:
    """Seconds used by this process, by children it has waited for, and by a server.

    Args:
        server: a connection for this alone. Asking it takes some 10 µs, so passes take milliseconds.
    """

    def __init__(self, server: Redis) -> None:
        self._server = server

    def __call__(self) -> float:
        """The sum so far."""
        used = self._server.info("cpu")
        assert isinstance(used, dict)  # redis-py types a reply as sync or async in one
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = time.process_time() + children.ru_utime + children.ru_stime
        return own + float(used["used_cpu_user"]) + float(used["used_cpu_sys"])
