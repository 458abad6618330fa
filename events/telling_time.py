"""What came of time control in words: flags, held seats, absences, pauses, and a start without players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import assert_never

from mensch.events import bodies
from mensch.events.words import Words, marked

MISSED = marked("is too late")
HELD = marked("is away: {bot} plays until they come back")
RETURNED = marked("is back")
FORFEITED = marked("was too late, and leaves the table for it")
TIME_RETURNED = marked("gets {span} back, in which the service was down")
AWAY = marked("will be away from {since} to {until}")
PAUSE_OFFERED = marked("offers to pause the game")
PAUSED_AGREED = marked("the game pauses, as all agree")
PAUSED_OPERATOR = marked("the operator pauses the game")
PAUSED_UNTIL = marked("the operator pauses the game until {until}")
RESUMED = marked("the game goes on")
LAPSED = marked("the game never starts, since nobody came in time for seat {seats}")

TimeBody = (
    bodies.TurnMissed
    | bodies.SeatHeld
    | bodies.SeatReturned
    | bodies.PlayerForfeited
    | bodies.TimeReturned
    | bodies.AbsenceAnnounced
    | bodies.PauseOffered
    | bodies.GamePaused
    | bodies.GameResumed
    | bodies.StartLapsed
)
"""The bodies that time control and pauses bring."""


def of_time(body: TimeBody, author: str, names: Sequence[str], words: Words) -> str:
    """A record of time control in words.

    Args:
        author: the seat that did it, empty for the operator and the clock.
        names: the players' names by seat, safe to show.
        words: the language.
    """
    match body:
        case bodies.TurnMissed(seat=seat):
            return f"{names[seat]}  {words.text(MISSED)}"
        case bodies.SeatHeld(seat=seat, bot=bot):
            return f"{names[seat]}  {words.say(HELD, bot=bot.level)}"
        case bodies.SeatReturned(seat=seat):
            return f"{names[seat]}  {words.text(RETURNED)}"
        case bodies.PlayerForfeited(seat=seat):
            return f"{names[seat]}  {words.text(FORFEITED)}"
        case bodies.TimeReturned(seat=seat, given=given):
            return f"{names[seat]}  {words.say(TIME_RETURNED, span=span(given, words))}"
        case bodies.AbsenceAnnounced(seat=seat, since=since, until=until):
            return f"{names[seat]}  {words.say(AWAY, since=moment(since), until=moment(until))}"
        case bodies.PauseOffered(seat=seat):
            return f"{names[seat]}  {words.text(PAUSE_OFFERED)}"
        case bodies.GamePaused(cause=cause, until=ending):
            if ending is not None:
                return words.say(PAUSED_UNTIL, until=moment(ending))
            return words.text(PAUSED_AGREED if cause == "agreed" else PAUSED_OPERATOR)
        case bodies.GameResumed():
            who = f"{names[int(author)]}  " if author else ""
            return who + words.text(RESUMED)
        case bodies.StartLapsed(seats=seats):
            return words.say(LAPSED, seats=", ".join(map(str, seats)))
        case _:
            assert_never(body)


def moment(at: int) -> str:
    """A point in time to the minute, in UTC.

    >>> moment(86_400_000)
    '1970-01-02 00:00 UTC'

    Args:
        at: in milliseconds UTC.
    """
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"  # a year that no calendar has


def span(length: int, words: Words) -> str:
    """How long something lasts, in its two largest units: `2 days 4 hours`.

    Args:
        length: milliseconds; less than a minute is told as one.
        words: the language.
    """
    hours, minutes = divmod(max(1, length // 60_000), 60)
    days, hours = divmod(hours, 24)
    parts = [
        words.many("{n} day", "{n} days", days) if days else "",
        words.many("{n} hour", "{n} hours", hours) if hours else "",
        words.many("{n} minute", "{n} minutes", minutes) if minutes else "",
    ]
    return " ".join(list(filter(None, parts))[:2])
