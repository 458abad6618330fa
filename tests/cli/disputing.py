"""An arbiter with a key in a file, for the commands about disputes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.referee import Referee
from tests.cli.command_line import Mensch


class Judge(msgspec.Struct, frozen=True):
    """A registered arbiter.

    Attributes:
        id: what rulings name them by.
        key: the public key.
        file: the file with the private key.
    """

    id: str
    key: str
    file: Path

    @property
    def words(self) -> tuple[str, ...]:
        """The options with which they rule."""
        return "--arbiter", self.id, "--key", str(self.file)


def registered(mensch: Mensch, folder: Path, name: str = "Themis") -> Judge:
    """An arbiter who has just made a key and been registered."""
    file = folder / f"{name}.key"
    key = mensch("keygen", "-o", str(file)).ok().out.strip()
    return Judge(mensch("arbiter", name, "--key", key, "--json").document["arbiter"], key, file)


def kinds(referee: Referee, game: Game, last: int) -> list[str]:
    """The types of the last records of a game."""
    return [entry.record.type for entry in entries(referee.store, game.id)[-last:]]
