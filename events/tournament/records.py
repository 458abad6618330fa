"""The records of a tournament's log: the same bytes, hashes and chain as a game's, with other types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from mensch.core.errors import CorruptLogError, LogError
from mensch.core.said import said
from mensch.events.record import Record, Schema, digest, genesis, misplaced, read_record, written
from mensch.events.tournament.bodies import TYPE_OF, TYPES, TournamentBody, TournamentEvent

TOURNAMENTS: Schema[TournamentBody] = Schema(TYPES)
"""The types of a tournament's log."""

_FIRST = b'"type":"tournament_created","v":1}'


class TournamentEntry(msgspec.Struct, frozen=True, gc=False):
    """A record together with its exact bytes and their hash."""

    record: Record[TournamentBody]
    raw: bytes
    hash: str

    @property
    def seq(self) -> int:
        """The number of the record in its log."""
        return self.record.seq


def is_tournament(first: bytes) -> bool:
    """Whether a log is a tournament's, by the exact bytes of its first record."""
    return first.endswith(_FIRST)


def seal(
    events: Iterable[TournamentEvent], *, tournament: str, after: int, head: str, cmd: str, at: int
) -> list[TournamentEntry]:
    """Give events their place in a log.

    Args:
        after: the seq of the last record there.
        head: its hash.
        at: the time, not before that record's.

    Raises:
        ValueError: when a record would be larger than the largest, which is a fault of this program.
    """
    entries = []
    for event in events:
        after += 1
        kind, version = TYPE_OF[type(event.body)]
        record = Record(at, event.body, event.by, cmd, tournament, head, after, kind, version)
        raw = written(record)
        head = digest(raw)
        entries.append(TournamentEntry(record, raw, head))
    return entries


def verify(
    raws: Iterable[bytes], *, tournament: str, after: int = 0, head: str | None = None, at: int = 0
) -> Iterator[TournamentEntry]:
    """Read records and check that each one stands in its place: tournament, seq, hash chain and time.

    Args:
        after: the seq of the record before the first of them.
        head: that record's hash; None for the beginning of the log.
        at: that record's time.

    Raises:
        CorruptLogError: at the first record that does not fit; it says which.
        NewerLogError: at the first record that this program does not know.
    """
    prev = genesis(tournament) if head is None else head
    for raw in raws:
        after += 1
        try:
            record = read_record(raw, TOURNAMENTS)
        except LogError as error:
            raise type(error)(
                said("record {seq} of {game}: {error}", seq=after, game=tournament, error=error)
            ) from None
        if record.prev != prev or record.seq != after or record.game != tournament or record.at < at:
            problem = misplaced(record, tournament, after, prev)
            raise CorruptLogError(
                said("record {seq} of {game}{problem}", seq=after, game=tournament, problem=problem)
            )
        at = record.at
        prev = digest(raw)
        yield TournamentEntry(record, raw, prev)
