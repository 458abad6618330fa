"""`mensch tournament standings`: who is ahead."""

from __future__ import annotations

import click

from mensch.cli.results.documents import ratings_document, standings_document
from mensch.cli.results.grids import rates_grid, ratings_grid, seats_grid, standings_grid
from mensch.cli.tournament.entrants import entrant_names
from mensch.cli.tournament.opening import open_public
from mensch.cli.tournament.publishing import output_options, publish, require_one
from mensch.core.tournament.ratings import played, ratings


@click.command()
@click.argument("tournament")
@output_options
def standings(tournament: str, as_json: bool, csv: bool, markdown: bool) -> None:
    """With tie-breaks by their usual names, how often everybody and every seat has won, and ratings, with
    95 % intervals, and less the luck of the draw where the tournament finds it."""
    require_one(as_json, csv, markdown)
    store, contest = open_public(tournament)
    names = entrant_names(store, contest)
    value = contest.value(partly=True)
    grids = [standings_grid(value, names)]
    called = dict(enumerate(names, 1))
    if value.results:
        grids += [rates_grid(value, names), seats_grid(value.results)]
        grids.append(ratings_grid(ratings(played(value.results)), called))
    publish(
        grids,
        lambda: {
            "tournament": contest.id,
            "name": contest.announced.name,
            "status": contest.status.value,
            **standings_document(value, names),
            **(ratings_document(ratings(played(value.results)), called) if value.results else {}),
        },
        as_json=as_json,
        csv=csv,
        markdown=markdown,
    )
