"""`mensch up`: sweeper, signer, inboxes and workers on one machine."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.opening import open_store
from mensch.cli.stopping import stop_on_signals
from mensch.workers.supervisor import supervise


@click.command()
@click.option("--count", type=click.IntRange(1, 64), default=2, show_default=True, help=texts.COUNT)
def command(count: int) -> None:
    """With the private server, unless MENSCH_REDIS_URL names another. Ends with SIGTERM or Ctrl-C, after the
    jobs in hand."""
    stop = stop_on_signals()
    open_store(to_write=True)
    click.echo(texts.UP.format(count=count), err=True)
    supervise([["sweep"], ["signer"], ["inbox"], *[["worker"]] * count], stop)
