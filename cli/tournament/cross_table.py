"""`mensch tournament cross-table`: who did how against whom."""

from __future__ import annotations

import click

from mensch.cli.results.documents import cross_table_document
from mensch.cli.results.grids import cross_table_grid, superiority_grid
from mensch.cli.tournament.entrants import entrant_names
from mensch.cli.tournament.opening import open_public
from mensch.cli.tournament.publishing import output_options, publish, require_one
from mensch.core.tournament.ratings import played, ratings


@click.command("cross-table")
@click.argument("tournament")
@output_options
def cross_table(tournament: str, as_json: bool, csv: bool, markdown: bool) -> None:
    """A point for every game in which one was placed before the other, and how likely it is that one is the
    stronger of the two."""
    require_one(as_json, csv, markdown)
    store, contest = open_public(tournament)
    names = entrant_names(store, contest)
    value = contest.value(partly=True)
    grids = [cross_table_grid(value, names)]
    if value.results:
        grids.append(superiority_grid(ratings(played(value.results)), dict(enumerate(names, 1))))
    publish(
        grids,
        lambda: {"tournament": contest.id, **cross_table_document(value, names)},
        as_json=as_json,
        csv=csv,
        markdown=markdown,
    )
