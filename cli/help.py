"""`mensch help`: the rules, how a move is written, or what a command does."""

from __future__ import annotations

import textwrap

import click

from mensch.cli.pages_of_help import FACTS, PAGES

_WIDTH = 79
"""Columns that a paragraph fits into."""


@click.command()
@click.argument("topic", required=False)
@click.pass_context
def command(context: click.Context, topic: str | None) -> None:
    """TOPIC is rules, moves, or a command; without one the commands are listed."""
    above = context.parent
    assert above is not None
    if topic in PAGES:
        _show(topic)
    elif topic is None:
        click.echo(above.get_help())
    else:
        assert isinstance(above.command, click.Group)
        name, found, _rest = above.command.resolve_command(above, [topic])
        assert found is not None
        click.echo(found.get_help(click.Context(found, info_name=name, parent=above)))


def _show(page: str) -> None:
    for number, (heading, paragraphs) in enumerate(PAGES[page].items()):
        if number:
            click.echo()
        click.echo(click.style(heading, bold=True))
        for paragraph in paragraphs:
            text = paragraph.format(**FACTS)
            click.echo(textwrap.fill(text, _WIDTH, initial_indent="- ", subsequent_indent="  "))
