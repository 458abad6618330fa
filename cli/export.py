"""`mensch export`: write a game into a file."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.opening import open_store
from mensch.core.errors import MenschError, UsageError
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
        _require_place(Path(output), force=force)
    store = open_store()
    lines = export(store, find_game(store, game))
    if output is None:
        _print(lines)
        return
    try:
        _write(Path(output).resolve(), b"".join(line + b"\n" for line in lines), force=force)
    except FileExistsError:
        raise UsageError(f"there is a file “{printable(output, 200)}”; --force overwrites it") from None
    except OSError as error:
        raise MenschError(f"“{printable(output, 200)}” cannot be written: {error.strerror}") from None
    header = read_header(lines[0])
    shown = printable(output, 200)
    click.echo(
        texts.EXPORTED.format(game=header.game, file=shown, records=header.records, annex=header.annex)
    )


def _require_place(path: Path, *, force: bool) -> None:
    """Stop before a file is overwritten that is not to be, or something that is no file is replaced by one.

    Raises:
        UsageError: so it is.
    """
    shown = printable(str(path), 200)
    if path.exists() and not path.is_file():
        raise UsageError(f"“{shown}” is no file; without -o everything goes to standard output")
    if os.path.lexists(path) and not force:
        raise UsageError(f"there is a file “{shown}”; --force overwrites it")


def _print(lines: list[bytes]) -> None:
    for line in lines:
        if sys.stdout.isatty():  # names and texts must not steer a terminal
            click.echo(printable(line.decode(errors="replace"), len(line)))
        else:
            sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def _write(path: Path, content: bytes, *, force: bool) -> None:
    """Write a file whole or not at all.

    Raises:
        FileExistsError: somebody has made it meanwhile, and it is not to be overwritten.
        OSError: it cannot be written.
    """
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if force:
            os.replace(part, path)
        else:
            _link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _link(part: Path, path: Path) -> None:
    """Give a file its name, unless there is one of that name."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError from None
        os.replace(part, path)
