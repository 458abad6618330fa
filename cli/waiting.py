"""Whom a game by mail waits for before it starts, and for how long."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.text import Text

from mensch.cli import texts
from mensch.cli.screen import filled
from mensch.events.game import Game, Status
from mensch.events.inviting import invited
from mensch.events.store import Store
from mensch.events.words.times import write_time
from mensch.workers.downtime import downtime


class Waiting(msgspec.Struct, frozen=True):
    """What a game that has not started waits for.

    Attributes:
        invited: the seats that are kept for people who have not answered.
        until: when it waits no longer, in milliseconds UTC, with the time in which nobody could answer.
        bot: the level of the bot that takes the free seats then; None where the game is given up.
    """

    invited: frozenset[int]
    until: int
    bot: str | None


def waiting(store: Store, game: Game, now: int) -> Waiting | None:
    """What a game waits for; None for one that has started, or waits for nobody.

    Args:
        now: in milliseconds UTC.
    """
    if game.status is not Status.OPEN or game.joining is None:
        return None
    until = game.created_at + game.joining.within + downtime(store, game.created_at, now)
    bot = game.joining.bot.level if game.joining.bot is not None else None
    return Waiting(frozenset(invited(store, game)), until, bot)


def waiting_lines(game: Game, names: Sequence[str], waits: Waiting | None) -> list[Text]:
    """Who has joined, who has not answered, and what happens then; empty for a game that waits for nobody."""
    if waits is None:
        return []
    lines = []
    for seat, name in enumerate(names):
        holder = game.seats[seat]
        if holder is not None:
            text = texts.BOT_JOINED if holder.bot is not None else texts.HAS_JOINED
        else:
            text = texts.NOT_ANSWERED if seat in waits.invited else texts.NOBODY_INVITED
        lines.append(Text(f"  {text.format(name=name)}"))
    text = texts.WAITS_THEN_ABORTED if waits.bot is None else texts.WAITS_THEN_BOT
    words = text.format(time=write_time(waits.until), level=waits.bot).split(" ")
    return lines + filled(Text(), [Text(f"{word} ") for word in words])
