"""One whole game with everything in it, always the same, and how it was shown again when it was recorded.

`golden/moves.txt` has an action per line: a move, with what was said after a `|`, or `resign` and a seat.
`golden/replay.txt` is what `mensch replay` printed. After a wanted change of the screen, record it anew with
`python -m tests.cli.golden_game`, and read the difference before you keep it.
"""

from __future__ import annotations

from pathlib import Path

from mensch.core.rules import classic
from mensch.events.cause import TABLE
from mensch.events.commands import Resign
from mensch.events.game import Game
from mensch.events.referee import Referee
from tests.cli.games import begun

FOLDER = Path(__file__).parent / "golden"
REPLAY = FOLDER / "replay.txt"
NAMES = ("anna", "Bert", "Karl-Theodor Lilienstern")
"""The last one has as many letters as a name may have."""

ID = "0000000000"
"""Stands in the recording for the id of the game, which is another one each time."""


def golden_game(referee: Referee) -> Game:
    """The game, played to its end."""
    game = begun(referee, NAMES, seed="golden", rules=classic(3, 60))
    for line in (FOLDER / "moves.txt").read_text("utf-8").splitlines():
        action, _, said = (part.strip() for part in line.partition("|"))
        if action.startswith("resign "):
            game = referee.act(game, [Resign(int(action.removeprefix("resign ")))])
        else:
            game = referee.play(game, game.table.turn, action, TABLE, say=said or None)
    return referee.publish_reasons(game)


def main() -> None:
    """Record the replay anew."""
    from mensch.events.redis.store import RedisStore
    from mensch.events.server.meta import open_meta
    from tests.cli.command_line import installed
    from tests.servers import RedisServer

    with RedisServer() as server:
        client = server.client()
        game = golden_game(Referee(RedisStore(client, open_meta(client).shards)))
        told = installed(["replay", game.id], server.url).ok().out
    REPLAY.write_text(told.replace(game.id, ID), "utf-8")


if __name__ == "__main__":
    main()
