"""Who plays a seat of a game."""

from __future__ import annotations

import msgspec

from mensch.events.bodies import Bot


class Holder(msgspec.Struct, frozen=True, gc=False):
    """Who plays a seat.

    Attributes:
        player: a random id.
        entropy: what whoever joined first at this seat added to the deck, in hexadecimal.
        bot: the bot that plays, if one does.
        key: the public key that the player signs with, if there is one.
        mail: whether the player is told by mail.
        held: whether the bot only plays until the player comes back.
    """

    player: str
    entropy: str
    bot: Bot | None = None
    key: str | None = None
    mail: bool = False
    held: bool = False

    @property
    def person(self) -> bool:
        """Whether the seat is a person's, though a bot may hold it."""
        return self.bot is None or self.held
