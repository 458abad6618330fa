"""The part of a store that knows which games are archived: their heads stay as tombstones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mensch.events.store import Head

Unearth = Callable[[str], list[bytes] | None]
"""From an archived game to its exact records; None where they are not at hand."""


class Tombs(ABC):
    """What a store knows of archived games.

    Attributes:
        unearth: where reading finds them; without it their logs cannot be read here.
    """

    unearth: Unearth | None = None

    @abstractmethod
    def entomb(self, game: str, head: Head) -> bool:
        """Let the log of an archived game go, with its command ids and secrets; its head stays, and texts,
        which can still be erased.

        Returns:
            False, and nothing is done, when the game does not end at that head, or something is due in it.
        """

    @abstractmethod
    def is_entombed(self, game: str) -> bool:
        """Whether a game is archived."""

    @abstractmethod
    def entombed(self) -> dict[str, Head]:
        """All archived games, with their heads; for `rebuild`."""

    @abstractmethod
    def reindex_entombed(self, game: str, head: Head) -> None:
        """Make the head and the place in the list of an archived game anew; for `rebuild`."""

    def from_archive(self, game: str, after: int) -> list[bytes]:
        """The records of an archived game after a seq; none where it is not, or its file is not here."""
        if self.unearth is None or not self.is_entombed(game):
            return []
        records = self.unearth(game)
        return [] if records is None else records[after:]
