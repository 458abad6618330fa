"""Commands: what somebody wants to happen. `mensch.events.decide` says what does."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from mensch.core.rules import RuleSet
from mensch.events.bodies import Bot, Clock, Fork, Joining, Reason, Rules, RulingGiven
from mensch.events.record import canonical


class _Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """What all commands have in common."""


class CreateGame(_Command, frozen=True):
    """Create a game.

    Attributes:
        rules: its rule set, as `Rules.of` writes it.
        commitment: of its seed, in hexadecimal.
        context: the id in its deck block; the game's own unless the deck is shared.
        clock: its time control.
        joining: until when its seats are to be taken.
    """

    rules: Rules
    commitment: str
    context: str
    fork: Fork | None = None
    dispute_window: int | None = None
    insecure_seed: bool = False
    clock: Clock | None = None
    joining: Joining | None = None


class JoinGame(_Command, frozen=True):
    """Take a seat.

    Attributes:
        entropy: 32 bytes in hexadecimal.
        key: the public key that the player signs with.
        mail: whether the player is told by mail.
    """

    seat: int
    player: str
    entropy: str
    bot: Bot | None = None
    key: str | None = None
    mail: bool = False


class StartGame(_Command, frozen=True):
    """Close the roster and deal."""


class PlayMove(_Command, frozen=True):
    """Play a move.

    Attributes:
        seat: who plays it.
        move: the canonical text.
        turn: the seq at which the turn began that the player has in mind.
        envelope: the cause, see `mensch.events.cause`.
        salt: 32 bytes in hexadecimal.
        seen: for a signed line the hash of the record that it names, from the log.
    """

    seat: int
    move: str
    turn: int
    envelope: str
    salt: str
    seen: str = ""


class LeaveMessage(_Command, frozen=True):
    """Say something to the table.

    Attributes:
        digest: salted hash of the text, in hexadecimal.
    """

    seat: int
    digest: str


class TakeOverSeat(_Command, frozen=True):
    """Let another player, or a bot, play a seat from here on.

    Attributes:
        key: the public key that the new player signs with.
        mail: whether the new player is told by mail.
    """

    seat: int
    player: str
    bot: Bot | None = None
    key: str | None = None
    mail: bool = False


class Resign(_Command, frozen=True):
    """Leave the table for good.

    Attributes:
        line: the signed line that says so, if one does.
        seen: the hash of the record that the line names, from the log.
    """

    seat: int
    line: str | None = None
    seen: str = ""


class ChangeKey(_Command, frozen=True):
    """Give a seat another key.

    Attributes:
        key: the new public key.
        line: the line that the old key has signed; None for the operator, who needs none.
        seen: the hash of the record that the line names, from the log.
    """

    seat: int
    key: str
    line: str | None = None
    seen: str = ""


class OfferAbort(_Command, frozen=True):
    """Agree to end the game without a winner; it ends when everybody still in has."""

    seat: int


class AbortGame(_Command, frozen=True):
    """End the game without a winner, by the operator alone."""


class PublishReasons(_Command, frozen=True):
    """Open the causes of moves, ascending by record.

    Attributes:
        sealed: the `auth` of each of those moves, as its record has it.
    """

    reasons: list[Reason]
    sealed: list[str]


class RevealDeck(_Command, frozen=True):
    """Make the seed public, once the game is over and nothing holds it back.

    Attributes:
        now: the time in milliseconds UTC, which a dispute window is measured against.
    """

    now: int


class OpenDispute(_Command, frozen=True):
    """Dispute something.

    Attributes:
        seq: the record that is disputed.
        claim: salted hash of what is said, in hexadecimal.
    """

    seat: int
    seq: int
    claim: str


class GiveRuling(_Command, frozen=True):
    """Close a dispute.

    Attributes:
        arbiter: the arbiter's id.
        key: the arbiter's public key, as the operator has registered it.
        ruling: what `RulingGiven` holds, with the arbiter's signature.
    """

    arbiter: str
    key: str
    ruling: RulingGiven


class OpenReason(_Command, frozen=True):
    """Open the cause of one move for an open dispute.

    Attributes:
        sealed: the `auth` of that move, as its record has it.
    """

    reason: Reason
    sealed: str


class FlagFall(_Command, frozen=True):
    """Let the flag of the seat to move fall, now that its time is used up.

    The id of such a command is to follow from `turn` and the deadline: a turn can be missed twice, where the
    player came back to a seat that a bot held since the first time.

    Attributes:
        turn: the seq at which that turn began.
        now: the time in milliseconds UTC; `Referee.act` puts the record's own time here.
        move: the move of the bot that plays for who is late (`mensch.events.time_control.stand_in`); None
            where the seat is held or forfeited then.
        envelope: the cause of that move, of the kind `autopilot`.
        salt: 32 bytes in hexadecimal.
    """

    seat: int
    turn: int
    now: int
    move: str | None = None
    envelope: str = ""
    salt: str = ""


class ReturnToSeat(_Command, frozen=True):
    """Come back to a seat that a bot holds. A move of the player's own does that too."""

    seat: int


