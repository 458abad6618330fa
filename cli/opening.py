"""From what a person typed to a store, a game and a seat."""

from __future__ import annotations

from mensch.core.bots import VERSION, bot
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.archived.folder import archive_folder
from mensch.events.bodies import Bot
from mensch.events.game import Game
from mensch.events.inviting import invited
from mensch.events.loading import find_game, names_of
from mensch.events.people import people
from mensch.events.redis.store import RedisStore
from mensch.events.referee import LONGEST_MESSAGE, Referee
from mensch.events.server.fitness import connect_fit
from mensch.events.server.meta import open_meta
from mensch.events.store import Store

_BOT = "bot:"

LONGEST_NAME = 24
"""Characters of a player's name."""


def open_store(*, to_write: bool = False) -> RedisStore:
    """The store at MENSCH_REDIS_URL, or on the private server.

    Raises:
        ServerError: the server is missing or unfit.
    """
    client = connect_fit(to_write=to_write)
    store = RedisStore(client, open_meta(client).shards)
    store.unearth = archive_folder().read
    return store


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
    """The players' names by seat, safe to show; before the start also of those who are invited."""
    names = names_of(store, game)
    seats = invited(store, game)
    for seat, person in zip(seats, people(store, list(seats.values())), strict=True):
        names[seat] = person.name or names[seat]
    return [printable(name, LONGEST_NAME) for name in names]


def checked_name(name: str) -> str:
    """A player's name as it may be kept.

    Raises:
        UsageError: it could not be shown, or not be told from a seat or from the notation of moves.
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise UsageError(
            said(
                "the name “{name}” must have 1 to {most} visible characters",
                name=printable(name),
                most=LONGEST_NAME,
            )
        )
    if name.isdecimal() or set(name) & set("@=:"):
        raise UsageError(said("the name “{name}” must not be a number or hold any of @ = :", name=name))
    return name


def checked_message(text: str) -> str:
    """A message to the table as it may be kept.

    Raises:
        UsageError: it is empty, too long, or came as bytes that are no text.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise UsageError(said("the message “{text}” is not in UTF-8", text=printable(text))) from None
    if not 1 <= size <= LONGEST_MESSAGE:
        raise UsageError(
            said(
                "the message has {size} bytes: it must have 1 to {most}",
                size=size,
                most=LONGEST_MESSAGE,
            )
        )
    return text


def bot_of(typed: str) -> Bot | None:
    """The bot that `bot:LEVEL` means; None for what does not begin so.

    Raises:
        UsageError: there is no such level.
    """
    if not typed.casefold().startswith(_BOT):
        return None
    level = typed[len(_BOT) :].casefold()
    bot(level)
    return Bot(level, VERSION)


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
        raise UsageError(
            said(
                "several players are called “{typed}”, so name a seat: {players}",
                typed=printable(typed),
                players=players,
            )
        )
    raise NotFoundError(
        said("there is no player “{typed}” in this game: {players}", typed=printable(typed), players=players)
    )
