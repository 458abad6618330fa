"""The event types of a game: what each record's body may hold. docs/event-log.md describes every field.

A body never changes once it is on main: new meaning is a new type, an optional field, or a new version
with an upcaster. Fields stand in the order of their names, as canonical JSON wants them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from mensch.core.moves import MOVES
from mensch.core.rules import RuleSet
from mensch.events.ids import PATTERN

Hex32 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""32 bytes in lower-case hexadecimal."""

Hex64 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{128}\Z")]
"""64 bytes in lower-case hexadecimal."""

Id = Annotated[str, msgspec.Meta(pattern=rf"\A{PATTERN}\Z")]
"""Ten lower-case Crockford characters."""

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Seq = Annotated[int, msgspec.Meta(ge=1, lt=2**53)]
_BY_SEAT = msgspec.Meta(min_length=2, max_length=4)
"""A list with something for each seat."""

Name = Annotated[str, msgspec.Meta(pattern=r"\A[a-z][a-z0-9-]{0,31}\Z")]
Text = Annotated[str, msgspec.Meta(pattern=r"\A[ -~]{0,4096}\Z")]
"""Printable ASCII; an envelope of a move's cause."""

Line = Annotated[str, msgspec.Meta(pattern=r"\Amensch1 [!-~]+(?: [!-~]+){6}\Z", max_length=1000)]
"""A signed line as it came (`mensch.events.signing`)."""

DEPARTURE = "L"
"""What begins a departure in a fork's history; the seat follows."""

if TYPE_CHECKING:
    MoveText = str
    HistoryStep = str
else:  # literals cost nothing to check, and a pattern a tenth of a whole replay
    MoveText = Literal[tuple(MOVES)]
    HistoryStep = Literal[(*MOVES, *(f"{DEPARTURE}{seat}" for seat in range(4)))]
"""The canonical text of a move; and that, or a departure."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all bodies have in common: unknown fields are refused, optional ones are absent, never null."""


class Deck(_Body, frozen=True, gc=False):
    """The deck block of a game.

    Attributes:
        commitment: SHA-256 of the secret seed, as `mensch.core.deck.commitment` gives it.
        context: the id that the block was first made for; copies keep it.
    """

    commitment: Hex32
    context: Id


class Fork(_Body, frozen=True, gc=False):
    """Where a fork comes from.

    Attributes:
        dice: `same` copies the parent's deck, `fresh` has its own.
        hash: the hash of the parent's record number `seq`.
        history: the parent's canonical moves and departures up to there.
        parent: the parent's id.
        seq: the parent's record that the fork follows.
        dealt: after how many steps of history the dice were dealt; absent where they were at the start.
    """

    dice: Literal["fresh", "same"]
    hash: Hex32
    history: list[HistoryStep]
    parent: Id
    seq: Seq
    dealt: Seq | None = None


class Rules(_Body, frozen=True, gc=False):
    """The rule set of a game; stars from figure to number, figures without a star left out."""

    name: Name
    seats: Annotated[int, msgspec.Meta(ge=2, le=4)]
    stars: dict[
        Annotated[str, msgspec.Meta(pattern=r"\A([1-9]|[1-3][0-9]|40)\Z")],
        Annotated[int, msgspec.Meta(ge=1, le=5)],
    ]
    target: Annotated[int, msgspec.Meta(ge=1, le=200)]
    version: Annotated[int, msgspec.Meta(ge=1, le=1000)]

    @classmethod
    def of(cls, rules: RuleSet) -> Rules:
        """Write a rule set down."""
        stars = {str(figure): stars for figure, stars in enumerate(rules.stars) if stars}
        return cls(rules.name, rules.seats, stars, rules.target, rules.version)

    def read(self) -> RuleSet:
        """The rule set that was written down."""
        stars = tuple(self.stars.get(str(figure), 0) for figure in range(41))
        return RuleSet(self.seats, self.target, stars, self.name, self.version)


class Bot(_Body, frozen=True, gc=False):
    """Which bot plays a seat: its level and the version of that level."""

    level: Name
    version: Count


class GameCreated(_Body, frozen=True, gc=False):
    """A game was created; it is open until everyone has joined.

    Attributes:
        dispute_window: milliseconds after the end for which the deck stays secret, so that a dispute can
            still end in the game being played on; absent for none.
        insecure_seed: present and true when the seed was chosen openly, for tests; false is never written.
    """

    deck: Deck
    rules: Rules
    dispute_window: Annotated[int, msgspec.Meta(ge=1, lt=2**53)] | None = None
    fork: Fork | None = None
    insecure_seed: bool = False


class PlayerJoined(_Body, frozen=True, gc=False):
    """A player took a seat.

    Attributes:
        entropy: the 32 bytes that the player adds to the deck's entropy.
        player: a random id; names lie beside the log.
        bot: present when a bot plays the seat.
        key: the public key that the player signs with; absent for a player who does not.
    """

    entropy: Hex32
    player: Id
    seat: Seat
    bot: Bot | None = None
    key: Hex32 | None = None


class GameStarted(_Body, frozen=True, gc=False):
    """The roster is closed and the dice are dealt."""


class MovePlayed(_Body, frozen=True, gc=False):
    """The seat to move played a move.

    Attributes:
        auth: salted hash of the cause of the move, which stays sealed until the deck is revealed.
        move: the canonical text.
    """

    auth: Hex32
    move: MoveText


class MessageLeft(_Body, frozen=True, gc=False):
    """A player said something to the table; the text lies beside the log and can be erased.

    Attributes:
        digest: salted hash of the text.
    """

    digest: Hex32


