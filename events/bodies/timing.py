"""Bodies that time control and pauses bring."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from mensch.events.bodies.fields import Bot, Count, Fields, Seat, Span


class TurnMissed(Fields, frozen=True, gc=False):
    """The flag of the seat to move fell: its time for this turn, grace and all, was used up. What happens
    then is the next record, by the same command: one move by a bot, a bot that holds the seat, or leaving.
    """

    seat: Seat


class SeatHeld(Fields, frozen=True, gc=False):
    """A bot plays a seat until its player comes back. It outdates no turn.

    Attributes:
        bot: who plays meanwhile.
    """

    bot: Bot
    seat: Seat


class SeatReturned(Fields, frozen=True, gc=False):
    """A player came back to a seat that a bot has held. It outdates no turn."""

    seat: Seat


class PlayerForfeited(Fields, frozen=True, gc=False):
    """A player was too late, and left the table for it as if resigning (rules.md, "Leaving")."""

    seat: Seat


class TimeReturned(Fields, frozen=True, gc=False):
    """Time in which the service was down was given back to a player.

    Attributes:
        given: milliseconds, no more than had counted on the player's clock meanwhile.
        since: when the service went down, in milliseconds UTC, not before the end of what was given back to
            this seat before.
        until: when it was there again.
    """

    given: Span
    seat: Seat
    since: Count
    until: Count


class AbsenceAnnounced(Fields, frozen=True, gc=False):
    """A player will be away. Meanwhile the seat's clock stands, for turns that begin after this record.

    Attributes:
        since: the beginning, in milliseconds UTC, after this record.
        until: the end.
    """

    seat: Seat
    since: Count
    until: Count


class PauseOffered(Fields, frozen=True, gc=False):
    """A player agrees to a pause. The next own move takes the offer back."""

    seat: Seat


class GamePaused(Fields, frozen=True, gc=False):
    """The game pauses: no move counts, and clocks stand.

    Attributes:
        cause: `agreed` by all who were still in, and then any of them may end it; or by the `operator`
            alone, who alone may end it.
        until: when it ends by itself, in milliseconds UTC; absent where it does not.
    """

    cause: Literal["agreed", "operator"]
    until: Count | None = None


class GameResumed(Fields, frozen=True, gc=False):
    """The pause is over; `by` says who ended it."""


class StartLapsed(Fields, frozen=True, gc=False):
    """Nobody came for some seats in time, so that the game never starts.

    Attributes:
        seats: those seats, ascending.
    """

    seats: Annotated[list[Seat], msgspec.Meta(min_length=1, max_length=4)]
