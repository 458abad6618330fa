"""`mensch watch`: look on at a game while it is played."""

from __future__ import annotations

import time

import click

from mensch.cli import texts
from mensch.cli.opening import open_store
from mensch.cli.replay import Replay
from mensch.cli.screen import show_lines
from mensch.core.errors import ServerError
from mensch.events.loading import find_game


@click.command()
@click.argument("game")
@click.option("--plain", is_flag=True, help=texts.PLAIN)
def command(game: str, plain: bool) -> None:
    """What everybody may see, drawn again with every event: no dice in hands until the deck is revealed.
    Without a terminal it prints what happens, until the game is over."""
    from mensch.cli.terminal.news import News
    from mensch.cli.terminal.stage import LOOK, Stage, is_stage

    store = open_store()
    game_id = find_game(store, game)
    if is_stage(plain=plain):
        from mensch.cli.terminal.watching import watch_on

        Replay(store, game_id)  # a log that cannot be used is said in a line, not on a screen that goes
        with Stage() as stage:
            watch_on(stage, store, game_id)
        return
    news = News(store, game_id)
    replay = Replay(store, game_id)
    seen = 0
    while True:
        if seen:
            try:
                replay = Replay(store, game_id)
            except ServerError:  # away again since there were news
                time.sleep(LOOK)
                continue
        else:
            show_lines([*replay.heading(), *replay.waiting])
        for scene in replay.scenes(seen + 1):
            show_lines(replay.lines(scene))
        seen = len(replay.log)
        if replay.whole.over:
            show_lines(replay.result())
            return
        while not news():
            time.sleep(LOOK)
