"""Whose inboxes are to be looked at: the players with a key, in games that are not long over.

A fold of the logs like everything else: read once, then followed through the feed. The feed is trimmed and
may be lost, so now and then all is read anew, and what was missed comes late, not never.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec

from mensch.core.errors import CorruptLogError, NewerLogError
from mensch.events import clock
from mensch.events.bodies import Body, KeyChanged, PlayerJoined, SeatTakenOver
from mensch.events.game import Status
from mensch.events.record import decode
from mensch.events.store import Head, Store
from mensch.workers.joblog import log

ANEW = 600.0
"""Seconds after which everything is read anew."""

LATE = clock.DAY
"""Milliseconds after the end of a game for which a player is still told that it is over."""

_GOING_ON = (Status.OPEN.value, Status.RUNNING.value)


class _Seats(msgspec.Struct):
    """What has to be known of one game.

    Attributes:
        seq: the last record that was read.
        players: who sits where.
        signing: the seats that have a key.
    """

    seq: int = 0
    players: dict[int, str] = {}
    signing: set[int] = set()


class Keyholders:
    """Players with a key, and who of them has no need of an inbox any more.

    Args:
        store: where the logs are.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, _Seats] = {}
        self._place = "0-0"
        self._read_at: float | None = None

    @property
    def players(self) -> list[str]:
        """Whose inboxes are to be looked at."""
        return [seats.players[seat] for seats in self._games.values() for seat in seats.signing]

    def look(self) -> list[str]:
        """Learn what has happened since the last look; the players whose games are long over since.

        Raises:
            ServerError: the server is missing.
        """
        now = time.monotonic()
        changed = self._changed()
        before = set(self.players)
        if self._read_at is None or now - self._read_at > ANEW:
            self._follow(self._store.games())
            self._read_at = now
        else:
            self._follow(changed)
        self._drop_ended()
        return sorted(before - set(self.players))

    def _changed(self) -> set[str]:
        games: set[str] = set()
        while page := self._store.feed(self._place):
            self._place = page[-1].at
            games |= {pointer.game for pointer in page}
        return games

    def _follow(self, games: Iterable[str]) -> None:
        asked = sorted(games)
        for game, head in zip(asked, self._heads(asked), strict=True):
            if head is None:
                continue  # lost or damaged, and no reason to throw away what lies in an inbox
            if _is_near(head):
                self._read(game)
            else:
                self._games.pop(game, None)

    def _heads(self, games: list[str]) -> list[Head | None]:
        try:
            return self._store.heads(games)
        except CorruptLogError:  # one that is damaged must not hide the others
            return [self._head(game) for game in games]

    def _head(self, game: str) -> Head | None:
        try:
            return self._store.head(game)
        except CorruptLogError:
            return None

    def _read(self, game: str) -> None:
        seats = self._games.setdefault(game, _Seats())
        try:
            for raw in self._store.read(game, after=seats.seq):
                seats.seq += 1
                try:
                    _learn(seats, decode(raw).body)
                except NewerLogError:
                    continue  # of no type that is looked for here
        except CorruptLogError as error:
            log("inbox skips", game=game, error=type(error).__name__)

    def _drop_ended(self) -> None:
        games = [game for game, seats in self._games.items() if seats.signing]
        for game, head in zip(games, self._heads(games), strict=True):
            if head is not None and not _is_near(head):
                del self._games[game]


def _is_near(head: Head) -> bool:
    return head.status in _GOING_ON or clock.now() - head.at < LATE


def _learn(seats: _Seats, body: Body) -> None:
    match body:
        case PlayerJoined() | SeatTakenOver():
            seats.players[body.seat] = body.player
            seats.signing -= {body.seat}
            if body.key is not None:
                seats.signing |= {body.seat}
        case KeyChanged(seat=seat):
            seats.signing |= {seat}
