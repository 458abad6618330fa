"""The records of a tournament's log: the same bytes, hashes and chain as a game's, with other types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from mensch.events.record import Record, Schema, seal_with, verify_with
from mensch.events.tournament.bodies import TYPES, TournamentBody, TournamentEvent

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
    """Give events their place in the log of a tournament, as `mensch.events.record.seal` does in a game's."""
    said_by = ((event.by, event.body) for event in events)
    return seal_with(
        TOURNAMENTS, TournamentEntry, said_by, log=tournament, after=after, head=head, cmd=cmd, at=at
    )


def verify(
    raws: Iterable[bytes], *, tournament: str, after: int = 0, head: str | None = None, at: int = 0
) -> Iterator[TournamentEntry]:
    """Read records of a tournament and check that each one stands in its place, as
    `mensch.events.record.verify` does in a game's."""
    return verify_with(TOURNAMENTS, TournamentEntry, raws, log=tournament, after=after, head=head, at=at)
