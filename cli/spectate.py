"""`mensch spectate`: let somebody look on at a game by mail."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.opening import load, open_referee
from mensch.events import clock
from mensch.events.spectators import add_spectator, remove_spectator, spectators
from mensch.events.words import LANGUAGES
from mensch.workers.mail.address import checked_address


@click.command()
@click.argument("game")
@click.argument("address")
@click.option("--remove", is_flag=True, help=texts.SPECTATE_REMOVE)
@click.option("--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help=texts.MAIL_LANGUAGE)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, address: str, remove: bool, language: str, as_json: bool) -> None:
    """They get one mail a day about what happened, and one at the end, with what everybody may see."""
    address = checked_address(address)
    referee = open_referee()
    loaded, _ = load(referee, game)
    if remove:
        remove_spectator(referee.store, loaded.id, address)
    else:
        add_spectator(referee.store, loaded, address, language, clock.now())
    count = len(spectators(referee.store.secrets(loaded.id)))
    if as_json:
        print_json({"game": loaded.id, "spectators": count})
    else:
        text = texts.SPECTATES_NO_MORE if remove else texts.SPECTATES
        click.echo(text.format(address=address, game=loaded.id, count=count))
