"""`mensch pause`: let the clocks of a game stand, and go on."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.dates import read_time
from mensch.cli.documents import print_json, public_document
from mensch.cli.opening import load, open_referee, seat_of
from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.bodies import OPERATOR
from mensch.events.pauses import yet_to_pause
from mensch.workers.flags import give_back


@click.command()
@click.argument("game")
@click.option("who", "--as", metavar="SEAT", help=texts.WHO)
@click.option("--operator", is_flag=True, help=texts.OPERATOR)
@click.option("--until", metavar="DATE", help=texts.PAUSE_UNTIL)
@click.option("--resume", is_flag=True, help=texts.RESUME)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str, who: str | None, operator: bool, until: str | None, resume: bool, as_json: bool
) -> None:
    """A player offers it with --as, and it happens when everybody who is still in has; bots always agree.
    While a game is paused no move counts. Any player ends a pause that was agreed on, the operator their
    own."""
    if operator == (who is not None):
        raise UsageError(said("say who it is with --as, or do it with --operator"))
    if until is not None and (resume or not operator):
        raise UsageError(said("--until goes with --operator, to begin a pause"))
    referee = open_referee()
    loaded, names = load(referee, game)
    seat = seat_of(who, names) if who is not None else None
    wanted: c.Command
    if resume:
        loaded = give_back(referee, loaded)
        wanted = c.ResumeGame(OPERATOR if seat is None else f"seat:{seat}")
    elif seat is None:
        wanted = c.PauseGame(read_time(until) if until is not None else None)
    else:
        wanted = c.OfferPause(seat)
    after = referee.act(loaded, [wanted])
    if as_json:
        print_json(public_document(after, names))
    elif resume:
        click.echo(texts.RESUMED_GAME.format(game=after.id))
    elif after.paused:
        click.echo(texts.PAUSED_GAME.format(game=after.id))
    elif seat is not None:
        missing = ", ".join(names[other] for other in yet_to_pause(after))
        click.echo(texts.PAUSE_OFFERED_GAME.format(name=names[seat], missing=missing))
