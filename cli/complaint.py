"""What goes to stderr when something is wrong: one line, whatever was quoted in it."""

from __future__ import annotations

import click

from mensch.core.quoting import printable


def complain(message: str) -> None:
    """Say on one line of stderr what is wrong, or went wrong with one of several."""
    line = " ".join(message.split())
    click.echo(f"mensch: {printable(line, len(line))}", err=True)
