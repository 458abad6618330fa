"""A tournament as the fold of its log. What follows from it, pairings and ranking, `core` computes."""

from __future__ import annotations

import enum
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import assert_never

import msgspec

from mensch.core.errors import CorruptLogError
from mensch.core.rules import require_known
from mensch.core.said import said
from mensch.core.tournament import results, rounds, seating, terms
from mensch.events.bodies import Bot
from mensch.events.record import genesis
from mensch.events.tournament import bodies as t
from mensch.events.tournament.records import TournamentEntry


class Status(enum.Enum):
    """Where a tournament stands; `open` while it takes entries and no round is paired."""

    NEW = "new"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class Enrolled(msgspec.Struct, frozen=True):
    """An entrant.

    Attributes:
        entrant: the starting number, since when they play, and whether they still do.
        player: a random id; the name lies beside the log.
        bot: the bot, if it is one.
    """

    entrant: terms.Entrant
    player: str
    bot: Bot | None = None


class Seating(msgspec.Struct, frozen=True):
    """A game of a round, played or not.

    Attributes:
        table: the number of its table in the round, from 1.
        number: its own at that table, from 0.
        sitting: who sits where, and which deck it is played with.
    """

    table: int
    number: int
    sitting: seating.Sitting


class Round:
    """A round.

    Args:
        pairing: its tables.
        played: what the tournament was announced with.
        batch: how many games of bots are played by one job, at least.
        at: when it was paired, in milliseconds UTC.

    Attributes:
        results: by the number of the game in the round.
        corrected: places that the organiser gave, by that number.
        unplayed: the games that the round was closed without; None while it is open.
    """

    def __init__(self, pairing: rounds.RoundPairing, played: terms.Terms, batch: int, at: int) -> None:
        self.pairing = pairing
        self.batch = batch
        self.at = at
        self.results: dict[int, t.GameResult] = {}
        self.corrected: dict[int, tuple[int, ...]] = {}
        self.unplayed: list[int] | None = None
        self._sittings = [seating.sittings(table, played) for table in pairing.tables]
        self._first = [0]
        for sittings in self._sittings:
            self._first.append(self._first[-1] + len(sittings))

    @property
    def size(self) -> int:
        """How many games it has."""
        return self._first[-1]

    def seat(self, number: int) -> Seating:
        """A game by its number in the round."""
        table = bisect_right(self._first, number) - 1
        inside = number - self._first[table]
        return Seating(table + 1, inside, self._sittings[table][inside])

    @cached_property
    def batches(self) -> tuple[range, ...]:
        """The games of each job: whole decks, at least so many games as a batch has."""
        found = []
        start = 0
        previous: tuple[int, int] | None = None
        for number in range(self.size):
            seat = self.seat(number)
            deck = (seat.table, seat.sitting.deck)
            if number - start >= self.batch and deck != previous:
                found.append(range(start, number))
                start = number
            previous = deck
        if start < self.size:
            found.append(range(start, self.size))
        return tuple(found)

    @property
    def missing(self) -> list[int]:
        """The games without a result, ascending."""
        return [number for number in range(self.size) if number not in self.results]

    def is_complete(self) -> bool:
        """Whether every game has a result."""
        return len(self.results) == self.size

    def table_results(
        self, no_shows: frozenset[int], *, partly: bool, closed: bool
    ) -> Iterator[results.TableResult]:
        """The results of its tables.

        Args:
            no_shows: who never came, by starting number.
            partly: also of those with games to come.
            closed: whether none are to come any more.
        """
        for table, sittings in enumerate(self._sittings):
            first = self._first[table]
            there = [number for number in range(len(sittings)) if first + number in self.results]
            if len(there) == len(sittings) or closed or (partly and there):
                games = (self._result(first + number, sittings[number]) for number in there)
                absent = (
                    []
                    if len(there) == len(sittings)
                    else sorted(no_shows & {*self.pairing.tables[table].entrants})
                )
                yield results.TableResult(self.pairing.round, table + 1, tuple(games), tuple(absent))

    def _result(self, number: int, sitting: seating.Sitting) -> results.GameResult:
        found = self.results[number]
        return results.GameResult(
            sitting.seats,
            self.corrected.get(number, tuple(found.places)),
            tuple(found.scores),
            tuple(found.luck or ()),
            sitting.deck,
            found.adjudicated,
        )


