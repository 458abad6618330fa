"""`mensch demo`: the whole circle in one go, on a real server."""

from __future__ import annotations

import os

import click

from mensch.cli import texts
from mensch.cli.opening import open_referee
from mensch.cli.replay import Replay, show
from mensch.core.bots import VERSION
from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.referee import Player
from mensch.events.server.address import URL_VARIABLE, shown_url
from mensch.workers.turns import take_turns


@click.command()
def command() -> None:
    """Two bots play; every move is an event in Redis, and the replay reads nothing else."""
    referee = open_referee()
    url = os.environ.get(URL_VARIABLE)
    click.echo(texts.DEMO_NEW.format(server=shown_url(url) if url else texts.EMBEDDED))
    players = [Player(level, Bot(level, VERSION)) for level in ("greedy", "random")]
    game = take_turns(referee, referee.new_game(classic(2), players))
    replay = Replay(referee.store, game.id)
    moves = sum(entry.record.type == "move_played" for entry in replay.log)
    click.echo(texts.DEMO_PLAYED.format(moves=moves, records=len(replay.log)))
    show(replay, 1, len(replay.log))
    click.echo(texts.DEMO_END.format(game=game.id))
