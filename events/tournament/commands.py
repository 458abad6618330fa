"""Commands: what an organiser, a job or the clock wants to happen in a tournament."""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from mensch.events.bodies import Bot
from mensch.events.record import canonical
from mensch.events.tournament import bodies as t


class _Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """What all commands have in common."""


class CreateTournament(_Command, frozen=True):
    """Announce a tournament."""

    body: t.TournamentCreated


class EnterPlayer(_Command, frozen=True):
    """Let somebody enter, as the next entrant."""

    player: str
    bot: Bot | None = None


class WithdrawPlayer(_Command, frozen=True):
    """Pair an entrant no more.

    Attributes:
        by: `operator` for the organiser, or `clock` for who did not come to a round that closes.
    """

    entrant: int
    cause: Literal["disqualified", "no-show", "withdrawn"]
    by: Literal["clock", "operator"] = "operator"


class StartTournament(_Command, frozen=True):
    """Pair the first round."""


class RecordResults(_Command, frozen=True):
    """Record how games that follow one another ended.

    Attributes:
        round: theirs.
        first: the number of the first of them in its round.
    """

    round: int
    first: int
    results: list[t.GameResult]


class CorrectResult(_Command, frozen=True):
    """Change the result of a game.

    Attributes:
        number: of the game in its round.
        places: by seat.
        reason: salted hash of why, in hexadecimal.
    """

    round: int
    number: int
    places: list[int]
    reason: str


class CloseRound(_Command, frozen=True):
    """End a round, and pair the next one or finish the tournament.

    Attributes:
        by: `clock` where the last result or the time has closed it, `operator` for the organiser, who may
            close it at any time.
        now: the time in milliseconds UTC.
    """

    round: int
    by: Literal["clock", "operator"]
    now: int = 0


TournamentCommand = (
    CreateTournament
    | EnterPlayer
    | WithdrawPlayer
    | StartTournament
    | RecordResults
    | CorrectResult
    | CloseRound
)


def tournament_digest(command: TournamentCommand) -> str:
    """What tells a repeated request from another one under the same command id; times and what was salted are
    left out, since they are other ones when a request is repeated."""
    match command:
        case CorrectResult():
            command = msgspec.structs.replace(command, reason="")
        case CloseRound():
            command = msgspec.structs.replace(command, now=0)
    return hashlib.sha256(b"mensch/command/v1\n" + canonical(command)).hexdigest()
