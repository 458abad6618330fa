"""Running a tournament from one command, without workers, in processes of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.synchronize import Event

from mensch.events.redis.store import RedisStore
from mensch.events.server.connection import connect
from mensch.events.server.meta import open_meta
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.due import batches_due, open_batches
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.playing import play_batch
from mensch.workers.tournament.rounds import go_on

Progress = Callable[[Contest], object]
"""Is told of a tournament whenever something was recorded."""


def run_in_processes(
    organiser: Organiser, contest: Contest, jobs: int, progress: Progress = lambda contest: None
) -> Contest:
    """Play bots' games until the tournament is finished, or waits for people.

    That is done in some processes, each with a connection of its own to the server that the environment
    names. An interrupt ends all of them within about a second. What they had played of their batches stays
    written, and comes out the same when the tournament goes on.
    """
    contest = go_on(organiser, contest)
    with _pool(jobs) as pool:
        while batches_due(contest):
            for _ in _play_round(pool, contest, jobs):
                contest = organiser.catch_up(contest)
                progress(contest)
            contest = go_on(organiser, organiser.catch_up(contest))
    return contest


def _play_round(pool: ProcessPoolExecutor, contest: Contest, jobs: int) -> Iterator[None]:
    """Hand out the open batches of a round, few at a time; after each that is done there is a moment."""
    number = contest.rounds[-1].pairing.round
    running: set[Future[None]] = set()
    for batch in open_batches(contest):
        running.add(pool.submit(_play, contest.id, number, batch))
        if len(running) > 2 * jobs:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()
                yield
    for future in running:
        future.result()
        yield


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    stop = multiprocessing.Event()
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(stop,))
    try:
        yield pool
    except BaseException:
        stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


_known: dict[str, tuple[Organiser, Contest]] = {}
"""In a process of the pool: the tournament that it plays, so that it reads only what is new."""


_stops: list[Event] = []
"""In a process of the pool: what tells it to stop."""


class _StoppedError(Exception):
    """Nobody waits for this batch any more."""


def _begin(stop: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asked; see run_in_processes
    _stops.append(stop)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End as soon as the process does that hands out batches, however it died: nobody else ends this one.
    What is half done is done again, and comes out the same."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _go_on() -> None:
    if _stops[0].is_set():
        raise _StoppedError


def _play(tournament: str, number: int, batch: int) -> None:
    if tournament in _known:
        organiser, contest = _known[tournament]
        organiser.catch_up(contest)
    else:
        client = connect(name="mensch-job")
        organiser = Organiser(RedisStore(client, open_meta(client).shards))
        contest = organiser.load(tournament)
        _known[tournament] = organiser, contest
    if contest.status is Status.RUNNING and number == len(contest.rounds):
        play_batch(organiser, contest, batch, _go_on)