class SeatTakenOver(_Body, frozen=True, gc=False):
    """Another player, or a bot, plays a seat from here on.

    Attributes:
        player: the id of who plays it now.
        bot: present when a bot plays it now.
        key: the public key of who plays it now; absent for a player who does not sign.
    """

    player: Id
    seat: Seat
    bot: Bot | None = None
    key: Hex32 | None = None


class PlayerResigned(_Body, frozen=True, gc=False):
    """A player left the table for good (rules.md, "Leaving").

    Attributes:
        line: the signed line that says so; absent when it was said otherwise. It is open at once, since
            unlike the cause of a move it tells nothing about dice.
    """

    seat: Seat
    line: Line | None = None


class KeyChanged(_Body, frozen=True, gc=False):
    """A seat has another key from here on. It outdates no turn.

    Attributes:
        key: the new public key.
        line: the line that the old key has signed; absent when the operator alone changed it, which marks
            what is signed with the new key.
    """

    key: Hex32
    seat: Seat
    line: Line | None = None


class AbortOffered(_Body, frozen=True, gc=False):
    """A player agrees to end the game without a winner. The next own move takes the offer back."""

    seat: Seat


class GameAborted(_Body, frozen=True, gc=False):
    """The game ended without a winner.

    Attributes:
        cause: `agreed` by all who were still in, or by the `operator` alone.
    """

    cause: Literal["agreed", "operator"]


class GameFinished(_Body, frozen=True, gc=False):
    """The game was won.

    Attributes:
        ending: by reaching the `target`, or as the `last seat` at the table.
        places: by seat, 1 for the winner; equal scores share a place.
        scores: by seat.
        winner: the winner's seat.
    """

    ending: Literal["target", "last seat"]
    places: Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=4)]], _BY_SEAT]
    scores: Annotated[list[Count], _BY_SEAT]
    winner: Seat


class DeckRevealed(_Body, frozen=True, gc=False):
    """The seed became public, so that everybody can check every die."""

    seed: Hex32


class Reason(_Body, frozen=True, gc=False):
    """The opened cause of one move.

    Attributes:
        envelope: canonical JSON of the cause.
        salt: what was hashed with it.
        seq: the record of the move.
    """

    envelope: Text
    salt: Hex32
    seq: Seq


class ReasonsPublished(_Body, frozen=True, gc=False):
    """The causes of moves were published, ascending by record."""

    reasons: Annotated[list[Reason], msgspec.Meta(min_length=1)]


class DisputeOpened(_Body, frozen=True, gc=False):
    """A player disputes something. Until a ruling the game waits, clocks stand, and the deck stays secret.

    Attributes:
        claim: salted hash of what the player says, which lies beside the log.
        seat: who disputes.
        seq: the record that is disputed.
    """

    claim: Hex32
    seat: Seat
    seq: Seq


class RulingGiven(_Body, frozen=True, gc=False):
    """An arbiter closed a dispute; `by` names the arbiter.

    Attributes:
        dispute: the record that opened it.
        ruling: the game `stands`; a player's `forfeit`, which is leaving as in the rules; `annulled`, the
            game has no winner; `replayed`, which annuls it and names the fork with fresh dice that goes on.
        signature: of the arbiter, over `mensch.events.disputes.ruling_message`.
        fork: for a replay the id of the game that goes on.
        grounds: salted hash of what the arbiter says about it, which lies beside the log.
        replayed_from: for a replay the record that it goes on from.
        seat: for a forfeit who leaves.
    """

    dispute: Seq
    ruling: Literal["annulled", "forfeit", "replayed", "stands"]
    signature: Hex64
    fork: Id | None = None
    grounds: Hex32 | None = None
    replayed_from: Seq | None = None
    seat: Seat | None = None


class ReasonOpened(_Body, frozen=True, gc=False):
    """The cause of one move was opened for an open dispute, before all causes are published."""

    reason: Reason


Body = (
    GameCreated
    | PlayerJoined
    | GameStarted
    | MovePlayed
    | MessageLeft
    | SeatTakenOver
    | PlayerResigned
    | KeyChanged
    | AbortOffered
    | GameAborted
    | GameFinished
    | DeckRevealed
    | ReasonsPublished
    | DisputeOpened
    | RulingGiven
    | ReasonOpened
)

TYPES: dict[tuple[str, int], type[Body]] = {
    ("game_created", 1): GameCreated,
    ("player_joined", 1): PlayerJoined,
    ("game_started", 1): GameStarted,
    ("move_played", 1): MovePlayed,
    ("message_left", 1): MessageLeft,
    ("seat_taken_over", 1): SeatTakenOver,
    ("player_resigned", 1): PlayerResigned,
    ("key_changed", 1): KeyChanged,
    ("abort_offered", 1): AbortOffered,
    ("game_aborted", 1): GameAborted,
    ("game_finished", 1): GameFinished,
    ("deck_revealed", 1): DeckRevealed,
    ("reasons_published", 1): ReasonsPublished,
    ("dispute_opened", 1): DisputeOpened,
    ("ruling_given", 1): RulingGiven,
    ("reason_opened", 1): ReasonOpened,
}
"""Body types by the `type` and `v` of their record."""

TYPE_OF: dict[type[Body], tuple[str, int]] = {body: tag for tag, body in TYPES.items()}
"""The `type` and `v` that a body is written with."""


OPERATOR = "operator"
"""How a record's `by` names who holds the log."""


class Event(msgspec.Struct, frozen=True):
    """Something that happened, before it has its place in a log.

    Attributes:
        by: who did it: `seat:<n>`, `bot:<n>`, `clock`, `operator` or `arbiter:<id>`.
    """

    by: str
    body: Body
