"""`mensch sweep`: the sweeper."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.opening import open_store
from mensch.cli.stopping import stop_on_signals
from mensch.workers import sweeper
from mensch.workers.queues import connect_queues, enqueue_by_kind
from mensch.workers.supervised import end_with_supervisor


@click.command()
@click.option("--once", is_flag=True, help=texts.ONCE)
def command(once: bool) -> None:
    """Turns what is due into jobs, again and again until it is done. Any number may run."""
    stop = stop_on_signals()
    end_with_supervisor()
    store = open_store(to_write=True)
    enqueue = enqueue_by_kind(connect_queues(store.client))
    if once:
        sweeper.beat(store)
        click.echo(texts.SWEPT.format(count=sweeper.sweep(store, enqueue)))
    else:
        sweeper.run(store, enqueue, stop)
