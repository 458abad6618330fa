"""The port to where logs are kept, and the values that go through it.

`mensch.events.memory` is the reference, `mensch.events.redis` the real one, and
`mensch.events.compliance` the suite that both pass and a third must pass too.
"""

from __future__ import annotations

import enum
from abc import abstractmethod
from collections.abc import Mapping, Sequence

import msgspec

from mensch.core.errors import ServerError
from mensch.events.beside import Beside
from mensch.events.clock import MINUTE
from mensch.events.due import Due
from mensch.events.ids import is_id
from mensch.events.record import Entry
from mensch.events.tombs import Tombs
from mensch.events.tournament.records import TournamentEntry

LONGEST_SILENCE = 5 * MINUTE
"""Milliseconds between two beats of the service after which it counts as having been down."""


class Verdict(enum.Enum):
    """What became of an append."""

    OK = "ok"
    """Everything was written, together."""

    DUPLICATE = "duplicate"
    """The command was written before; nothing was written now."""

    MISMATCH = "mismatch"
    """Another command was written under the same id; nothing was written now."""

    CONFLICT = "conflict"
    """The log has moved on since it was read; nothing was written, and the caller misses some records."""

    BLOCKED = "blocked"
    """Something beyond the head stands in the way: the index is stale, or somebody wrote into the log."""


class Head(msgspec.Struct, frozen=True):
    """The end of a log, as the index has it.

    Attributes:
        seq: the number of the last record.
        hash: its hash.
        status: the value of `mensch.events.game.Status`.
        at: its time in milliseconds UTC.
    """

    seq: int
    hash: str
    status: str
    at: int


class Append(msgspec.Struct, frozen=True):
    """All that one command writes, in one step or not at all.

    Attributes:
        game: the id of the log.
        expected: the seq of the record that the new ones follow; 0 for a new log.
        entries: the new records, at least one; all carry the same command id.
        digest: tells a repeated command from another one under the same id.
        status: of the game afterwards.
        due: replaces the game's due items.
        secrets: fields to add to the game's secrets.
        texts: fields to add to the game's texts.
        revealed: whether the deck is public afterwards, so that command ids may be forgotten in 7 days.
        tournament: whether the log is a tournament's, which stands in a list of its own.
    """

    game: str
    expected: int
    entries: Sequence[Entry] | Sequence[TournamentEntry]
    digest: str
    status: str
    due: Sequence[Due] = ()
    secrets: Mapping[str, bytes] = {}
    texts: Mapping[str, bytes] = {}
    revealed: bool = False
    tournament: bool = False

    @property
    def command(self) -> str:
        """The id of the command that all entries carry."""
        return self.entries[0].record.cmd

    @property
    def last(self) -> Entry | TournamentEntry:
        """The head of the log afterwards."""
        return self.entries[-1]


class Appended(msgspec.Struct, frozen=True):
    """What became of an append.

    Attributes:
        seq: for ok the last record written; for duplicate and mismatch the last one written under that
            command id; else the log's last.
        missed: for a conflict the records that the caller has not seen, as exact bytes.
    """

    verdict: Verdict
    seq: int
    missed: Sequence[bytes] = ()


class Pointer(msgspec.Struct, frozen=True):
    """One entry of the feed: a record was written.

    Attributes:
        at: where the feed goes on, for the next reading.
    """

    at: str
    game: str
    seq: int


class Index(msgspec.Struct, frozen=True):
    """What a store's index names.

    Attributes:
        games: ids.
        due: members of the due index, `<game>:<kind>:<seq>`.
    """

    games: list[str]
    due: list[str]


class UnknownOutcomeError(ServerError):
    """The server was lost before it answered. Sending the same command id again is safe."""


