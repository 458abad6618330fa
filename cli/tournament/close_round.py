"""`mensch tournament close-round`: end a round before all of its games are over."""

from __future__ import annotations

import click

from mensch.cli.tournament import texts
from mensch.cli.tournament.opening import open_organiser
from mensch.core.errors import GameOverError, TurnError
from mensch.core.said import said
from mensch.events.tournament.contest import Status
from mensch.workers.tournament.closing import close, end_games


@click.command("close-round")
@click.argument("tournament")
def close_round(tournament: str) -> None:
    """Games of people end there: places go by the scores that stand, and who never came is a no-show. Games
    of bots that are not played count for nobody. Then the next round is paired, or it was the last one."""
    organiser, contest = open_organiser(tournament)
    if not contest.rounds:
        raise TurnError(said("tournament {tournament} has not begun", tournament=contest.id))
    if contest.status is Status.FINISHED:
        raise GameOverError(said("tournament {tournament} is finished", tournament=contest.id))
    number = len(contest.rounds)
    contest = close(organiser, end_games(organiser, contest), "operator")
    click.echo(texts.CLOSED.format(round=number))
    if contest.status is Status.FINISHED:
        click.echo(texts.FINISHED.format(name=contest.announced.name, tournament=contest.id))
