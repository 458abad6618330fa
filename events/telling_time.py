"""What came of time control in words: flags, held seats, absences, pauses, and a start without players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from mensch.events import bodies
from mensch.events.words import Words, marked
from mensch.events.words.times import write_span, write_time

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
RESUMED_BY = marked("lets the game go on")
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
            return f"{names[seat]}  {words.say(TIME_RETURNED, span=write_span(given, words))}"
        case bodies.AbsenceAnnounced(seat=seat, since=since, until=until):
            return f"{names[seat]}  {words.say(AWAY, since=write_time(since), until=write_time(until))}"
        case bodies.PauseOffered(seat=seat):
            return f"{names[seat]}  {words.text(PAUSE_OFFERED)}"
        case bodies.GamePaused(cause=cause, until=ending):
            if ending is not None:
                return words.say(PAUSED_UNTIL, until=write_time(ending))
            return words.text(PAUSED_AGREED if cause == "agreed" else PAUSED_OPERATOR)
        case bodies.GameResumed():
            return f"{names[int(author)]}  {words.text(RESUMED_BY)}" if author else words.text(RESUMED)
        case bodies.StartLapsed(seats=seats):
            return words.say(LAPSED, seats=", ".join(map(str, seats)))
        case _:
            assert_never(body)