class Store(Beside, Tombs):
    """Where logs, and what is not a fold of them, are kept.

    Every method may raise `mensch.core.errors.ServerError` when the server is missing or refuses.
    """

    @abstractmethod
    def append(self, request: Append) -> Appended:
        """Write all that a command leads to, or nothing.

        The order of checks is fixed: a known command id first, then the expected seq.
        """

    @abstractmethod
    def heads(self, games: Sequence[str]) -> list[Head | None]:
        """The ends of some logs; None for one that is not there."""

    def head(self, game: str) -> Head | None:
        """The end of a log; None when there is no such log."""
        return self.heads([game])[0]

    @abstractmethod
    def read(self, game: str, after: int = 0) -> list[bytes]:
        """The records after a seq, as exact bytes, up to a head that was fixed first.

        Raises:
            mensch.core.errors.CorruptLogError: when records are missing or misplaced in the store.
        """

    @abstractmethod
    def games(self, prefix: str = "", most: int | None = None) -> list[str]:
        """The ids of games that begin with a prefix, ascending."""

    @abstractmethod
    def tournaments(self, prefix: str = "") -> list[str]:
        """The ids of tournaments that begin with a prefix, ascending."""

    @abstractmethod
    def due(self, until: int, most: int = 100) -> list[Due]:
        """What is due up to a time in milliseconds, the earliest first."""

    @abstractmethod
    def claim_due(self, until: int, again: int, most: int = 100) -> list[Due]:
        """What is due up to a time, the earliest first, and in one step put off until another time, so that
        nobody else claims it meanwhile. An item is gone only with the append that replaces it.
        """

    @abstractmethod
    def put_off(self, item: Due, again: int) -> None:
        """Let an item come up again at another time, if it is still there."""

    @abstractmethod
    def schedule(self, item: Due) -> None:
        """Add an item that no append replaces: one of `mensch.events.scheduled`. One that is there already
        keeps its time.
        """

    @abstractmethod
    def done(self, item: Due) -> None:
        """End an item that leads to nothing more."""

    @abstractmethod
    def beat(self, now: int) -> tuple[int, int] | None:
        """Tell that the service is alive, and notice where it was not.

        Where the last beat is more than `LONGEST_SILENCE` ago, the time between is a downtime from then on. A
        clock that was put back begins anew.

        Args:
            now: in milliseconds UTC.

        Returns:
            The downtime that ends with this beat: since when, until when; None for none.
        """

    @abstractmethod
    def last_beat(self) -> int | None:
        """When the service told last that it is alive, in milliseconds UTC; None where it never has."""

    @abstractmethod
    def downtimes(self, since: int) -> list[tuple[int, int]]:
        """The downtimes that ended after a time in milliseconds UTC, ascending: since when, until when."""

    @abstractmethod
    def feed(self, after: str = "0-0", most: int = 1000) -> list[Pointer]:
        """Which records were written since; trimmed to the newest few thousand, for watchers only."""

    @abstractmethod
    def logs(self) -> list[str]:
        """The ids of all logs that are really there, whatever the index says; slow, for `rebuild`."""

    @abstractmethod
    def read_all(self, game: str, after: int = 0) -> list[bytes]:
        """All records after a seq, whatever the index says; for `rebuild`.

        Raises:
            mensch.core.errors.CorruptLogError: when something else is among them in the store.
        """

    @abstractmethod
    def index(self) -> Index:
        """All that the index names; for `rebuild`."""

    @abstractmethod
    def reindex(self, game: str, head: Head, due: Sequence[Due], *, tournament: bool = False) -> bool:
        """Replace what is a fold of one log: its head, its place in the list, its due items.

        False, and nothing is done, when the log does not end at that head any more.

        Raises:
            mensch.core.errors.CorruptLogError: when its last records are missing in the store.
        """

    @abstractmethod
    def prune(self, stale: Index) -> None:
        """Take games and due items out of the index."""


def due_of(member: str, at: int) -> Due | None:
    """The due item of a member of the due index; None when it is none, whoever put it there."""
    game, _, rest = member.partition(":")
    kind, _, seq = rest.partition(":")
    if not (is_id(game) and kind.isalpha() and seq.isdecimal()):
        return None
    return Due(kind, game, int(seq), at)
