"""`mensch rekey`: give a seat another key, by the operator."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import load, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.events.commands import ChangeKey
from mensch.events.keyfile import read_public_key


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", required=True, help=texts.WHO_REKEYS)
@click.option("key", "--key", metavar="KEY", required=True, help=texts.PUBLIC_KEY)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, who: str, key: str, receipt_file: Path | None, as_json: bool) -> None:
    """For a player who has lost theirs, or who had none. The log says for ever that the operator did it, and
    an audit marks what is signed there from now on. A player who still has the old key signs the change
    instead: mensch sign GAME key=…."""
    public = read_public_key(key)
    receipts = Receipts(receipt_file)
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    after = referee.act(loaded, [ChangeKey(seat, public)])
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(public_document(after, names)))
    else:
        click.echo(texts.REKEYED.format(name=names[seat], game=after.id))
    receipts.finish(as_json=as_json)
