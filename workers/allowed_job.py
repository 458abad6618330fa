"""Jobs that can run nothing but what is on the list.

RQ imports and calls whatever a job's hash names, also with the JSON serializer, and loads callbacks and
webhooks from it too. Whoever can write to the queues' Redis could so run anything. This `Job` takes from a
hash only a call of a listed function with ids, its status and how many tries are left; all else is ours or
absent, so that nothing hand-made can call out, wait for ever, try for ever or fill the memory. Any other call
becomes one of `refused`. It never raises while it reads, since a worker that meets an error there ends, and
the maintenance of the next one too.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Mapping
from typing import Annotated

import msgspec
from redis.exceptions import ResponseError
from rq.exceptions import NoSuchJobError
from rq.executions import Execution, ExecutionRegistry
from rq.job import Job, JobStatus

from mensch.core.quoting import printable
from mensch.events.bodies import Id, Seq
from mensch.workers.queues import FAILED_KEPT, JOB_SECONDS, QUEUES, TRIES, TURNS, WORK

ALLOWED = frozenset(work.function for work in WORK.values())
"""The functions that a job may name. Each takes an id and a number, and nothing else."""

REFUSED = "mensch.workers.jobs.refused"
"""What a job runs instead of anything else."""

LARGEST = 10_000
"""Bytes of a job's data, unpacked. Ours have about a hundred."""

_Nothing = Annotated[dict[str, None], msgspec.Meta(max_length=0)]
_CALLS = msgspec.json.Decoder(tuple[str, None, tuple[Id, Seq], _Nothing])  # function, instance, arguments
_NAMES = msgspec.json.Decoder(tuple[str, msgspec.Raw, msgspec.Raw, msgspec.Raw])
_STATUSES = frozenset(status.value.encode() for status in JobStatus)


class _FoundExecutions(ExecutionRegistry):
    """The executions of a job that are there. One that expired, or went with the last second of a server that
    was killed, is still named; RQ's own registry raises then, and counts a job as failed that has done its
    work."""

    def get_executions(self, start: int = 0, end: int = -1) -> list[Execution]:
        """The executions whose hash is there."""
        found = []
        for name in self.get_execution_ids(start, end):
            with contextlib.suppress(ValueError):  # what RQ raises for one that is not there
                found.append(Execution.fetch(name, self.job_id, self.connection))
        return found


class AllowedJob(Job):
    """A job as design.md wants it; see the module."""

    @property
    def execution_registry(self) -> ExecutionRegistry:
        """Which runs of this job are under way."""
        return _FoundExecutions(self.id, connection=self.connection)

    def refresh(self) -> None:
        """Read this job from the server.

        Raises:
            NoSuchJobError: it is not there, or something else has its name.
        """
        try:
            super().refresh()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
        except ResponseError as error:
            if "WRONGTYPE" not in str(error):
                raise
            raise NoSuchJobError(f"{self.id} is no job") from None

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Read this job from the fields of its hash.

        Raises:
            NoSuchJobError: the hash holds no job.
        """
        if b"data" not in raw_data:
            raise NoSuchJobError(f"the hash of {self.id} holds no job")
        status, tries, origin = (raw_data.get(name, b"") for name in (b"status", b"retries_left", b"origin"))
        super().restore(
            {
                b"data": _allowed_call(raw_data[b"data"]),
                b"status": status if status in _STATUSES else JobStatus.QUEUED.value.encode(),
                b"retries_left": b"%d" % min(_count(tries), TRIES),
                b"origin": origin if origin in (name.encode() for name in QUEUES) else TURNS.encode(),
                b"timeout": b"%d" % JOB_SECONDS,
                b"result_ttl": b"0",
                b"failure_ttl": b"%d" % FAILED_KEPT,
            }
        )


def _allowed_call(data: bytes) -> bytes:
    """The call that a job's data hold, as plain JSON; a refusal that names it where it is not ours."""
    try:
        unpacker = zlib.decompressobj()
        plain, rest = unpacker.decompress(data, LARGEST), unpacker.unconsumed_tail
    except zlib.error:
        plain, rest = data[:LARGEST], data[LARGEST:]
    if rest:
        return _refusal("data that are too large")
    try:
        call = _CALLS.decode(plain)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _refusal(_named(plain))
    return msgspec.json.encode(call) if call[0] in ALLOWED else _refusal(call[0])


def _named(plain: bytes) -> str:
    """The function that a call which is not ours names, or a word about it."""
    try:
        return _NAMES.decode(plain)[0]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "data that are not JSON of ours"


def _refusal(function: str) -> bytes:
    return msgspec.json.encode((REFUSED, None, [printable(function, 100)], {}))


def _count(text: bytes) -> int:
    return int(text) if text.isdigit() and len(text) < 10 else 0