class ReturnTime(_Command, frozen=True):
    """Give time back in which the service was down (`mensch.events.time_control.Clocks.owed`).

    Attributes:
        given: milliseconds.
        since: when the service went down, in milliseconds UTC.
        until: when it was there again.
        now: the time in milliseconds UTC; `Referee.act` puts the record's own time here.
    """

    seat: int
    given: int
    since: int
    until: int
    now: int = 0


class AnnounceAbsence(_Command, frozen=True):
    """Be away for a while, during which the seat's clock stands.

    Attributes:
        since: the beginning, in milliseconds UTC.
        until: the end.
        now: the time in milliseconds UTC; `Referee.act` puts the record's own time here.
    """

    seat: int
    since: int
    until: int
    now: int = 0


class OfferPause(_Command, frozen=True):
    """Agree to a pause; it begins when everybody still in has."""

    seat: int


class PauseGame(_Command, frozen=True):
    """Pause the game, by the operator alone.

    Attributes:
        until: when it ends by itself, in milliseconds UTC; None where it does not.
        now: the time in milliseconds UTC; `Referee.act` puts the record's own time here.
    """

    until: int | None = None
    now: int = 0


class ResumeGame(_Command, frozen=True):
    """End a pause.

    Attributes:
        by: `seat:<n>`, `operator`, or `clock` for one whose time has come.
        now: the time in milliseconds UTC; `Referee.act` puts the record's own time here.
    """

    by: str
    now: int = 0


class LapseStart(_Command, frozen=True):
    """Wait no longer for players: bots take the seats that are free, or the game is given up.

    Attributes:
        now: the time in milliseconds UTC; `Referee.act` puts the record's own time here.
        players: where bots take them, an id for each free seat, ascending.
        entropies: and their bytes for the deck, in hexadecimal.
    """

    now: int
    players: list[str] = []
    entropies: list[str] = []


Command = (
    CreateGame
    | JoinGame
    | StartGame
    | PlayMove
    | LeaveMessage
    | TakeOverSeat
    | Resign
    | ChangeKey
    | OfferAbort
    | AbortGame
    | PublishReasons
    | RevealDeck
    | OpenDispute
    | GiveRuling
    | OpenReason
    | FlagFall
    | ReturnToSeat
    | ReturnTime
    | AnnounceAbsence
    | OfferPause
    | PauseGame
    | ResumeGame
    | LapseStart
)


AnyCommand = TypeVar("AnyCommand", bound=Command)


def command_digest(commands: Sequence[Command]) -> str:
    """What tells a repeated request from another one under the same command id.

    Salts, and digests made with them, and times are left out, since they are other ones when a request is
    repeated, and so are causes, since a digest without a salt would tell them.
    """
    return hashlib.sha256(b"mensch/command/v1\n" + canonical(list(map(_lasting, commands)))).hexdigest()


def _lasting(command: Command) -> Command:
    match command:
        case PlayMove():
            return msgspec.structs.replace(command, salt="", envelope="", seen="")
        case LeaveMessage():
            return msgspec.structs.replace(command, digest="")
        case OpenDispute():
            return msgspec.structs.replace(command, claim="")
        case FlagFall():
            return msgspec.structs.replace(command, salt="", envelope="", now=0)
        case LapseStart():
            return msgspec.structs.replace(command, players=[], now=0)
        case RevealDeck() | ReturnTime() | AnnounceAbsence() | PauseGame() | ResumeGame():
            return msgspec.structs.replace(command, now=0)
    return command


def timed(command: AnyCommand, at: int) -> AnyCommand:
    """A command as it happens at a time: what it says of the time, if anything, is what its record says. So
    whatever is decided by time can be decided again from the log.

    Args:
        at: in milliseconds UTC.
    """
    match command:
        case (
            RevealDeck()
            | FlagFall()
            | ReturnTime()
            | AnnounceAbsence()
            | PauseGame()
            | ResumeGame()
            | LapseStart()
        ):
            return msgspec.structs.replace(command, now=at)
    return command


def create(
    rules: RuleSet,
    commitment: bytes,
    context: str,
    *,
    insecure: bool = False,
    dispute_window: int | None = None,
    clock: Clock | None = None,
    joining: Joining | None = None,
) -> CreateGame:
    """The command that creates a game of its own, no fork."""
    return CreateGame(
        Rules.of(rules),
        commitment.hex(),
        context,
        dispute_window=dispute_window,
        insecure_seed=insecure,
        clock=clock,
        joining=joining,
    )
