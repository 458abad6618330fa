"""Appending: our script with all its duties against one that only adds an entry to a stream.

A unit is the append of one move: record, head, command id, the sealed cause, a due item out and one in,
and the pointer in the feed.
"""

from __future__ import annotations

from itertools import count
from typing import Any

from mensch.events.store import Verdict
from tests.bench.logs import moves_to_append
from tests.bench.measure import Subject, Work
from tests.bench.site import Site

BARE = "return redis.call('XADD', KEYS[1], ARGV[1], 'r', ARGV[2])"


def beside_bare_script(site: Site) -> tuple[Subject, Subject]:
    """Our append, and a bare EVALSHA with the same record, called by the same way of the same client."""
    appends = 25 * site.effort.repeats
    seeds = count()
    bare: Any = site.client.register_script(BARE)  # Any: redis-py types a reply as sync or async in one

    def ours() -> Work:
        opening, moves = moves_to_append(appends, seed=next(seeds))
        for request in opening:
            site.store.append(request)

        def work() -> int:
            for request in moves:
                written = site.store.append(request)
                assert written.verdict is Verdict.OK
            return appends

        return work

    def other() -> Work:
        seed = next(seeds)
        _, moves = moves_to_append(appends, seed=seed)
        name = f"bare:{seed}"

        def work() -> int:
            for request in moves:
                bare(keys=[name], args=[f"{request.last.seq}-0", request.last.raw])
            return appends

        return work

    return ours, other
