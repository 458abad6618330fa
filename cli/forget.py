"""`mensch forget`: erase all that is personal about somebody."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.opening import open_store
from mensch.cli.persons import person_of
from mensch.core.quoting import printable
from mensch.events.forgetting import forget, forget_spectator
from mensch.events.people import person_at
from mensch.events.spectators import looks_on_at


@click.command()
@click.argument("player")
@click.option("--yes", is_flag=True, help=texts.YES)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(player: str, yes: bool, as_json: bool) -> None:
    """PLAYER is a mail address or an id, also of who only looks on or is invited. Name, address, settings,
    what they said at tables, their received mails, tokens and orders are erased for good. Their moves stay,
    under a random id, and every log still verifies. They must not be in a game or tournament that goes on.
    Files that were exported before keep what is in them."""
    store = open_store(to_write=True)
    address = player.strip()
    person = None
    # Who only looks on is no player: their address stands in games alone.
    if "@" not in address or person_at(store, address) is not None or not looks_on_at(store, address):
        person = person_of(store, player)
    if not yes:
        name = address if person is None else person.name or person.id
        click.confirm(texts.ASK_FORGET.format(name=printable(name)), abort=True, err=True)
    forgotten = forget_spectator(store, address) if person is None else forget(store, person)
    if as_json:
        print_json(forgotten)
        return
    if forgotten.player is not None:
        click.echo(
            texts.FORGOTTEN.format(
                player=forgotten.player,
                games=len(forgotten.games),
                texts=forgotten.texts,
                mails=forgotten.mails,
            )
        )
    if forgotten.watched:
        click.echo(texts.FORGOTTEN_WATCHED.format(games=", ".join(forgotten.watched)))
    if forgotten.invitations:
        click.echo(texts.FORGOTTEN_INVITED.format(count=forgotten.invitations))
