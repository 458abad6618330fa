"""Where faults are tried: a log and a queue on servers of their own, gates before them, and programs."""

from __future__ import annotations

from contextlib import ExitStack
from types import TracebackType
from typing import Self

from mensch.events.redis.store import RedisStore
from mensch.events.server.meta import open_meta
from tests.faults.gate import Gate
from tests.servers import RedisServer
from tests.workers.programs import Programs

AHEAD = 60
"""Seconds by which a second sweeper's clock is ahead, so that nobody waits until an item comes up again."""


class Field:
    """Programs reach the log and the queue only through gates.

    Attributes:
        log: the server of the log. It loses nothing when it is killed.
        queue: the server of the queues.
        log_gate: the way from the programs to the log.
        queue_gate: the way from the programs to the queue.
    """

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.log = stack.enter_context(RedisServer(options={"appendfsync": "always"}, tcp=True))
            self.queue = stack.enter_context(RedisServer(options={"appendonly": "no"}, tcp=True))
            self.log_gate = stack.enter_context(Gate(self.log.tcp_url))
            self.queue_gate = stack.enter_context(Gate(self.queue.tcp_url))
            self.programs = stack.enter_context(Programs(self.log_gate.url, self.queue_gate.url))
            self._stack = stack.pop_all()
        open_meta(self.log.client())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def store(self) -> RedisStore:
        """The log as it is, past the gate."""
        return RedisStore(self.log.client())
