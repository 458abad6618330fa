"""Deciding absences: announced ahead, so that a clock stands meanwhile, and never to dodge a deadline.

A part of `mensch.events.decide`, by subject. How many days a player has in a year is not the log's matter,
since that goes over games.
"""

from __future__ import annotations

from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.bodies import AbsenceAnnounced, Event
from mensch.events.clock import DAY
from mensch.events.game import Game
from mensch.events.timeouts import clocks_of

LONGEST = 30 * DAY
"""Milliseconds of one absence."""


def announced(game: Game, command: c.AnnounceAbsence) -> Event:
    """The event of an absence. A turn that has begun goes on by its clock.

    Args:
        game: not over, and somebody has the seat and is still in.

    Raises:
        UsageError: the game is played without time control, a bot plays the seat, or the absence does not
            lie ahead, is too long, or overlaps another one of that seat.
    """
    clocks = clocks_of(game)
    holder = game.seats[command.seat]
    if holder is None or not holder.person:
        raise UsageError(said("a bot plays seat {seat}, and bots are never away", seat=command.seat))
    if command.since <= command.now:
        raise UsageError(said("an absence is announced before it begins"))
    if command.until <= command.since:
        raise UsageError(said("an absence ends later than it begins"))
    if command.until - command.since > LONGEST:
        raise UsageError(said("an absence is no longer than {days} days", days=LONGEST // DAY))
    for since, until in clocks.absences[command.seat]:
        if command.since < until and since < command.until:
            raise UsageError(said("seat {seat} has announced an absence for that time", seat=command.seat))
    return Event(f"seat:{command.seat}", AbsenceAnnounced(command.seat, command.since, command.until))
