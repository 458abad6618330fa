"""Bodies of a game that is played, up to its end and what is told behind that."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from mensch.events.bodies.fields import (
    BY_SEAT,
    Bot,
    Count,
    Fields,
    Hex32,
    Id,
    Line,
    MoveText,
    Seat,
    Seq,
    Text,
)


class MovePlayed(Fields, frozen=True, gc=False):
    """The seat to move played a move.

    Attributes:
        auth: salted hash of the cause of the move, which stays sealed until the deck is revealed.
        move: the canonical text.
    """

    auth: Hex32
    move: MoveText


class MessageLeft(Fields, frozen=True, gc=False):
    """A player said something to the table; the text lies beside the log and can be erased.

    Attributes:
        digest: salted hash of the text.
    """

    digest: Hex32


class SeatTakenOver(Fields, frozen=True, gc=False):
    """Another player, or a bot, plays a seat from here on.

    Attributes:
        player: the id of who plays it now.
        bot: present when a bot plays it now.
        key: the public key of who plays it now; absent for a player who does not sign.
        mail: present and true when who plays it now is told by mail; false is never written.
    """

    player: Id
    seat: Seat
    bot: Bot | None = None
    key: Hex32 | None = None
    mail: bool = False


class PlayerResigned(Fields, frozen=True, gc=False):
    """A player left the table for good (rules.md, "Leaving").

    Attributes:
        line: the signed line that says so; absent when it was said otherwise. It is open at once, since
            unlike the cause of a move it tells nothing about dice.
    """

    seat: Seat
    line: Line | None = None


class KeyChanged(Fields, frozen=True, gc=False):
    """A seat has another key from here on. It outdates no turn.

    Attributes:
        key: the new public key.
        line: the line that the old key has signed; absent when the operator alone changed it, which marks
            what is signed with the new key.
    """

    key: Hex32
    seat: Seat
    line: Line | None = None


class AbortOffered(Fields, frozen=True, gc=False):
    """A player agrees to end the game without a winner. The next own move takes the offer back."""

    seat: Seat


class GameAborted(Fields, frozen=True, gc=False):
    """The game ended without a winner.

    Attributes:
        cause: `agreed` by all who were still in, or by the `operator` alone.
    """

    cause: Literal["agreed", "operator"]


class GameFinished(Fields, frozen=True, gc=False):
    """The game was won.

    Attributes:
        ending: by reaching the `target`, or as the `last seat` at the table.
        places: by seat, 1 for the winner; equal scores share a place.
        scores: by seat.
        winner: the winner's seat.
    """

    ending: Literal["target", "last seat"]
    places: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=4)]], BY_SEAT]
    scores: Annotated[list[Count], BY_SEAT]
    winner: Seat


class DeckRevealed(Fields, frozen=True, gc=False):
    """The seed became public, so that everybody can check every die."""

    seed: Hex32


class Reason(Fields, frozen=True, gc=False):
    """The opened cause of one move.

    Attributes:
        envelope: canonical JSON of the cause.
        salt: what was hashed with it.
        seq: the record of the move.
    """

    envelope: Text
    salt: Hex32
    seq: Seq


class ReasonsPublished(Fields, frozen=True, gc=False):
    """The causes of moves were published, ascending by record."""

    reasons: Annotated[list[Reason], msgspec.Meta(min_length=1)]
