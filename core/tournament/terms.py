"""What a tournament is announced with: its terms, and who enters."""

import enum

import msgspec

from mensch.core.errors import UsageError
from mensch.core.rules import SEATS
from mensch.core.said import said

MOST_ROUNDS = 1000
MOST_GAMES = 1_000_000


class Format(enum.Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    GAUNTLET = "gauntlet"


class Leaving(enum.Enum):
    """Why an entrant is not paired any more."""

    WITHDRAWN = "withdrawn"
    NO_SHOW = "no-show"
    DISQUALIFIED = "disqualified"


class Terms(msgspec.Struct, frozen=True):
    """The terms of a tournament.

    Attributes:
        format: who meets whom.
        seats: entrants at a full table, 2 to 4; where numbers do not come out, a table has fewer.
        games: how many games a table plays each round; with `duplicate`, how many decks.
        rounds: how many rounds; None for the format's own number (`mensch.core.tournament.pairing`).
        duplicate: every deck is played in every rotation of the seats, so that a table of n entrants plays
            n games to a deck. For bots only.
    """

    format: Format
    seats: int = 2
    games: int = 1
    rounds: int | None = None
    duplicate: bool = False


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who plays.

    Attributes:
        number: the starting number, from 1 without a gap in the order of entry; 1 is the top seed, and in a
            gauntlet the one whom all others meet.
        since: the first round that they can be paired in; later than 1 for a late entry.
        left: the first round that they are not paired in any more; None for who is still in.
        leaving: why they left; None for who is still in.
    """

    number: int
    since: int = 1
    left: int | None = None
    leaving: Leaving | None = None

    def plays(self, round_number: int) -> bool:
        """Whether they are to be paired in a round."""
        return self.since <= round_number and (self.left is None or round_number < self.left)


def require_possible(terms: Terms) -> None:
    """Refuse terms that no tournament can be played by.

    Raises:
        UsageError: when a number is out of its range.
    """
    if terms.seats not in SEATS:
        raise UsageError(said("a game has 2 to 4 seats, not {seats}", seats=terms.seats))
    if not 1 <= terms.games <= MOST_GAMES:
        raise UsageError(
            said("{games} games a table: it must be 1 to {most}", games=terms.games, most=MOST_GAMES)
        )
    if terms.rounds is not None and not 1 <= terms.rounds <= MOST_ROUNDS:
        raise UsageError(
            said("{rounds} rounds: it must be 1 to {most}", rounds=terms.rounds, most=MOST_ROUNDS)
        )
    if terms.format is Format.KNOCKOUT and terms.rounds is not None:
        raise UsageError(said("a knock-out has as many rounds as it takes: leave the rounds out"))
