"""Jobs that can run nothing but what is on the list.

RQ imports and calls whatever a job's hash names, also with the JSON serializer, and loads callbacks and
webhooks from it too. Whoever can write to the queues' Redis could so run anything. This `Job` reads a hash
with suspicion: any other function becomes `refused`, and everything else that could call out is dropped. It
never raises while it reads, since a worker that meets an error there ends, and the maintenance of the next
one too.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import msgspec
from rq.exceptions import NoSuchJobError
from rq.job import Job

ALLOWED = frozenset({"mensch.workers.jobs.take_turn", "mensch.workers.jobs.publish_reasons"})
"""The functions that a job may name."""

REFUSED = "mensch.workers.jobs.refused"
"""What a job runs instead of anything else."""

LARGEST = 10_000
"""Bytes of a job's data, unpacked. Ours have about a hundred."""

_KEPT = frozenset(
    {
        b"created_at",
        b"data",
        b"description",
        b"ended_at",
        b"enqueued_at",
        b"exc_info",
        b"failure_ttl",
        b"last_heartbeat",
        b"number_of_retries",
        b"origin",
        b"result_ttl",
        b"retries_left",
        b"started_at",
        b"status",
        b"timeout",
        b"ttl",
        b"worker_name",
    }
)
"""The fields of a job's hash that are believed. Callbacks, webhooks, dependencies, repeats, groups, rate
limits and meta are not among them."""

_CALLS = msgspec.json.Decoder(tuple[str, None, list[str | int], dict[str, str | int]])


class AllowedJob(Job):
    """A job as design.md wants it; see the module."""

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Read a job from its hash. Never raises but for a hash that holds no job."""
        if b"data" not in raw_data:
            raise NoSuchJobError(f"the hash of {self.id} holds no job")
        kept = {name: value for name, value in raw_data.items() if name in _KEPT}
        function = _function(kept[b"data"])
        if function not in ALLOWED:
            kept[b"data"] = _refusal(function)
        try:
            super().restore(kept)
        except Exception:  # noqa: BLE001  # whatever a hand-made hash provokes
            super().restore({b"data": _refusal("a malformed job"), b"origin": _text(kept, b"origin")})


def _function(data: bytes) -> str:
    """The function that a job's data names; a word about them where they are not ours."""
    try:
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(data, LARGEST)
        if unpacker.unconsumed_tail:
            return "data that are too large"
    except zlib.error:
        plain = data[:LARGEST]
    try:
        return _CALLS.decode(plain)[0]
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "data that are not JSON of ours"


def _refusal(function: str) -> bytes:
    return msgspec.json.encode((REFUSED, None, [function[:200]], {}))


def _text(fields: Mapping[bytes, bytes], name: bytes) -> bytes:
    value = fields.get(name, b"")
    try:
        value.decode()
    except UnicodeDecodeError:
        return b""
    return value
