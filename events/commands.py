"""Commands: what somebody wants to happen. `mensch.events.decide` says what does."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from mensch.core.rules import RuleSet
from mensch.events.bodies import Bot, Fork, Reason, Rules
from mensch.events.record import canonical


class _Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """What all commands have in common."""


class CreateGame(_Command, frozen=True):
    """Create a game.

    :param rules: its rule set, as `Rules.of` writes it.
    :param commitment: of its seed, in hexadecimal.
    :param context: the id in its deck block; the game's own unless the deck is shared.
    """

    rules: Rules
    commitment: str
    context: str
    fork: Fork | None = None
    insecure_seed: bool = False


class JoinGame(_Command, frozen=True):
    """Take a seat.

    :param entropy: 32 bytes in hexadecimal.
    """

    seat: int
    player: str
    entropy: str
    bot: Bot | None = None


class StartGame(_Command, frozen=True):
    """Close the roster and deal."""


class PlayMove(_Command, frozen=True):
    """Play a move.

    :param seat: who plays it.
    :param move: the canonical text.
    :param turn: the seq at which the turn began that the player has in mind.
    :param envelope: the cause, see `mensch.events.cause`.
    :param salt: 32 bytes in hexadecimal.
    """

    seat: int
    move: str
    turn: int
    envelope: str
    salt: str


class LeaveMessage(_Command, frozen=True):
    """Say something to the table.

    :param digest: salted hash of the text, in hexadecimal.
    """

    seat: int
    digest: str


class TakeOverSeat(_Command, frozen=True):
    """Let another player, or a bot, play a seat from here on."""

    seat: int
    player: str
    bot: Bot | None = None


class Resign(_Command, frozen=True):
    """Leave the table for good."""

    seat: int


class OfferAbort(_Command, frozen=True):
    """Agree to end the game without a winner; it ends when everybody still in has."""

    seat: int


class AbortGame(_Command, frozen=True):
    """End the game without a winner, by the operator alone."""


class PublishReasons(_Command, frozen=True):
    """Open the causes of moves, ascending by record.

    :param sealed: the `auth` of each of those moves, as its record has it.
    """

    reasons: list[Reason]
    sealed: list[str]


Command = (
    CreateGame
    | JoinGame
    | StartGame
    | PlayMove
    | LeaveMessage
    | TakeOverSeat
    | Resign
    | OfferAbort
    | AbortGame
    | PublishReasons
)


def command_digest(commands: Sequence[Command]) -> str:
    """What tells a repeated request from another one under the same command id.

    Salts are left out: they are drawn anew when a request is repeated.
    """
    fixed = [
        msgspec.structs.replace(command, salt="") if isinstance(command, PlayMove) else command
        for command in commands
    ]
    return hashlib.sha256(b"mensch/command/v1\n" + canonical(fixed)).hexdigest()


def create(rules: RuleSet, commitment: bytes, context: str, *, insecure: bool = False) -> CreateGame:
    """The command that creates a game of its own, no fork."""
    return CreateGame(Rules.of(rules), commitment.hex(), context, insecure_seed=insecure)
