"""People who only look on at a game and are told by mail: where, beside the log and erasable.

They see what everybody may see. A list of them lies in the game's secrets, since it holds addresses.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

import msgspec

from mensch.core.errors import GameOverError, NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.beside import folded
from mensch.events.clock import DAY
from mensch.events.due import DIGEST, Due
from mensch.events.game import Game
from mensch.events.store import Store

MOST = 100
"""Spectators of one game."""

_PREFIX = "watch:"
_NUMBERS = 10**9


class Spectator(msgspec.Struct, frozen=True):
    """Somebody who looks on.

    Attributes:
        address: a mail address.
        language: of their mails, `en` or `de`.
        since: the record after which they are told.
    """

    address: str
    language: str
    since: int


def spectators(kept: Mapping[str, bytes]) -> dict[int, Spectator]:
    """The spectators of a game by number, from its secrets."""
    return {
        int(field.removeprefix(_PREFIX)): msgspec.json.decode(value, type=Spectator)
        for field, value in sorted(kept.items())
        if field.startswith(_PREFIX)
    }


def add_spectator(store: Store, game: Game, address: str, language: str, now: int) -> int:
    """Let somebody look on; their number. Said again, it changes nothing.

    Args:
        address: as `mensch.workers.mail.address.checked_address` takes it.
        now: in milliseconds UTC.

    Raises:
        GameOverError: nothing more will happen.
        UsageError: there are so many already.
    """
    if game.over:
        raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))
    there = spectators(store.secrets(game.id))
    for number, spectator in there.items():
        if folded(spectator.address) == folded(address):
            return number
    if len(there) >= MOST:
        raise UsageError(said("game {game} has {most} spectators already", game=game.id, most=MOST))
    value = msgspec.json.encode(Spectator(address, language, game.seq))
    while True:  # never one that somebody had before, who still has its tokens
        number = secrets.randbelow(_NUMBERS)
        if store.keep_new(game.id, f"{_PREFIX}{number}", value) == value:
            break
    store.schedule(summary(game.id, now))
    return number


def remove_spectator(store: Store, game: str, address: str) -> None:
    """Let somebody look on no longer, and forget their address.

    Raises:
        NotFoundError: they do not.
    """
    found = [
        f"{_PREFIX}{number}"
        for number, spectator in spectators(store.secrets(game)).items()
        if folded(spectator.address) == folded(address)
    ]
    if not found:
        raise NotFoundError(
            said("{address} is no spectator of game {game}", address=printable(address, 80), game=game)
        )
    store.drop(game, found)


def looks_on_at(store: Store, address: str) -> list[str]:
    """The games at which somebody looks on. The secrets of all games are read for it."""
    return [
        game
        for game in store.games()
        if any(folded(one.address) == folded(address) for one in spectators(store.secrets(game)).values())
    ]


def drop_spectator(store: Store, game: str, number: int) -> None:
    """Let the spectator with a number look on no longer, as a mail of theirs asks for."""
    store.drop(game, [f"{_PREFIX}{number}"])


def summary(game: str, now: int) -> Due:
    """The due item of the next mail to a game's spectators, a day from now; of the end they hear at once. A
    game has one."""
    return Due(DIGEST, game, 1, now + DAY)


def summaries(game: str, fields: Iterable[str], now: int) -> list[Due]:
    """The same, where a game has spectators; for `rebuild`.

    Args:
        fields: the names of its secrets.
    """
    return [summary(game, now)] if any(field.startswith(_PREFIX) for field in fields) else []