class Contest:
    """A tournament at some record of its log.

    Attributes:
        id: its id.
        seq: the number of the last record; 0 before the first.
        head: the hash of that record, or genesis.
        at: its time, in milliseconds.
        status: open until the first round is paired, then running, then finished.
        created: what it was announced with; None before the first record.
        enrolled: everybody who entered, by starting number.
        rounds: those that were paired.
        secret: where the reader has it; None for everybody else.
        revealed: the secret once the log has published it.
        places: by entrant, once it is finished.
    """

    def __init__(self, id: str, secret: bytes | None = None) -> None:  # noqa: A002  # the field's own name
        self.id = id
        self.secret = secret
        self.seq = 0
        self.head = genesis(id)
        self.at = 0
        self.status = Status.NEW
        self.created: t.TournamentCreated | None = None
        self.enrolled: list[Enrolled] = []
        self.rounds: list[Round] = []
        self.revealed: bytes | None = None
        self.places: list[int] = []

    @property
    def announced(self) -> t.TournamentCreated:
        """What it was announced with.

        Raises:
            CorruptLogError: it was not, which an accepted log never comes to.
        """
        if self.created is None:
            raise CorruptLogError(said("tournament {tournament} was never created", tournament=self.id))
        return self.created

    @property
    def terms(self) -> terms.Terms:
        """The same, as `core` computes with it."""
        body = self.announced
        return terms.Terms(terms.Format(body.format), body.seats, body.games, body.rounds, body.duplicate)

    def value(self, *, partly: bool = False, closing: bool = False) -> rounds.Tournament:
        """What pairing and ranking look at.

        Args:
            partly: with the games of tables that are not done yet, for who looks on.
            closing: as if the last round were closed.
        """
        return rounds.Tournament(
            self.terms,
            tuple(one.entrant for one in self.enrolled),
            tuple(one.pairing for one in self.rounds),
            tuple(
                result
                for one in self.rounds
                for result in one.table_results(
                    self._no_shows(one),
                    partly=partly,
                    closed=one.unplayed is not None or (closing and one is self.rounds[-1]),
                )
            ),
        )

    def _no_shows(self, current: Round) -> frozenset[int]:
        """Who never came in a round, by starting number."""
        last = current.pairing.round + 1
        return frozenset(
            one.entrant.number
            for one in self.enrolled
            if one.entrant.leaving is terms.Leaving.NO_SHOW and one.entrant.left == last
        )

    @property
    def games(self) -> int:
        """How many games the rounds so far have."""
        return sum(one.size for one in self.rounds)

    @property
    def played(self) -> int:
        """How many of them have a result."""
        return sum(len(one.results) for one in self.rounds)

    @property
    def has_people(self) -> bool:
        """Whether anybody but bots has entered."""
        return any(one.bot is None for one in self.enrolled)

    def is_bots_game(self, seating: Seating) -> bool:
        """Whether all who sit in a game are bots."""
        return all(self.enrolled[number - 1].bot is not None for number in seating.sitting.seats)

    def advance(self, entry: TournamentEntry) -> None:
        """Let one more record happen, in place."""
        record = entry.record
        match record.body:
            case t.TournamentCreated() as body:
                require_known(body.rules.name, body.rules.version)
                self.created = body
                self.status = Status.OPEN
            case t.PlayerEntered(player=player, bot=bot):
                since = len(self.rounds) + 1
                entrant = terms.Entrant(len(self.enrolled) + 1, since)
                self.enrolled.append(Enrolled(entrant, player, bot))
            case t.PlayerWithdrew(entrant=number, cause=cause):
                one = self.enrolled[number - 1]
                left = msgspec.structs.replace(
                    one.entrant, left=len(self.rounds) + 1, leaving=terms.Leaving(cause)
                )
                self.enrolled[number - 1] = msgspec.structs.replace(one, entrant=left)
            case t.RoundPaired() as body:
                self.rounds.append(Round(pairing_of(body), self.terms, body.batch, record.at))
                self.status = Status.RUNNING
            case t.ResultsRecorded(first=first, results=found, round=number):
                self.rounds[number - 1].results.update(enumerate(found, first))
            case t.ResultCorrected(number=game, places=places, round=number):
                self.rounds[number - 1].corrected[game] = tuple(places)
            case t.RoundClosed(round=number, unplayed=unplayed):
                self.rounds[number - 1].unplayed = unplayed
            case t.TournamentFinished(places=places):
                self.places = places
                self.status = Status.FINISHED
            case t.TournamentRevealed(secret=secret):
                self.revealed = bytes.fromhex(secret)
            case _ as unknown:
                assert_never(unknown)
        self.seq = record.seq
        self.head = entry.hash
        self.at = record.at


def fold(contest: Contest, entries: Iterable[TournamentEntry]) -> Contest:
    """The same tournament after more records.

    Raises:
        CorruptLogError: a record contradicts those before it, which no accepted log does.
    """
    for entry in entries:
        try:
            contest.advance(entry)
        except (LookupError, ValueError) as error:
            raise CorruptLogError(
                said(
                    "record {seq} of {game} contradicts those before it: {error}",
                    seq=entry.seq,
                    game=contest.id,
                    error=error,
                )
            ) from None
    return contest


def pairing_of(body: t.RoundPaired) -> rounds.RoundPairing:
    """The tables and byes that a record holds."""
    byes = [rounds.Bye(bye.entrant, rounds.Reason(bye.reason), bye.against) for bye in body.byes]
    tables = [rounds.Table(tuple(table)) for table in body.tables]
    return rounds.RoundPairing(body.round, tuple(tables), tuple(byes))


def paired(pairing: rounds.RoundPairing, batch: int) -> t.RoundPaired:
    """The record of a round."""
    byes = [t.Bye(bye.entrant, bye.reason.value, bye.against) for bye in pairing.byes]
    return t.RoundPaired(batch, byes, pairing.round, [list(table.entrants) for table in pairing.tables])
