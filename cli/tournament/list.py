"""`mensch tournament list`: list tournaments."""

from __future__ import annotations

import click

from mensch.cli import texts as common
from mensch.cli.complaint import complain
from mensch.cli.documents import print_json
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store
from mensch.cli.tournament import texts
from mensch.cli.tournament.documents import tournament_document
from mensch.cli.tournament.entrants import entrant_names
from mensch.core.errors import LogError
from mensch.events.tournament.loading import load_public


@click.command("list")
@click.option("as_json", "--json", is_flag=True, help=common.JSON_LINES)
def list_(as_json: bool) -> None:
    """With format, players and games."""
    store = open_store()
    ids = store.tournaments()
    if not ids and not as_json:
        click.echo(texts.NO_TOURNAMENTS, err=True)
    broken = False
    contests = []
    for tournament in ids:
        try:
            contests.append(load_public(store, tournament))
        except LogError as error:
            complain(WORDS.of_error(error))
            broken = True
    for contest in sorted(contests, key=lambda contest: contest.at, reverse=True):
        if as_json:
            print_json(tournament_document(contest, entrant_names(store, contest)))
            continue
        line = texts.LISTED.format(
            tournament=contest.id,
            status=common.STATUSES[contest.status.value],
            format=contest.announced.format,
            players=len(contest.enrolled),
            played=contest.played,
            name=contest.announced.name,
        )
        click.echo(line)
    if broken:
        raise click.exceptions.Exit(LogError.exit_code)
