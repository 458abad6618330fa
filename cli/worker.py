"""`mensch worker`: work on a queue."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.opening import open_store
from mensch.cli.stopping import end_on_signals, stop_on_signals
from mensch.workers.queues import QUEUES, TURNS, connect_queues
from mensch.workers.supervised import end_with_supervisor


@click.command()
@click.option("--queue", type=click.Choice(QUEUES), default=TURNS, show_default=True, help=texts.QUEUE)
@click.option("--count", type=click.IntRange(1, 64), default=1, show_default=True, help=texts.COUNT)
@click.option("--burst", is_flag=True, help=texts.BURST)
def command(queue: str, count: int, burst: bool) -> None:
    """SIGTERM and Ctrl-C let the job in hand finish. The log goes to stderr, a JSON line per job."""
    end_on_signals()
    end_with_supervisor()
    store = open_store(to_write=True)
    if count > 1:
        from mensch.workers.supervisor import supervise

        arguments = ["worker", "--queue", queue, *(["--burst"] if burst else [])]
        supervise([arguments] * count, stop_on_signals(), again=not burst)
        return
    from mensch.workers.worker import work

    work(queue, connect_queues(store.client), burst=burst)
