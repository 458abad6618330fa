"""`mensch log`: the exact records of a game."""

from __future__ import annotations

import sys

import click

from mensch.cli.opening import open_store
from mensch.core.quoting import printable
from mensch.events.loading import find_log
from mensch.events.record import verify
from mensch.events.tournament.records import is_tournament
from mensch.events.tournament.records import verify as verify_tournament


@click.command()
@click.argument("game")
def command(game: str) -> None:
    """The bytes are those that are hashed (docs/event-log.md). They hold no die that is still secret. What is
    no record of this game, or is newer than this program, is printed too, and then told."""
    store = open_store()
    game_id = find_log(store, game)
    log = store.read(game_id)
    for raw in log:
        if sys.stdout.isatty():  # records are ASCII; what somebody else wrote must not steer a terminal
            click.echo(printable(raw.decode(errors="replace"), len(raw)))
        else:
            sys.stdout.buffer.write(raw + b"\n")
    sys.stdout.buffer.flush()
    if log and is_tournament(log[0]):
        for _ in verify_tournament(log, tournament=game_id):
            pass
        return
    for _ in verify(log, game=game_id):
        pass
