"""`mensch export`: write a game into a file."""

from __future__ import annotations

import sys

import click

from mensch.cli import texts
from mensch.cli.files import require_place, shown, write_file
from mensch.cli.opening import open_store
from mensch.core.quoting import printable
from mensch.events.archive import export, read_header
from mensch.events.loading import find_game


@click.command()
@click.argument("game")
@click.option("-o", "--output", metavar="FILE", help=texts.OUTPUT)
@click.option("--force", is_flag=True, help=texts.FORCE)
def command(game: str, output: str | None, force: bool) -> None:
    """The exact records, and names and messages behind them. Nothing that is still secret is in it, so a
    running game can be exported too. The same game gives the same bytes."""
    if output is not None:
        require_place(output, force=force)
    store = open_store()
    lines = export(store, find_game(store, game))
    if output is None:
        _print(lines)
        return
    write_file(output, b"".join(line + b"\n" for line in lines), force=force)
    header = read_header(lines[0])
    click.echo(
        texts.EXPORTED.format(
            game=header.game, file=shown(output), records=header.records, annex=header.annex
        )
    )


def _print(lines: list[bytes]) -> None:
    for line in lines:
        if sys.stdout.isatty():  # names and texts must not steer a terminal
            click.echo(printable(line.decode(errors="replace"), len(line)))
        else:
            sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
