"""Requests to write records, and what a store shows afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from mensch.events.bodies import Event, MessageLeft
from mensch.events.due import Due
from mensch.events.record import Entry, genesis, seal
from mensch.events.store import Append, Appended, Store, Verdict

GAME = "game000001"
OTHER = "game000002"
TIME = 1_764_440_400_000
ALWAYS = 2**53 - 1


class GameAppend(Append, frozen=True):
    """A request to write into the log of a game."""

    entries: Sequence[Entry]


def following(log: Sequence[Entry] = (), count: int = 1, game: str = GAME) -> GameAppend:
    """A request to write the next records of a log, all of one new command.

    Args:
        log: all records so far.
        count: how many records the command writes.
    """
    seq = len(log)
    said = [f"{seq + n:064x}" for n in range(1, count + 1)]
    entries = seal(
        [Event("seat:0", MessageLeft(digest)) for digest in said],
        game=game,
        after=seq,
        head=log[-1].hash if log else genesis(game),
        cmd=f"{seq + 1:032x}",
        at=TIME + seq,
    )
    return GameAppend(game, seq, entries, digest=said[0], status="running")


def write(store: Store, *counts: int, game: str = GAME) -> list[Entry]:
    """Write a new log, one command of so many records each; all its records."""
    log: list[Entry] = []
    for count in counts:
        request = following(log, count, game)
        assert store.append(request).verdict is Verdict.OK
        log += request.entries
    return log


def raws(entries: Sequence[Entry]) -> list[bytes]:
    """The exact bytes of records."""
    return [entry.raw for entry in entries]


def item(kind: str, seq: int, at: int = TIME, game: str = GAME) -> Due:
    """A due item."""
    return Due(kind, game, seq, at)


def outcome(appended: Appended) -> tuple[Verdict, int, list[bytes]]:
    """What became of an append, for comparing."""
    return appended.verdict, appended.seq, list(appended.missed)


def everything(store: Store) -> object:
    """All that a store shows of the two logs, for comparing before and after."""
    games = (GAME, OTHER)
    return (
        store.heads(games),
        [(store.read(game), store.read_all(game), store.secrets(game), store.texts(game)) for game in games],
        (store.games(), store.logs(), store.index(), store.due(ALWAYS), store.feed()),
    )


def under(command: str, entries: Sequence[Entry]) -> list[Entry]:
    """The same records under another command id."""
    return [replace(entry, record=replace(entry.record, cmd=command)) for entry in entries]
