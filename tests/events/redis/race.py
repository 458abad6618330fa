"""Writers in processes of their own that race on one game.

`python -m tests.events.redis.race URL GAME FOLDER`; each writes what it was told about its commands into the
folder. All begin at the same moment.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import traceback
from pathlib import Path
from random import Random

from mensch.core.errors import TurnError
from mensch.events.cause import TABLE
from mensch.events.commands import LeaveMessage
from mensch.events.game import Game
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.connection import connect

WRITERS = 16

OWN = 124
"""Commands that each writer alone sends."""

COMMON = 16
"""Commands that every writer sends, under the same ids."""

EVENTS = WRITERS * OWN + COMMON


def command_id(who: str, number: int) -> str:
    """The id of a writer's command."""
    return hashlib.sha256(f"{who} {number}".encode()).hexdigest()[:32]


class Writer:
    """One of the racers; its game is as old as its last command."""

    def __init__(self, url: str, game: str, number: int) -> None:
        self.number = number
        self.random = Random(number)
        self.referee = Referee(RedisStore(connect(url)))
        self.game: Game = self.referee.load(game)
        self.told: list[tuple[str, int]] = []

    def run(self) -> None:
        """Send all commands, the common ones strewn among the own."""
        common = sorted(self.random.sample(range(OWN), COMMON))
        for number in range(OWN):
            if number in common:
                self.say("everybody", common.index(number))
            if self.random.random() > 0.2 or not self.play(number):
                self.say(f"writer {self.number}", number)

    def say(self, who: str, number: int) -> None:
        """Leave a message: it goes through whatever the others did."""
        cmd = command_id(who, number)
        digest = hashlib.sha256(cmd.encode()).hexdigest()
        message = LeaveMessage(number % 4, digest)
        self.game = self.referee.act(self.game, [message], cmd=cmd, texts={digest: cmd.encode()})
        self.told.append((cmd, self.game.seq))

    def play(self, number: int) -> bool:
        """Play for whoever is to move; False where somebody else was faster."""
        table = self.game.table
        move = self.random.choice(table.legal_moves()).text
        cmd = command_id(f"writer {self.number}", number)
        try:
            self.game = self.referee.play(self.game, table.turn, move, TABLE, cmd=cmd)
        except TurnError:
            return False
        self.told.append((cmd, self.game.seq))
        return True


def main(url: str, game: str, folder: str) -> int:
    """Start the writers and wait for all of them; the number of those that failed."""
    gate, opener = os.pipe()
    children = []
    for number in range(WRITERS):
        child = os.fork()
        if child == 0:
            os.close(opener)
            os._exit(race(gate, url, game, number, Path(folder)))
        children.append(child)
    os.close(opener)
    return sum(os.waitpid(child, 0)[1] != 0 for child in children)


def race(gate: int, url: str, game: str, number: int, folder: Path) -> int:
    """Run one writer once the gate is open."""
    try:
        writer = Writer(url, game, number)
        os.read(gate, 1)
        writer.run()
        (folder / str(number)).write_text(json.dumps(writer.told))
    except BaseException:  # noqa: BLE001  # a forked child must not go on where its parent does
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
