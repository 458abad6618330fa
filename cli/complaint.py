"""What goes to stderr when something is wrong: one line, whatever was quoted in it."""

from __future__ import annotations

import click

from mensch.cli.language import WORDS
from mensch.core.quoting import printable

_PROGRAM = "mensch"


def complain(message: str) -> None:
    """Say on one line of stderr what is wrong, or went wrong with one of several."""
    line = " ".join(WORDS.of(message).split())
    click.echo(f"{_PROGRAM}: {printable(line, len(line))}", err=True)
