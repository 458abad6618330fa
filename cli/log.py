"""`mensch log`: the exact records of a game."""

from __future__ import annotations

import sys

import click

from mensch.cli.opening import open_store
from mensch.events.loading import find_game


@click.command()
@click.argument("game")
def command(game: str) -> None:
    """The bytes are those that are hashed (docs/event-log.md). They hold no die that is still secret.

    GAME is the id of a game; its beginning is enough."""
    store = open_store()
    for raw in store.read(find_game(store, game)):
        sys.stdout.buffer.write(raw + b"\n")
    sys.stdout.buffer.flush()
