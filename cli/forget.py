"""`mensch forget`: erase all that is personal about somebody."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.opening import open_store
from mensch.cli.persons import person_of
from mensch.core.quoting import printable
from mensch.events.forgetting import forget


@click.command()
@click.argument("player")
@click.option("--yes", is_flag=True, help=texts.YES)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(player: str, yes: bool, as_json: bool) -> None:
    """PLAYER is a mail address or an id. Name, address, settings, what they said at tables, their received
    mails, tokens and orders are erased for good. Their moves stay, under a random id, and every log still
    verifies. They must not be in a game that goes on. Files that were exported before keep what is in them."""
    store = open_store(to_write=True)
    person = person_of(store, player)
    if not yes:
        click.confirm(texts.ASK_FORGET.format(name=printable(person.name) or person.id), abort=True, err=True)
    forgotten = forget(store, person)
    if as_json:
        print_json(forgotten)
        return
    click.echo(
        texts.FORGOTTEN.format(
            player=forgotten.player,
            games=len(forgotten.games),
            texts=forgotten.texts,
            mails=forgotten.mails,
        )
    )
