"""`mensch fork`: go on from a point of a game in a new one."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import open_referee, shown_names
from mensch.cli.receipts import Receipts, receipt_option
from mensch.events import fork
from mensch.events.loading import find_game


@click.command()
@click.argument("game")
@click.option("--at", type=int, required=True, help=texts.PLACE)
@click.option(
    "--dice", type=click.Choice(["same", "fresh"]), default="fresh", show_default=True, help=texts.DICE
)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, at: int, dice: fork.Dice, receipt_file: Path | None, as_json: bool) -> None:
    """The new game stands alone and is marked as a fork wherever it is shown. A fork with the same dice has
    open dice; one with fresh dice tells nobody a die of its parent."""
    receipts = Receipts(receipt_file)
    referee = open_referee()
    parent = find_game(referee.store, game)
    forked = let_bots_play(referee, fork.fork(referee, parent, at, dice))
    receipts.take(forked)
    names = shown_names(referee.store, forked)
    if as_json:
        print_json(receipts.with_latest(public_document(forked, names)))
    else:
        text = texts.FORKED_OVER if forked.over else texts.FORKED
        click.echo(text.format(game=forked.id, seq=at, parent=parent))
    receipts.finish(as_json=as_json)
