"""`mensch tournament watch`: look on at a tournament."""

from __future__ import annotations

import time

import click

from mensch.cli import texts as common
from mensch.cli.documents import print_json
from mensch.cli.tournament import texts
from mensch.cli.tournament.documents import tournament_document
from mensch.cli.tournament.entrants import entrant_names
from mensch.cli.tournament.opening import open_public
from mensch.cli.tournament.progress import Progress, expected_games, follow
from mensch.events.tournament.contest import Status
from mensch.events.tournament.loading import catch_up


@click.command()
@click.argument("tournament")
@click.option("--once", is_flag=True, help=texts.WATCH_ONCE)
@click.option("as_json", "--json", is_flag=True, help=common.JSON)
def watch(tournament: str, once: bool, as_json: bool) -> None:
    """Round, games, rate and time left, until it is finished or waits for people. Ctrl-C ends the looking
    alone."""
    store, contest = open_public(tournament)
    progress = Progress(contest)
    if not once and contest.status is not Status.FINISHED:
        try:
            contest = follow(store, contest, progress)
        except KeyboardInterrupt:
            progress.end()
            contest = catch_up(store, contest)
            left = texts.LEFT_RUNNING.format(
                played=contest.played, games=expected_games(contest), tournament=contest.id
            )
            click.echo(left, err=True)
            raise
        progress.end()
    if as_json:
        print_json(tournament_document(contest, entrant_names(store, contest)))
    elif contest.status is Status.FINISHED:
        click.echo(texts.FINISHED.format(name=contest.announced.name, tournament=contest.id))
    else:
        click.echo(progress.line(contest, time.monotonic()))
