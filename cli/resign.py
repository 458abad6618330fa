"""`mensch resign`: leave a game for good."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.documents import game_document, print_json
from mensch.cli.opening import load, open_referee, seat_of
from mensch.events.commands import Resign


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", required=True, help=texts.WHO)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, who: str, as_json: bool) -> None:
    """The player's rows go back to the centre and the others play on. The last at the table wins.

    GAME is the id of a game; its beginning is enough."""
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    after = let_bots_play(referee, referee.act(loaded, [Resign(seat)]))
    if as_json:
        print_json(game_document(after, names, after.table.view(None)))
        return
    click.echo(texts.RESIGNATION.format(name=names[seat], game=after.id))
    if after.over:
        click.echo(texts.OVER.format(game=after.id))
