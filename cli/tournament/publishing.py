"""How results are published: for a terminal, a program, a spreadsheet or a web page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from mensch.cli import texts as common
from mensch.cli.documents import Document, print_json
from mensch.cli.results.grid import Grid
from mensch.cli.tournament import texts
from mensch.core.errors import UsageError
from mensch.core.said import said

CommandT = TypeVar("CommandT", bound=Callable[..., None])


def output_options(command: CommandT) -> CommandT:
    """The options --json, --csv and --markdown, of which one at most may be given."""
    for name, text in (("--markdown", texts.MARKDOWN), ("--csv", texts.CSV)):
        command = click.option(name, is_flag=True, help=text)(command)
    return click.option("--json", "as_json", is_flag=True, help=common.JSON)(command)


def require_one(*chosen: bool) -> None:
    """Refuse several ways at once.

    Raises:
        UsageError: more than one is chosen.
    """
    if sum(chosen) > 1:
        raise UsageError(said("--json, --csv and --markdown cannot be given together"))


def publish(
    grids: Sequence[Grid], document: Callable[[], Document], *, as_json: bool, csv: bool, markdown: bool
) -> None:
    """Print tables in the way that was chosen."""
    if as_json:
        print_json(document())
    elif csv:
        from mensch.cli.results.spreadsheet import as_csv

        click.echo(as_csv(grids), nl=False)
    elif markdown:
        from mensch.cli.results.markdown import as_markdown

        click.echo("\n".join(map(as_markdown, grids)), nl=False)
    else:
        from mensch.cli.results.text import as_text

        click.echo("\n".join(map(as_text, grids)), nl=False)
