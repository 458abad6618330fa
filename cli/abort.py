"""`mensch abort`: end a game without a winner."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import game_document, print_json
from mensch.cli.opening import load, open_referee, seat_of
from mensch.core.errors import UsageError
from mensch.events.commands import AbortGame, OfferAbort
from mensch.events.decide import yet_to_agree


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", help=texts.WHO)
@click.option("--operator", is_flag=True, help=texts.OPERATOR)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, who: str | None, operator: bool, as_json: bool) -> None:
    """A player offers it with --as, and it happens when everybody who is still in has; bots always agree.
    The next own move takes an offer back.

    GAME is the id of a game; its beginning is enough."""
    if operator == (who is not None):
        raise UsageError("say who offers it with --as, or end it with --operator")
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names) if who is not None else None
    after = referee.act(loaded, [AbortGame() if seat is None else OfferAbort(seat)])
    after = referee.publish_reasons(after)
    if as_json:
        print_json(game_document(after, names, after.position.view(None) if after.position else None))
    elif after.over or seat is None:
        click.echo(texts.GAME_ABORTED.format(game=after.id))
    else:
        missing = ", ".join(names[other] for other in yet_to_agree(after))
        click.echo(texts.OFFER_MADE.format(name=names[seat], missing=missing))
