"""`mensch resign`: leave a game for good."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import load, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.events.commands import Resign


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", required=True, help=texts.WHO)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, who: str, receipt_file: Path | None, as_json: bool) -> None:
    """The player's rows go back to the centre and the others play on. The last at the table wins."""
    receipts = Receipts(receipt_file)
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    after = let_bots_play(referee, referee.act(loaded, [Resign(seat)]))
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(public_document(after, names)))
    else:
        click.echo(texts.RESIGNATION.format(name=names[seat], game=after.id))
        if after.over:
            click.echo(texts.OVER.format(game=after.id))
    receipts.finish(as_json=as_json)
