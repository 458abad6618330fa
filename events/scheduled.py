"""Due items that no append replaces, since they follow from what is kept beside the logs: answers to received
mails, and the mails of the day."""

from __future__ import annotations

from collections.abc import Iterable

from mensch.events.clock import DAY, HOUR
from mensch.events.due import ANSWER, DIGEST, Due
from mensch.events.store import Store

ANSWER_FIELD = "answer:"
"""How the fields of a game's secrets begin that hold answers; a number follows."""

TOKEN_FIELD = "token:"
"""The same for the tokens of replies; who, turn and player follow."""

DIGEST_FIELD = "digest"
"""The field of a player that holds the hour of the day, UTC, at which the mail of the day comes."""


def answers(game: str, fields: Iterable[str], now: int) -> list[Due]:
    """The answers that wait in a game.

    Args:
        fields: the names of its secrets.
        now: in milliseconds UTC.
    """
    numbers = (field.removeprefix(ANSWER_FIELD) for field in fields if field.startswith(ANSWER_FIELD))
    return [Due(ANSWER, game, int(number), now) for number in numbers if number.isdecimal()]


def digest(player: str, hour: int, now: int) -> Due:
    """The next mail of the day to a player. There is one item for each player, which is put off by a day
    whenever it has gone out.

    >>> digest("mensch0001", 7, 25 * HOUR).at // HOUR
    31

    Args:
        hour: of the day, UTC.
        now: in milliseconds UTC.
    """
    return Due(DIGEST, player, 1, now + (hour * HOUR - now) % DAY)


def digests(store: Store, now: int) -> list[Due]:
    """The next mails of the day to all who want them.

    Args:
        now: in milliseconds UTC.
    """
    ids = store.player_ids()
    hours = [fields.get(DIGEST_FIELD, b"") for fields in store.players(ids)]
    return [
        digest(player, int(hour), now)
        for player, hour in zip(ids, hours, strict=True)
        if hour.isdigit() and int(hour) < 24
    ]
