"""`mensch abort`: end a game without a winner."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import load, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.events.commands import AbortGame, OfferAbort
from mensch.events.decide import yet_to_agree


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", help=texts.WHO)
@click.option("--operator", is_flag=True, help=texts.OPERATOR)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, who: str | None, operator: bool, receipt_file: Path | None, as_json: bool) -> None:
    """A player offers it with --as, and it happens when everybody who is still in has; bots always agree.
    The next own move takes an offer back."""
    if operator == (who is not None):
        raise UsageError(said("say who offers it with --as, or end it with --operator"))
    receipts = Receipts(receipt_file)
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names) if who is not None else None
    after = referee.act(loaded, [AbortGame() if seat is None else OfferAbort(seat)])
    after = referee.publish_reasons(after)
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(public_document(after, names)))
    elif after.over or seat is None:
        click.echo(texts.GAME_ABORTED.format(game=after.id))
    else:
        missing = ", ".join(names[other] for other in yet_to_agree(after))
        click.echo(texts.OFFER_MADE.format(name=names[seat], missing=missing))
    receipts.finish(as_json=as_json)
