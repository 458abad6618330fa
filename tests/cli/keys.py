"""Keys of four players, in files."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from mensch.events.ed25519 import public_key
from mensch.events.keyfile import create_key, read_private_key


class Keys(msgspec.Struct, frozen=True):
    """The keys of some players.

    Attributes:
        folder: where the files are.
    """

    folder: Path
    private: list[bytes]

    @property
    def public(self) -> list[str]:
        """The public keys, by player."""
        return [public_key(private) for private in self.private]

    def file(self, player: int) -> str:
        """The file with a player's private key."""
        return str(self.folder / str(player))


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    for player in range(4):
        create_key(tmp_path / str(player))
    return Keys(tmp_path, [read_private_key(tmp_path / str(player)) for player in range(4)])
