"""`mensch up`: sweeper, signer, inboxes and workers on one machine."""

from __future__ import annotations

import os

import click

from mensch.cli import texts
from mensch.cli.opening import open_store
from mensch.cli.stopping import stop_on_signals
from mensch.workers.queues import MAIL, TOURNAMENTS
from mensch.workers.supervisor import supervise


@click.command()
@click.option("--count", type=click.IntRange(1, 64), default=2, show_default=True, help=texts.COUNT)
def command(count: int) -> None:
    """With the private server, unless MENSCH_REDIS_URL names another; with a worker for mail where
    MENSCH_SMTP_URL names a mail server, and a look into the mailbox at MENSCH_IMAP_URL where that is set.
    Ends with SIGTERM or Ctrl-C, after the jobs in hand."""
    from mensch.workers.mail.inbound.mailbox import URL_VARIABLE as IMAP_VARIABLE
    from mensch.workers.mail.smtp import URL_VARIABLE

    stop = stop_on_signals()
    open_store(to_write=True)
    others = [MAIL, TOURNAMENTS] if os.environ.get(URL_VARIABLE) else [TOURNAMENTS]
    up = texts.UP_WITH_MAIL if MAIL in others else texts.UP
    click.echo(up.format(count=count), err=True)
    workers = [["worker"]] * count + [["worker", "--queue", queue] for queue in others]
    polls = [["mail", "poll"]] if os.environ.get(IMAP_VARIABLE) else []
    supervise([["sweep"], ["signer"], ["inbox"], *polls, *workers], stop)
