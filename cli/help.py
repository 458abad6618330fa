"""`mensch help`: the rules, how a move is written, or what a command does."""

from __future__ import annotations

import textwrap

import click

from mensch.cli import texts
from mensch.cli.pages_of_help import FACTS, PAGES

_WIDTH = 79
"""Columns that a paragraph fits into."""


@click.command()
@click.argument("topic", nargs=-1)
@click.pass_context
def command(context: click.Context, topic: tuple[str, ...]) -> None:
    """TOPIC is rules, moves, or a command, such as new or tournament run; without one the commands are
    listed."""
    about = context.parent
    assert about is not None
    if len(topic) == 1 and topic[0] in PAGES:
        _show(topic[0])
        return
    for word in topic:
        if not isinstance(about.command, click.Group):
            text = texts.NO_SUBCOMMANDS.format(command=about.command_path, name=click.format_filename(word))
            context.fail(text)
        name, found, _rest = about.command.resolve_command(about, [word])
        assert found is not None
        about = click.Context(found, info_name=name, parent=about)
    click.echo(about.get_help())


def _show(page: str) -> None:
    for number, (heading, paragraphs) in enumerate(PAGES[page].items()):
        if number:
            click.echo()
        click.echo(click.style(heading, bold=True))
        for paragraph in paragraphs:
            text = paragraph.format(**FACTS)
            click.echo(textwrap.fill(text, _WIDTH, initial_indent="- ", subsequent_indent="  "))
