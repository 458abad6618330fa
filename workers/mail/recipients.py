"""Who is told by mail, and who they are."""

from __future__ import annotations

import msgspec

from mensch.core.quoting import printable
from mensch.events.game import Game
from mensch.events.people import Person, people
from mensch.events.store import Store
from mensch.events.words import Words, words
from mensch.workers.mail.address import is_address
from mensch.workers.mail.tale import LONGEST_NAME


class Recipient(msgspec.Struct, frozen=True):
    """Somebody who gets a mail.

    Attributes:
        address: where.
        name: how they are called, safe to show; empty for nobody knows.
        language: `en` or `de`.
    """

    address: str
    name: str
    language: str

    @property
    def words(self) -> Words:
        """What they read."""
        return words(self.language)


def recipient_of(person: Person) -> Recipient | None:
    """A person as a recipient; None for one without an address that a mail can be sent to."""
    if person.mail is None or not is_address(person.mail):
        return None
    return Recipient(person.mail, printable(person.name, LONGEST_NAME), person.language)


def reachable(store: Store, game: Game) -> dict[int, Person]:
    """The players of a game who are told by mail, by seat."""
    seats = {
        seat: holder.player for seat, holder in enumerate(game.seats) if holder is not None and holder.mail
    }
    found = people(store, list(seats.values()))
    return {
        seat: person for seat, person in zip(seats, found, strict=True) if recipient_of(person) is not None
    }
