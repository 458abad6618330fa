"""Answers to what came in: kept with the game until they are sent.

Whoever sends one looks up the address and writes the mail around it: greeting, table, the next reply
address. Here is only what is to be said, and to whom.
"""

from __future__ import annotations

import msgspec

from mensch.events.clock import DAY
from mensch.events.due import ANSWER, Due
from mensch.events.scheduled import ANSWER_FIELD
from mensch.events.store import Store

MOST_A_DAY = 20
"""Answers to one seat within a day. Two programs that answer each other get no further."""

_SEAT_BITS = 48
"""The number of an answer is the seat, then so many bits of the message: below 2^53, as due items want it."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer.

    Attributes:
        seat: to whom, by the seat that they play.
        player: the player's id; whoever has the seat meanwhile gets no answer that is another's.
        lines: what to say, in the player's language; untrusted text in it is made printable already.
        replies_to: the Message-ID of what is answered; empty where it has none.
        table: whether the table as the player sees it, and the legal moves, follow.
    """

    seat: int
    player: str
    lines: tuple[str, ...]
    replies_to: str = ""
    table: bool = True


def answer_number(seat: int, message: str) -> int:
    """The number of the answer to a message, so that one that comes twice is answered once.

    Args:
        message: what the message is known by, in hexadecimal.
    """
    return seat << _SEAT_BITS | int(message[: _SEAT_BITS // 4], 16)


def answer_field(number: int) -> str:
    """The field of a game's secrets that keeps an answer until it is sent; also its name among what was."""
    return f"{ANSWER_FIELD}{number}"


def was_answered(store: Store, game: str, number: int) -> bool:
    """Whether an answer is kept or sent already."""
    name = answer_field(number)
    return store.secret(game, name) is not None or name in store.sent(game)


def keep_answer(store: Store, game: str, number: int, answer: Answer, now: int) -> bool:
    """Keep an answer and let it be sent; said again, it changes nothing.

    Returns:
        False where this seat has got so many answers within a day that it gets no more.
    """
    if _answers_since(store, game, answer.seat, now - DAY) >= MOST_A_DAY:
        return False
    store.keep_new(game, answer_field(number), msgspec.json.encode(answer))
    store.schedule(Due(ANSWER, game, number, now))
    return True


def kept_answer(store: Store, game: str, number: int) -> Answer | None:
    """The answer of a due item; None where it was sent, or erased."""
    kept = store.secret(game, answer_field(number))
    return msgspec.json.decode(kept, type=Answer) if kept else None


def _answers_since(store: Store, game: str, seat: int, since: int) -> int:
    """Answers to a seat that wait, or were sent after a time."""
    waiting = set(store.secrets(game))
    sent = {name for name, at in store.sent(game).items() if at > since}
    numbers = (name.removeprefix(ANSWER_FIELD) for name in waiting | sent if name.startswith(ANSWER_FIELD))
    return sum(number.isdecimal() and int(number) >> _SEAT_BITS == seat for number in numbers)
