"""The event types of a tournament: what each record's body may hold. docs/event-log.md describes every field.

As in a game's log, a body never changes once it is on main, and nothing personal is in one: players appear
under random ids. The name of the tournament is public text.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from mensch.events.bodies import Bot, Clock, Count, Fields, Hex32, Id, Name
from mensch.events.bodies.fields import BY_SEAT

Format = Literal["gauntlet", "knockout", "round-robin", "swiss"]
"""How tables are made; docs/tournaments.md has the rules of each."""

Slug = Annotated[str, msgspec.Meta(pattern=r"\A[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?\Z")]
"""The name of a tournament: 1 to 40 lower-case letters, digits and hyphens."""

Entrant = Annotated[int, msgspec.Meta(ge=1, lt=10_000)]
"""An entrant by starting number: the order of entering, from 1."""

Round = Annotated[int, msgspec.Meta(ge=1, lt=10_000)]
Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
"""A game of a round: the games of its first table come first, in the order in which they are played."""

Place = Annotated[int, msgspec.Meta(ge=1, le=4)]
Table = Annotated[list[Entrant], msgspec.Meta(min_length=2, max_length=4)]

MILLIONTHS = 1_000_000
"""What the luck of a game is written in, since records hold integers only."""


class TableRules(Fields, frozen=True, gc=False):
    """The rule set of a tournament's games, by name and version."""

    name: Name
    version: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class TournamentCreated(Fields, frozen=True):
    """A tournament was announced; it is open until its first round is paired.

    Attributes:
        commitment: of its secret, which game ids and seeds follow from.
        games: how many games a table plays, at least.
        name: what it is called.
        rules: the rule set of all its games, with the printed stars and targets.
        seats: how many sit at a full table.
        adjusted: present and true where the luck of the draw is found for every game.
        clock: the time control of games with people; absent where they have none.
        duplicate: present and true where every deck is played in every rotation of the seats.
        keep: present where only the results of bots' games are kept, not their moves.
        rounds: how many rounds are played; absent where the format says it.
        within: how long people have for a round, in milliseconds; absent where it never closes by itself.
    """

    commitment: Hex32
    format: Format
    games: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    name: Slug
    rules: TableRules
    seats: Annotated[int, msgspec.Meta(ge=2, le=4)]
    adjusted: bool = False
    clock: Clock | None = None
    duplicate: bool = False
    keep: Literal["results"] | None = None
    rounds: Round | None = None
    within: Annotated[int, msgspec.Meta(ge=1, lt=2**53)] | None = None


class PlayerEntered(Fields, frozen=True):
    """Somebody entered, as the next entrant; before the first round or, where the format allows, later.

    Attributes:
        player: a random id; names lie beside the log.
        bot: present for a bot.
    """

    player: Id
    bot: Bot | None = None


class PlayerWithdrew(Fields, frozen=True):
    """An entrant is paired no more.

    Attributes:
        cause: `withdrawn` on their own wish, a `no-show`, or `disqualified` by the organiser.
    """

    cause: Literal["disqualified", "no-show", "withdrawn"]
    entrant: Entrant


class Bye(Fields, frozen=True, gc=False):
    """An entrant who is in and does not play in a round.

    Attributes:
        reason: `bye`, the numbers did not come out; `rest`, a free round that everybody has once; `seeded`,
            a round of a knock-out that they need not play; `walkover`, whom they were to meet has left.
        against: with a walkover, whom they were to meet.
    """

    entrant: Entrant
    reason: Literal["bye", "rest", "seeded", "walkover"]
    against: Entrant | None = None


class RoundPaired(Fields, frozen=True):
    """The tables of a round were made.

    Attributes:
        batch: how many games of bots are played by one job.
        byes: who does not play though they are in.
        round: its number, from 1.
        tables: who sits at each, in the order of seats of its first game.
    """

    batch: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    byes: list[Bye]
    round: Round
    tables: list[Table]


class GameResult(Fields, frozen=True, gc=False):
    """How one game ended; lists are by its seats.

    Attributes:
        game: its id.
        hash: of its last record.
        places: 1 for the winner.
        scores: points.
        luck: what each seat's draws were worth, in millionths of a win; where the tournament asks for it.
        adjudicated: present and true where the round closed before the game was over: places go by the
            scores that stood there, and several may share the first.
    """

    game: Id
    hash: Hex32
    places: Annotated[list[Place], BY_SEAT]
    scores: Annotated[list[Count], BY_SEAT]
    luck: Annotated[list[Annotated[int, msgspec.Meta(gt=-(2**53), lt=2**53)]], BY_SEAT] | None = None
    adjudicated: bool = False


class ResultsRecorded(Fields, frozen=True):
    """Games that follow one another ended.

    Attributes:
        first: the number of the first of them in its round.
    """

    first: Number
    results: Annotated[list[GameResult], msgspec.Meta(min_length=1)]
    round: Round


class ResultCorrected(Fields, frozen=True):
    """The organiser changed the result of a game; the game itself stays as it was played.

    Attributes:
        number: of the game in its round.
        places: what counts from now on, by seat.
        reason: salted hash of why, which lies beside the log.
    """

    number: Number
    places: Annotated[list[Place], BY_SEAT]
    reason: Hex32
    round: Round


class RoundClosed(Fields, frozen=True):
    """A round ended: with its last game, or by the clock or the organiser before it.

    Attributes:
        unplayed: the games without a result, ascending; absent where there are none.
    """

    round: Round
    unplayed: list[Number] = msgspec.field(default_factory=list)


class TournamentFinished(Fields, frozen=True):
    """The tournament ended.

    Attributes:
        places: by entrant, 1 for the first; 0 for who was disqualified.
    """

    places: Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=10_000)]], msgspec.Meta(min_length=1)]


class TournamentRevealed(Fields, frozen=True):
    """The secret became public, so that everybody can make all games of bots again."""

    secret: Hex32


TournamentBody = (
    TournamentCreated
    | PlayerEntered
    | PlayerWithdrew
    | RoundPaired
    | ResultsRecorded
    | ResultCorrected
    | RoundClosed
    | TournamentFinished
    | TournamentRevealed
)

TYPES: dict[tuple[str, int], type[TournamentBody]] = {
    ("tournament_created", 1): TournamentCreated,
    ("player_entered", 1): PlayerEntered,
    ("player_withdrew", 1): PlayerWithdrew,
    ("round_paired", 1): RoundPaired,
    ("results_recorded", 1): ResultsRecorded,
    ("result_corrected", 1): ResultCorrected,
    ("round_closed", 1): RoundClosed,
    ("tournament_finished", 1): TournamentFinished,
    ("tournament_revealed", 1): TournamentRevealed,
}
"""Body types by the `type` and `v` of their record."""


class TournamentEvent(msgspec.Struct, frozen=True):
    """Something that happened in a tournament, before it has its place in the log.

    Attributes:
        by: who did it: `operator`, who is the organiser, or `clock`.
    """

    by: str
    body: TournamentBody
