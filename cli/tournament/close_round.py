"""`mensch tournament close-round`: end a round before all of its games are over."""

from __future__ import annotations

import click

from mensch.cli.tournament import texts
from mensch.cli.tournament.opening import open_organiser
from mensch.core.errors import TurnError
from mensch.core.said import said
from mensch.events import clock
from mensch.events.tournament.commands import CloseRound
from mensch.events.tournament.contest import Status
from mensch.workers.tournament.people import end_people, record_people


@click.command("close-round")
@click.argument("tournament")
def close_round(tournament: str) -> None:
    """Games without a result count for nobody. Then the next round is paired, or it was the last one."""
    organiser, contest = open_organiser(tournament)
    if not contest.rounds:
        raise TurnError(said("tournament {tournament} has not begun", tournament=contest.id))
    number = len(contest.rounds)
    contest = end_people(organiser, record_people(organiser, contest))
    contest = organiser.act(contest, CloseRound(number, "operator", clock.now()))
    click.echo(texts.CLOSED.format(round=number))
    if contest.status is Status.FINISHED:
        click.echo(texts.FINISHED.format(name=contest.announced.name, tournament=contest.id))
