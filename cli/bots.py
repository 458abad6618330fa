"""`mensch bots`: the levels of bots, with their measured strength."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.language import WORDS
from mensch.core.bots import LEVELS, VERSION
from mensch.core.bots.strength import AGAINST_GREEDY


@click.command()
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(as_json: bool) -> None:
    """The figures are wins in percent against `greedy` at every other seat, with their 95 % intervals; fair
    are 50, 33.3 and 25. docs/bots.md says how they were measured."""
    if as_json:
        print_json(
            [
                {
                    "against_greedy": {str(s): e for s, e in AGAINST_GREEDY[level].items()},
                    "level": level,
                    "version": VERSION,
                }
                for level in LEVELS
            ]
        )
        return
    click.echo(texts.BOTS_HEADING)
    for level in LEVELS:
        figures = [
            texts.STRENGTH.format(
                rate=WORDS.number(100 * e.rate),
                low=WORDS.number(100 * e.low),
                high=WORDS.number(100 * e.high),
            )
            for e in AGAINST_GREEDY[level].values()
        ]
        click.echo(f"{level:8} {texts.LEVELS[level]}")
        click.echo(f"{'':8} {'  '.join(figures)}")
