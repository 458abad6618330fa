"""People who are reached by mail: who they are, beside the log and erasable.

A person has one id over all games. What the log knows of them is that id alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.events.ids import is_id, new_id
from mensch.events.scheduled import DIGEST_FIELD
from mensch.events.store import Store
from mensch.events.words import LANGUAGES

_GAME = "game:"


class Person(msgspec.Struct, frozen=True):
    """What is kept about somebody.

    Attributes:
        id: the id in logs.
        name: how people call them; empty when nobody knows, or it was erased.
        mail: their address; None for somebody who is not reached by mail.
        language: one of `mensch.events.words.LANGUAGES`, in which their mails are written.
        digest: the hour of the day, UTC, at which all their mails come as one; None for a mail per turn.
        games: the seats that they took, by game; some of these games may be over.
    """

    id: str
    name: str = ""
    mail: str | None = None
    language: str = LANGUAGES[0]
    digest: int | None = None
    games: dict[str, int] = {}


def people(store: Store, ids: Sequence[str]) -> list[Person]:
    """What is kept about some people, in the order of their ids; of one who is unknown, the id alone."""
    return [_person(player, fields) for player, fields in zip(ids, store.players(ids), strict=True)]


def person_at(store: Store, address: str) -> Person | None:
    """Whom an address belongs to; None for nobody that is known."""
    player = store.find_player(address)
    return people(store, [player])[0] if player is not None else None


def enrol(store: Store, address: str, name: str, language: str | None = None) -> Person:
    """Somebody with an address: who they are already, or a new player.

    Args:
        name: how the others call them from here on, in all their games.
        language: one of `mensch.events.words.LANGUAGES`; None leaves it as it is.
    """
    known = person_at(store, address)
    player = known.id if known is not None else new_id()
    fields = {"name": name.encode(), "mail": address.encode()}
    if language is not None:
        fields["lang"] = language.encode()
    store.save_player(player, fields)
    store.save_address(address, player)
    return people(store, [player])[0]


def note_seat(store: Store, player: str, game: str, seat: int) -> None:
    """Remember that somebody took a seat, so that their games are found without looking at all games."""
    store.save_player(player, {f"{_GAME}{game}": b"%d" % seat})


def set_digest(store: Store, player: str, hour: int | None) -> None:
    """Let all mails to somebody come as one at an hour of the day, UTC; None for a mail per turn."""
    store.save_player(player, {DIGEST_FIELD: b"" if hour is None else b"%d" % hour})


def set_language(store: Store, player: str, language: str) -> None:
    """The language of mails to somebody, one of `mensch.events.words.LANGUAGES`."""
    store.save_player(player, {"lang": language.encode()})


def _person(player: str, fields: dict[str, bytes]) -> Person:
    language = fields.get("lang", b"").decode(errors="replace")
    hour = fields.get(DIGEST_FIELD, b"")
    return Person(
        id=player,
        name=fields.get("name", b"").decode(errors="replace"),
        mail=fields.get("mail", b"").decode(errors="replace") or None,
        language=language if language in LANGUAGES else LANGUAGES[0],
        digest=int(hour) if hour.isdigit() and int(hour) < 24 else None,
        games={
            game: int(seat)
            for field, seat in fields.items()
            if field.startswith(_GAME)
            and is_id(game := field[len(_GAME) :])
            and seat in (b"0", b"1", b"2", b"3")
        },
    )
