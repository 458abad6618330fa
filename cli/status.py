"""`mensch status`: how sweeper and workers are doing."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.ending import NEEDS_A_PERSON
from mensch.cli.language import WORDS
from mensch.cli.opening import open_store
from mensch.core.quoting import printable
from mensch.workers.queues import connect_queues
from mensch.workers.survey import survey


@click.command()
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(as_json: bool) -> None:
    """Exit code 9 when something needs a person."""
    store = open_store()
    found = survey(store, connect_queues(store.client))
    if as_json:
        print_json(found)
    else:
        for queue in found.queues:
            click.echo(
                texts.QUEUE_STATE.format(
                    name=queue.name, waiting=queue.waiting, workers=queue.workers, failed=queue.failed
                )
            )
        click.echo(
            texts.TURNS_WAIT.format(
                count=found.waiting_turns, seconds=WORDS.number(found.oldest_turn_ms / 1000)
            )
        )
        click.echo(texts.MAILS_WAIT.format(count=found.waiting_mails))
        for letter in found.dead_letters:
            click.echo(texts.DEAD_LETTER.format(game=letter.game, name=printable(letter.name, 100)))
        for game in found.overdue:
            click.echo(texts.OVERDUE.format(game=game))
        for need in found.needs:
            click.echo(texts.NEEDS.format(need=WORDS.of(need)))
    if found.needs:
        raise click.exceptions.Exit(NEEDS_A_PERSON)
