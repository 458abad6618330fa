"""From what a person typed to a store, a game and a seat."""

from __future__ import annotations

from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.events.game import Game
from mensch.events.loading import find_game, names_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import LONGEST_MESSAGE, Referee
from mensch.events.server.fitness import connect_fit
from mensch.events.server.meta import open_meta
from mensch.events.store import Store

LONGEST_NAME = 24
"""Characters of a player's name."""


def open_store(*, to_write: bool = False) -> RedisStore:
    """The store at MENSCH_REDIS_URL, or on the private server.

    Raises:
        ServerError: the server is missing or unfit.
    """
    client = connect_fit(to_write=to_write)
    return RedisStore(client, open_meta(client).shards)


def open_referee() -> Referee:
    """A referee of the store; see `open_store`."""
    return Referee(open_store(to_write=True))


def load(referee: Referee, typed: str) -> tuple[Game, list[str]]:
    """A game with its hidden dice, and its players' names by seat.

    Args:
        typed: an id, or its beginning.
    """
    game = referee.load(find_game(referee.store, typed))
    return game, shown_names(referee.store, game)


def shown_names(store: Store, game: Game) -> list[str]:
    """The players' names by seat, safe to show."""
    return [printable(name, LONGEST_NAME) for name in names_of(store, game)]


def checked_name(name: str) -> str:
    """A player's name as it may be kept.

    Raises:
        UsageError: it could not be shown, or not be told from a seat or from the notation of moves.
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise UsageError(f"the name “{printable(name)}” must have 1 to {LONGEST_NAME} visible characters")
    if name.isdecimal() or set(name) & set("@=:"):
        raise UsageError(f"the name “{name}” must not be a number or hold any of @ = :")
    return name


def checked_message(text: str) -> str:
    """A message to the table as it may be kept.

    Raises:
        UsageError: it is empty, too long, or came as bytes that are no text.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise UsageError(f"the message “{printable(text)}” is not in UTF-8") from None
    if not 1 <= size <= LONGEST_MESSAGE:
        raise UsageError(f"the message has {size} bytes: it must have 1 to {LONGEST_MESSAGE}")
    return text


def seat_of(typed: str, names: list[str]) -> int:
    """The seat that a person means by a name or a number.

    Raises:
        NotFoundError: nobody is called so.
        UsageError: several are.
    """
    called = [seat for seat, name in enumerate(names) if name.casefold() == typed.strip().casefold()]
    if len(called) == 1:
        return called[0]
    numbers = [str(seat) for seat in range(len(names))]
    if typed.strip() in numbers:
        return numbers.index(typed.strip())
    players = ", ".join(f"{seat} {name}" for seat, name in enumerate(names))
    if called:
        raise UsageError(f"several players are called “{printable(typed)}”, so name a seat: {players}")
    raise NotFoundError(f"there is no player “{printable(typed)}” in this game: {players}")
