"""`mensch replace`: let another person have a seat."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import load, open_referee, seat_of
from mensch.cli.persons import named_address
from mensch.events import clock
from mensch.events.inviting import invite_instead
from mensch.events.people import enrol
from mensch.events.words import LANGUAGES


@click.command()
@click.argument("game")
@click.argument("person", metavar="NAME=ADDRESS")
@click.option("who", "--seat", metavar="SEAT", required=True, help=texts.WHO_LEAVES)
@click.option("--language", type=click.Choice(LANGUAGES), help=texts.MAIL_LANGUAGE)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, person: str, who: str, language: str | None, as_json: bool) -> None:
    """NAME is invited by mail, and has the seat with its rows, dice and score from the moment of the answer.
    Until then whoever has it plays on."""
    name, address = named_address(person)
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    invite_instead(referee, loaded, seat, enrol(referee.store, address, name, language), clock.now())
    if as_json:
        print_json(public_document(loaded, names))
    else:
        click.echo(texts.INVITED_INSTEAD.format(name=name, game=loaded.id, before=names[seat]))
