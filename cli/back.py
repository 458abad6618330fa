"""`mensch back`: take a seat back from the bot that held it."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import load, open_referee, seat_of
from mensch.events.commands import ReturnToSeat


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", required=True, help=texts.WHO)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, who: str, as_json: bool) -> None:
    """After missed turns a bot may have taken over (`mensch new --on-timeout takeover`). A move of the
    player's own by mail does the same."""
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    after = referee.act(loaded, [ReturnToSeat(seat)])
    if as_json:
        print_json(public_document(after, names))
    else:
        click.echo(texts.CAME_BACK.format(name=names[seat], game=after.id))
