"""Pictures of the terminal for the documents, taken of the real program at a pseudo-terminal.

The game is the one of docs/play.md, with the same id and dice in every run, so that a test can tell whether
the program still shows what the pictures do. `python -m tests.docs.screens` takes them anew.
"""

from __future__ import annotations

import html
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import msgspec
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from mensch.core.bots import VERSION, bot
from mensch.core.moves import Move
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.meta import open_meta
from mensch.workers.turns import take_turns
from tests.cli.terminal import Terminal
from tests.docs.examples import ROOT
from tests.servers import RedisServer

FOLDER = ROOT / "docs" / "pictures"

_NEW = "mensch new --seat anna --seat bot:greedy"
_COLUMNS, _LINES = 80, 24
_ENTER, _HOME, _BACK = "\r", "\x1b[H", "\x1b[D"

_CELL = 12.2
"""How wide rich draws a column."""

_PIECE = re.compile(r'<text [^>]*?x="([\d.]+)"[^>]*?clip-path="url\(#[^"]*?-line-(\d+)\)">([^<]*)</text>')

_DARK = TerminalTheme(
    (24, 27, 33),
    (222, 222, 216),
    [
        (24, 27, 33),
        (226, 88, 82),
        (128, 190, 110),
        (226, 178, 76),
        (104, 156, 222),
        (206, 134, 204),
        (92, 190, 200),
        (232, 230, 222),
    ],
)


class Shot(msgspec.Struct, frozen=True):
    """A picture of the terminal.

    Attributes:
        name: of its file in `FOLDER`, without the ending.
        title: what stands in the frame of the window.
        lines: the screen.
    """

    name: str
    title: str
    lines: list[Text]

    @property
    def text(self) -> str:
        """What can be read in it."""
        return _trimmed("\n".join(line.plain for line in self.lines))

    def svg(self) -> str:
        """The picture itself. It brings no fonts along and asks nobody for any."""
        console = Console(
            record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True, color_system="truecolor"
        )
        for line in self.lines:
            console.print(line, soft_wrap=True)
        frame = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
        return console.export_svg(title=self.title, theme=_DARK, code_format=frame, unique_id=self.name)


def text_in(svg: str) -> str:
    """What can be read in a picture that was kept, line by line."""
    lines = [""] * _LINES
    for at, number, text in _PIECE.findall(svg):
        read = html.unescape(text).replace("\xa0", " ").rstrip("\n")
        line = lines[int(number)].ljust(round(float(at) / _CELL))
        lines[int(number)] = line + read
    return _trimmed("\n".join(lines))


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip()


def shots() -> Iterator[Shot]:
    """Play the game of the pictures, and take them on the way."""
    with RedisServer() as server:
        _begin(server.url)
        client = server.client()
        referee = Referee(RedisStore(client, open_meta(client).shards))
        [game_id] = referee.store.games("")
        game = referee.load(game_id)
        play = ["play", game.id]
        with Terminal(play, server.url) as terminal:
            terminal.shows("› ")
            yield _taken("terminal-first", "mensch play pb55", terminal)
        game = _played_on(referee, game, lambda game: game.seq > 40 and _thefts(game) != [])
        with Terminal(play, server.url) as terminal:
            terminal.shows("› ")
            yield _taken("terminal", "mensch play pb55", terminal)
            terminal.types(_thefts(game)[0].text + _ENTER)
            terminal.shows("Enter plays it")
            yield _taken("terminal-move", "mensch play pb55", terminal)
        game = _played_on(referee, game, lambda game: any(map(_wins(game), game.table.legal_moves())))
        with Terminal(play, server.url) as terminal:
            terminal.shows("› ")
            terminal.types(next(filter(_wins(game), game.table.legal_moves())).text + _ENTER)
            terminal.shows("Enter plays it")
            terminal.types(_ENTER)
            terminal.shows("The game is over. Enter leaves.")
            yield _taken("terminal-end", "mensch play pb55", terminal)
        with Terminal(["replay", game.id, "--step", "--from", "41"], server.url) as terminal:
            terminal.shows("Record 41 ")
            yield _taken("terminal-replay", "mensch replay pb55 --step", terminal)


def _begin(url: str) -> None:
    command = [sys.executable, "-m", "tests.docs.reproducible", f"{_NEW} 1", *_NEW.split()[1:]]
    environment = {**os.environ, "MENSCH_REDIS_URL": url, "LANG": "C.UTF-8"}
    subprocess.run(command, env=environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _played_on(referee: Referee, game: Game, until: Callable[[Game], bool]) -> Game:
    """The game once something holds, with anna's moves chosen as greedily as the bot's."""
    choose = bot("greedy", VERSION)
    while not until(game):
        seat = game.table.turn
        move = choose(game.table.view(seat), bytes(32))
        game = take_turns(referee, referee.play(game, seat, move.text, TABLE))
    return game


def _thefts(game: Game) -> list[Move]:
    """The moves that steal something."""
    view = game.table.view(game.table.turn)
    found = ((move, view.effect(move)) for move in view.legal_moves())
    return [
        move for move, effect in found if effect.source is not None and effect.source.seat != game.table.turn
    ]


def _wins(game: Game) -> Callable[[Move], bool]:
    seat = game.table.turn
    view = game.table.view(seat)
    return lambda move: view.scores[seat] + view.effect(move).points >= view.rules.target


def _taken(name: str, title: str, terminal: Terminal) -> Shot:
    return Shot(name, title, [terminal.styled(number) for number in range(_LINES)])


if __name__ == "__main__":
    for shot in shots():
        (FOLDER / f"{shot.name}.svg").write_text(shot.svg(), "utf-8")
