"""A game that somebody looks on at: the public table, drawn again with every record."""

from __future__ import annotations

from functools import partial

from rich.text import Text

from mensch.cli import texts
from mensch.cli.replay import Replay
from mensch.cli.show import view_of
from mensch.cli.terminal import keys
from mensch.cli.terminal.news import News
from mensch.cli.terminal.stage import Stage
from mensch.cli.terminal.table_now import pictures
from mensch.core.errors import ServerError
from mensch.events.store import Store

_LEAVE = ("q", keys.ESCAPE, keys.CLOSED)


def watch_on(stage: Stage, store: Store, game_id: str) -> None:
    """Follow a game until the person leaves."""
    news = News(store, game_id)
    replay = Replay(store, game_id)
    while True:
        [scene] = replay.scenes(len(replay.log))
        game = scene.game
        view = view_of(game, None, revealed=replay.revealed)
        seen = texts.OPEN if replay.revealed else texts.PUBLIC
        away = news.away
        prompt = [
            Text(line, style="bold") for line in ([texts.SERVER_AWAY] if away else []) + [texts.WATCHING]
        ]
        stage.show(*pictures(replay, game, view, seen, prompt, colour=stage.colour))
        while (key := stage.key(partial(_changed, news, away))) is not None:
            if key in _LEAVE:
                return
        try:
            replay = replay if news.away else Replay(store, game_id)
        except ServerError:
            news.missed()


def _changed(news: News, away: bool) -> bool:
    """Whether the game has gone on, or the server has gone away or come back."""
    return news() or news.away is not away
