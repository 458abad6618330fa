"""The sweeper: one loop that turns what is due into jobs.

A due item is put off and its job is enqueued, again and again, until the item is gone: a bot's turn goes with
the next append. So a job that is lost, a queue that is wiped or an hour of downtime only delays. Claiming is
atomic, so any number of sweepers have one effect.

The sweepers are also the service's heartbeat: only through them a flag falls, and a time without any is a
downtime, which is given back to the players before that (`mensch.workers.flags`). So a look beats first and
claims then. A clock that jumps forward looks the same, and nobody loses by it either.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from mensch.events import clock
from mensch.events.due import FLAG, NEVER, Due
from mensch.events.store import LONGEST_SILENCE, Store
from mensch.workers.joblog import log
from mensch.workers.patience import keep_looking

PAUSE = 0.1
"""Seconds between two looks at what is due."""

AGAIN = 5_000
"""Milliseconds until a job is enqueued again for an item that is still there. Longer than any bot thinks, and
short enough that the turn of a worker that was killed is soon retaken."""

AGAIN_AFTER_FAILURE = 10 * clock.MINUTE
"""The same, once the job has failed for good."""

AT_ONCE = 100
"""Items that are claimed in one go."""

BEAT = 10_000
"""Milliseconds between two beats."""

_ALL = 1_000_000

Enqueue = Callable[[Due], bool]
"""Puts the job for an item into its queue; False where it has failed for good and a person should look."""


def sweep(store: Store, enqueue: Enqueue) -> int:
    """Turn everything that is due now into jobs; how many items there were.

    An item of a kind that this version does not know is put off for a newer sweeper.

    Raises:
        ServerError: a server is missing; what was claimed and not enqueued comes up again.
    """
    claimed = 0
    while True:
        now = clock.now()
        items = store.claim_due(now, now + AGAIN, AT_ONCE)
        for item in items:
            if not enqueue(item):
                store.put_off(item, now + AGAIN_AFTER_FAILURE)
        claimed += len(items)
        if len(items) < AT_ONCE:
            return claimed


def run(store: Store, enqueue: Enqueue, stop: threading.Event) -> None:
    """Sweep until told to stop. A server that is away is waited for."""

    beaten: int | None = None

    def look() -> float:
        nonlocal beaten
        now = clock.now()
        if beaten is None or not beaten <= now < beaten + BEAT:
            beat(store)
            beaten = now
        sweep(store, enqueue)
        return PAUSE

    keep_looking("sweeper", look, stop)


def await_first_beat(store: Store) -> None:
    """Let the time until the first sweeper of all count as a downtime, for a game that runs before it."""
    if store.last_beat() is None:
        store.beat(clock.now() - LONGEST_SILENCE - 1)


def beat(store: Store) -> None:
    """Tell that the service is alive. After a downtime every clock that runs is looked at, so that the time
    is given back at once; a flag looks again itself, should this be interrupted.

    Raises:
        ServerError: a server is missing.
    """
    gap = store.beat(clock.now())
    if gap is None:
        return
    since, until = gap
    log("downtime", since=since, until=until)
    for item in store.due(NEVER, _ALL):
        if item.kind == FLAG:
            store.put_off(item, until)
