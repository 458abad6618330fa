"""Who plays in a tournament: reading what was typed, and naming."""

from __future__ import annotations

import msgspec

from mensch.cli.opening import LONGEST_NAME, bot_of, checked_name
from mensch.cli.persons import named_address
from mensch.core.bots import free_name
from mensch.core.errors import NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.bodies import Bot
from mensch.events.ids import new_id
from mensch.events.people import enrol, people
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest


class Typed(msgspec.Struct, frozen=True):
    """A player as typed.

    Attributes:
        name: how they are called; None for a bot that takes a free name.
        bot: the bot; None for a person.
        mail: the person's address.
    """

    name: str | None
    bot: Bot | None
    mail: str | None = None


def read_player(typed: str) -> Typed:
    """A player: `bot:LEVEL`, `NAME=bot:LEVEL` or `NAME=ADDRESS`.

    Raises:
        UsageError: it is neither.
    """
    name, told, who = typed.partition("=")
    if not told:
        name, who = "", typed
    if told and "@" in who:
        name, mail = named_address(typed)
        return Typed(name, None, mail)
    bot = bot_of(who)
    if bot is None:
        raise UsageError(
            said(
                "“{typed}” is no player: bot:LEVEL, NAME=bot:LEVEL or NAME=ADDRESS",
                typed=printable(typed, 100),
            )
        )
    return Typed(checked_name(name) if told else None, bot)


def names(players: list[Typed], taken: set[str]) -> list[str]:
    """What players are called, no two the same.

    Args:
        taken: names that others have, case folded; those of these players are added.

    Raises:
        UsageError: two would be called the same.
    """
    for player in players:
        if player.name is not None:
            if player.name.casefold() in taken:
                raise UsageError(said("two players are called “{name}”", name=player.name))
            taken.add(player.name.casefold())
    addresses = [player.mail.casefold() for player in players if player.mail is not None]
    if len(set(addresses)) < len(addresses):
        raise UsageError(said("two players have the same mail address"))
    called = []
    for player in players:
        name = player.name
        if name is None:
            assert player.bot is not None
            name = free_name(player.bot.level, taken)
            taken.add(name)
        called.append(name)
    return called


def enrolled(store: Store, player: Typed, name: str) -> str:
    """The id of a player, whose name is kept beside the log; a person has one over all games."""
    if player.mail is not None:
        return enrol(store, player.mail, name).id
    player_id = new_id()
    store.save_player(player_id, {"name": name.encode()})
    return player_id


def entrant_names(store: Store, contest: Contest) -> list[str]:
    """How the entrants are called, by starting number; safe to show."""
    known = people(store, [one.player for one in contest.enrolled])
    return [
        printable(person.name, LONGEST_NAME) or f"entrant {number}" for number, person in enumerate(known, 1)
    ]


def entrant_of(typed: str, called: list[str]) -> int:
    """The starting number of whom a person means by name or number.

    Raises:
        NotFoundError: nobody is called so.
    """
    wanted = typed.strip().casefold()
    for number, name in enumerate(called, 1):
        if wanted == name.casefold():
            return number
    if wanted.isdecimal() and 1 <= int(wanted) <= len(called):
        return int(wanted)
    raise NotFoundError(said("there is no entrant “{typed}”", typed=printable(typed, 100)))
