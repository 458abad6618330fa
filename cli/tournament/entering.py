"""`mensch tournament enter`: enter a player."""

from __future__ import annotations

import click

from mensch.cli import texts as common
from mensch.cli.documents import print_json
from mensch.cli.tournament import texts
from mensch.cli.tournament.documents import tournament_document
from mensch.cli.tournament.entrants import enrolled, entrant_names, names, read_player
from mensch.cli.tournament.opening import open_organiser
from mensch.events.tournament.commands import EnterPlayer


@click.command()
@click.argument("tournament")
@click.argument("player")
@click.option("as_json", "--json", is_flag=True, help=common.JSON)
def enter(tournament: str, player: str, as_json: bool) -> None:
    """PLAYER is bot:LEVEL, NAME=bot:LEVEL or NAME=ADDRESS. Once it has begun, only
    where the format takes late entries."""
    typed = read_player(player)
    organiser, contest = open_organiser(tournament)
    called = entrant_names(organiser.store, contest)
    [name] = names([typed], {name.casefold() for name in called})
    contest = organiser.act(contest, EnterPlayer(enrolled(organiser.store, typed, name), typed.bot))
    if as_json:
        print_json(tournament_document(contest, [*called, name]))
    else:
        click.echo(texts.ENTERED.format(name=name, tournament=contest.id, number=len(contest.enrolled)))
