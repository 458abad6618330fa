"""`mensch inbox`: take up signed commands."""

from __future__ import annotations

import click

from mensch.cli.opening import open_store
from mensch.cli.stopping import stop_on_signals
from mensch.events.referee import Referee
from mensch.workers import inbox
from mensch.workers.supervised import end_with_supervisor


@click.command()
def command() -> None:
    """Answers the lines that players with a key put into their inboxes, until it is ended. Any number may
    run."""
    stop = stop_on_signals()
    end_with_supervisor()
    store = open_store(to_write=True)
    inbox.run(Referee(store), store.client, stop)
