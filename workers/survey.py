"""How the workers are doing, and whether something needs a person."""

from __future__ import annotations

import msgspec
from redis import Redis

from mensch.events import clock
from mensch.events.due import DISPUTE, NEVER, TURN
from mensch.events.server.connection import server_errors
from mensch.events.store import Store
from mensch.workers.queues import QUEUES, TURNS, living_workers, open_queue

OVERDUE = 60_000
"""Milliseconds after which a turn that nobody takes needs a person."""

_ALL = 10_000


class QueueState(msgspec.Struct, frozen=True):
    """One queue.

    Attributes:
        name: one of `mensch.workers.queues.QUEUES`.
        waiting: jobs that wait.
        failed: jobs that failed for good in the last day.
        workers: living workers.
    """

    name: str
    waiting: int
    failed: int
    workers: int


class Survey(msgspec.Struct, frozen=True):
    """How everything stands.

    Attributes:
        queues: every queue.
        waiting_turns: bots' turns that are not taken yet.
        oldest_turn_ms: how long the oldest of them has waited, in milliseconds; 0 for none.
        overdue: the games in which a turn has waited for longer than a minute.
        needs: what a person should look at, a sentence each; empty when all is well.
    """

    queues: list[QueueState]
    waiting_turns: int
    oldest_turn_ms: int
    overdue: list[str]
    needs: list[str]


def survey(store: Store, client: Redis) -> Survey:
    """Look at everything.

    Args:
        client: the queues' client.

    Raises:
        ServerError: a server is missing.
    """
    workers = living_workers(client)
    queues = []
    for name in QUEUES:
        queue = open_queue(name, client)
        serving = sum(name in worker.queue_names() for worker in workers)
        with server_errors(client):
            queues.append(QueueState(name, queue.count, queue.failed_job_registry.count, serving))
    due = store.due(NEVER, _ALL)
    items = [item for item in due if item.kind == TURN]
    now = clock.now()
    waits = {
        item.game: now - head.at
        for item, head in zip(items, store.heads([item.game for item in items]), strict=True)
        if head is not None and head.seq == item.seq
    }
    overdue = sorted(game for game, wait in waits.items() if wait > OVERDUE)
    needs = []
    if overdue:
        games = "1 game waits" if len(overdue) == 1 else f"{len(overdue)} games wait"
        needs.append(f"{games} for a bot for more than {OVERDUE // 1000} s")
    if waits and not any(queue.workers for queue in queues if queue.name == TURNS):
        needs.append("bots' turns wait and no worker serves them: mensch up")
    if disputes := sum(item.kind == DISPUTE for item in due):
        games = "1 game waits" if disputes == 1 else f"{disputes} games wait"
        needs.append(f"{games} for a ruling: mensch disputes")
    for state in queues:
        if state.failed:
            jobs = "1 job has" if state.failed == 1 else f"{state.failed} jobs have"
            needs.append(f"{jobs} failed in the queue {state.name}; the workers' log says why")
    return Survey(queues, len(waits), max(waits.values(), default=0), overdue, needs)
