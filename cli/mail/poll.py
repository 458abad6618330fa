"""`mensch mail poll`: messages from a mailbox."""

from __future__ import annotations

import contextlib

import click

from mensch.cli import texts
from mensch.cli.opening import open_referee
from mensch.cli.stopping import stop_on_signals
from mensch.workers.supervised import end_with_supervisor


@click.command()
@click.option("--once", is_flag=True, help=texts.ONCE)
def command(once: bool) -> None:
    """Looks into the mailbox at MENSCH_IMAP_URL until it is ended. A message is marked as read when what it
    asks for has happened; what is not for a game stays as it is."""
    from mensch.workers.mail.inbound.mailbox import imap_server
    from mensch.workers.mail.inbound.poll import Poll
    from mensch.workers.mail.inbound.receive import terms

    server, of = imap_server(), terms()
    if not once:
        stop = stop_on_signals()
        end_with_supervisor()
        Poll(open_referee(), server, of).run(stop)
        return
    with contextlib.closing(Poll(open_referee(), server, of)) as mailbox:
        click.echo(texts.MAIL_POLLED.format(count=mailbox.look()))
