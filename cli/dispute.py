"""`mensch dispute`: dispute something that stands in the log."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import checked_message, load, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.events.arbitration import open_dispute


@click.command()
@click.argument("game")
@click.argument("claim")
@click.option("who", "--as", metavar="SEAT", required=True, help=texts.WHO)
@click.option("--record", type=int, required=True, help=texts.DISPUTED_RECORD)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, claim: str, who: str, record: int, receipt_file: Path | None, as_json: bool) -> None:
    """The game waits until an arbiter has ruled with mensch rule: nobody moves, and the deck stays secret.
    Resigning and agreeing on an abort stay possible. A game can be disputed after its end too.

    CLAIM is what is said against the record; it lies beside the log."""
    checked_message(claim)
    receipts = Receipts(receipt_file)
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names)
    after = open_dispute(referee, loaded, seat, record, claim)
    receipts.take(after)
    if as_json:
        document = {**public_document(after, names), "dispute": max(after.disputes)}
        print_json(receipts.with_latest(document))
    else:
        click.echo(
            texts.DISPUTE_OPENED.format(
                name=names[seat], record=record, game=after.id, dispute=max(after.disputes)
            )
        )
    receipts.finish(as_json=as_json)
