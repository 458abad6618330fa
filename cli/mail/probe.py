"""`mensch mail test`: send one mail, and say what the server answered."""

from __future__ import annotations

import secrets

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.language import WORDS
from mensch.events import clock


@click.command()
@click.argument("address")
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(address: str, as_json: bool) -> None:
    """Sends with the variables of this process and at once, without a worker or a game."""
    from mensch.workers.mail import texts as mails
    from mensch.workers.mail.address import checked_address, service_address
    from mensch.workers.mail.letter import Letter, Section
    from mensch.workers.mail.message import build, message_id
    from mensch.workers.mail.smtp import Outbox, smtp_server

    to, sender, server = checked_address(address), service_address(), smtp_server()
    letter = Letter(f"[mensch] {WORDS.text(mails.SUBJECT_TEST)}", (Section(lead=(WORDS.text(mails.TEST),)),))
    identity = message_id(secrets.token_bytes(32), "test", sender)
    message = build(letter, WORDS, sender=sender, to=to, name="", identity=identity, at=clock.now())
    with Outbox(server, sender) as outbox:
        answer = outbox.send(message, to)
    if as_json:
        print_json({"answer": answer, "message_id": identity, "server": str(server)})
    else:
        click.echo(texts.MAIL_TAKEN.format(server=server, answer=answer))
