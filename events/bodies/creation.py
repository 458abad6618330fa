"""Bodies that create a game: its deck, rules, time control and players."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from mensch.core.rules import RuleSet
from mensch.events.bodies.fields import Bot, Fields, Hex32, HistoryStep, Id, Name, Seat, Seq, Span


class Deck(Fields, frozen=True, gc=False):
    """The deck block of a game.

    Attributes:
        commitment: SHA-256 of the secret seed, as `mensch.core.deck.commitment` gives it.
        context: the id that the block was first made for; copies keep it.
    """

    commitment: Hex32
    context: Id


class Fork(Fields, frozen=True, gc=False):
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


class Rules(Fields, frozen=True, gc=False):
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


OnTimeout = Literal["autopilot", "forfeit", "takeover"]
"""What happens to whoever is too late."""


class Clock(Fields, frozen=True, gc=False):
    """The time control of a game; all spans in milliseconds. `mensch.events.time_control` counts.

    Attributes:
        bank: what everybody begins with.
        cap: the most that a bank can hold.
        on_timeout: `autopilot`, a bot makes this one move; `takeover`, it does, and after so many missed
            turns in a row it holds the seat until the player comes back; `forfeit`, which is leaving as in
            the rules.
        bot: who plays for who is late; absent with `forfeit`.
        grace: what a flag waits for after the bank is empty; nobody gets it as time left.
        increment: what every move adds.
        misses: with `takeover`, after so many missed turns in a row.
    """

    bank: Span
    cap: Span
    on_timeout: OnTimeout
    bot: Bot | None = None
    grace: Annotated[int, msgspec.Meta(ge=0, lt=2**40)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, lt=2**40)] = 0
    misses: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None


class Joining(Fields, frozen=True, gc=False):
    """Until when the seats of an open game are to be taken.

    Attributes:
        within: milliseconds after the game was created.
        bot: who takes the seats that nobody took; absent where the game is given up then.
    """

    within: Span
    bot: Bot | None = None


class GameCreated(Fields, frozen=True, gc=False):
    """A game was created; it is open until everyone has joined.

    Attributes:
        clock: the time control; absent for a game without one.
        dispute_window: milliseconds after the end for which the deck stays secret, so that a dispute can
            still end in the game being played on; absent for none.
        insecure_seed: present and true when the seed was chosen openly, for tests; false is never written.
        joining: until when the seats are to be taken; absent where they may stay free for ever.
    """

    deck: Deck
    rules: Rules
    clock: Clock | None = None
    dispute_window: Annotated[int, msgspec.Meta(ge=1, lt=2**53)] | None = None
    fork: Fork | None = None
    insecure_seed: bool = False
    joining: Joining | None = None


class PlayerJoined(Fields, frozen=True, gc=False):
    """A player took a seat.

    Attributes:
        entropy: the 32 bytes that the player adds to the deck's entropy.
        player: a random id; names lie beside the log.
        bot: present when a bot plays the seat.
        key: the public key that the player signs with; absent for a player who does not.
        mail: present and true when the player is told by mail; false is never written.
    """

    entropy: Hex32
    player: Id
    seat: Seat
    bot: Bot | None = None
    key: Hex32 | None = None
    mail: bool = False


class GameStarted(Fields, frozen=True, gc=False):
    """The roster is closed and the dice are dealt."""
