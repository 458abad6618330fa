"""What is kept beside the logs, as a port: secrets, texts, received mail, players and their addresses, and
what went out.

None of it is a fold of a log, so it is what a backup must hold besides them. `mensch.events.store` is the
whole port.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import msgspec

from mensch.events.due import Due

DEAD = "dead:"
"""How the name of what was given up begins, among what went out."""


class DeadLetter(msgspec.Struct, frozen=True, order=True):
    """Something that could not be delivered and is not tried any more.

    Attributes:
        at: when it was given up, in milliseconds UTC.
        game: the id that it belongs to.
        name: what it was, without `DEAD`.
    """

    at: int
    game: str
    name: str


class Beside(ABC):
    """What is kept beside the logs.

    Every method may raise `mensch.core.errors.ServerError` when the server is missing or refuses.
    """

    @abstractmethod
    def secrets(self, game: str) -> dict[str, bytes]:
        """The secrets of a game: its seed, and envelopes with their salts. For the referee alone."""

    def secret(self, game: str, field: str) -> bytes | None:
        """One field of a game's secrets, which grow with every move; None where it is missing."""
        return self.secrets(game).get(field)

    @abstractmethod
    def keep(self, game: str, fields: Mapping[str, bytes]) -> None:
        """Set fields of a game's secrets, apart from any append."""

    @abstractmethod
    def keep_new(self, game: str, field: str, value: bytes) -> bytes:
        """Set a field of a game's secrets if it is not there.

        Returns:
            What stands there now: the value of whoever was first.
        """

    @abstractmethod
    def drop(self, game: str, fields: Sequence[str]) -> None:
        """Take fields out of a game's secrets."""

    @abstractmethod
    def texts(self, game: str) -> dict[str, bytes]:
        """The free texts of a game."""

    @abstractmethod
    def erase_texts(self, game: str, fields: Sequence[str]) -> None:
        """Erase free texts of a game. Its log, which holds their salted hashes, still verifies."""

    @abstractmethod
    def attach(self, game: str, name: str, value: bytes) -> None:
        """Keep a received message of a game apart, for disputes.

        Args:
            name: the SHA-256 of the value, in hexadecimal.
        """

    @abstractmethod
    def attachment(self, game: str, name: str) -> bytes | None:
        """A received message; None where there is none, or it was erased."""

    @abstractmethod
    def attachments(self, game: str) -> list[str]:
        """The names of a game's received messages, ascending."""

    @abstractmethod
    def detach(self, game: str, names: Sequence[str]) -> None:
        """Erase received messages."""

    @abstractmethod
    def save_player(self, player: str, fields: Mapping[str, bytes]) -> None:
        """Keep what is personal about a player."""

    @abstractmethod
    def erase_fields(self, player: str, fields: Sequence[str]) -> None:
        """Keep some things about a player no longer."""

    @abstractmethod
    def player_ids(self) -> list[str]:
        """The ids of all about whom something is kept, ascending; slow, for an operator's lists."""

    @abstractmethod
    def players(self, players: Sequence[str]) -> list[dict[str, bytes]]:
        """What is known about some players; an empty dict for one who is unknown or forgotten."""

    @abstractmethod
    def save_address(self, address: str, player: str) -> str:
        """Let a mail address be a player's, unless it is somebody's already.

        Args:
            address: upper and lower case make no difference.

        Returns:
            Whose it is from now on.
        """

    @abstractmethod
    def find_player(self, address: str) -> str | None:
        """Whose a mail address is; None where it is nobody's."""

    @abstractmethod
    def forget_player(self, player: str) -> None:
        """Erase all that is kept under a player's id, and their addresses. May be repeated."""

    @abstractmethod
    def mark_sent(self, item: Due, name: str, at: int, *, last: bool) -> None:
        """Note that something went out, and in the same step end the due item that it was the last of.

        Args:
            item: what it went out for.
            name: what it was. One that begins with `DEAD` was given up, and is found by `dead_letters`.
            at: when, in milliseconds UTC.
            last: whether nothing more has to go out for that item.
        """

    @abstractmethod
    def sent(self, game: str) -> dict[str, int]:
        """What went out for a game: names, and when in milliseconds UTC."""

    @abstractmethod
    def dead_letters(self, since: int) -> list[DeadLetter]:
        """What was given up at a time in milliseconds or later, the oldest first."""


def folded(address: str) -> str:
    """An address as it is looked up."""
    return address.strip().lower()
