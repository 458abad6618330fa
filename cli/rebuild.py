"""`mensch rebuild`: make the index anew."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.complaint import complain
from mensch.cli.documents import print_json
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store
from mensch.core.errors import LogError
from mensch.events import rebuild


@click.command()
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(as_json: bool) -> None:
    """Heads, the list of games and what is due are folds of the logs. Games may go on meanwhile."""
    done = rebuild.rebuild(open_store(to_write=True))
    if as_json:
        print_json(done)
    else:
        click.echo(texts.REBUILT.format(games=done.games, pruned=done.pruned))
    for reason in done.broken.values():
        complain(texts.BROKEN.format(reason=WORDS.of(reason)))
    if done.broken:
        raise click.exceptions.Exit(LogError.exit_code)
