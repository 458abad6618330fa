"""The store in memory: the reference for the real one, and fast enough for a million bot games."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence

import msgspec

from mensch.core.errors import CorruptLogError
from mensch.events.due import Due
from mensch.events.store import Append, Appended, Head, Index, Pointer, Store, Verdict


class _Log(msgspec.Struct):
    head: Head
    records: list[bytes] = []
    commands: dict[str, tuple[str, int]] = {}
    due: Sequence[Due] = ()


class MemoryStore(Store):
    """Logs in this process, gone with it. Not for several threads."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}
        self._ids: list[str] = []
        self._secrets: dict[str, dict[str, bytes]] = {}
        self._texts: dict[str, dict[str, bytes]] = {}
        self._players: dict[str, dict[str, bytes]] = {}
        self._feed: list[tuple[str, int]] = []

    def append(self, request: Append) -> Appended:
        log = self._logs.get(request.game)
        seq = log.head.seq if log else 0
        if log and request.command in log.commands:
            digest, written = log.commands[request.command]
            return Appended(Verdict.DUPLICATE if digest == request.digest else Verdict.MISMATCH, written)
        if seq != request.expected:
            missed = log.records[request.expected :] if log else []
            return Appended(Verdict.CONFLICT, seq, missed)
        if log is None:
            log = self._logs[request.game] = _Log(Head(0, "", "", 0))
            insort(self._ids, request.game)
        last = request.last
        log.records += [entry.raw for entry in request.entries]
        log.head = Head(last.seq, last.hash, request.status, last.record.at)
        log.commands[request.command] = (request.digest, last.seq)
        log.due = request.due
        self._secrets.setdefault(request.game, {}).update(request.secrets)
        self._texts.setdefault(request.game, {}).update(request.texts)
        self._feed += [(request.game, entry.seq) for entry in request.entries]
        return Appended(Verdict.OK, last.seq)

    def heads(self, games: Sequence[str]) -> list[Head | None]:
        logs = map(self._logs.get, games)
        return [log.head if log else None for log in logs]

    def read(self, game: str, after: int = 0) -> list[bytes]:
        log = self._logs.get(game)
        if log is None:
            return []
        if len(log.records) < log.head.seq:
            raise CorruptLogError(f"the log of {game} ends before record {log.head.seq}")
        return log.records[after : log.head.seq]

    def games(self, prefix: str = "", most: int | None = None) -> list[str]:
        first = bisect_left(self._ids, prefix)
        found: list[str] = []
        for game in self._ids[first:]:
            if not game.startswith(prefix) or len(found) == most:
                break
            found.append(game)
        return found

    def secrets(self, game: str) -> dict[str, bytes]:
        return dict(self._secrets.get(game, {}))

    def texts(self, game: str) -> dict[str, bytes]:
        return dict(self._texts.get(game, {}))

    def save_player(self, player: str, fields: Mapping[str, bytes]) -> None:
        self._players.setdefault(player, {}).update(fields)

    def player_ids(self) -> list[str]:
        return sorted(player for player, fields in self._players.items() if fields)

    def players(self, players: Sequence[str]) -> list[dict[str, bytes]]:
        return [dict(self._players.get(player, {})) for player in players]

    def due(self, until: int, most: int = 100) -> list[Due]:
        items = [item for log in self._logs.values() for item in log.due if item.at <= until]
        return sorted(items, key=lambda item: (item.at, item.member))[:most]

    def claim_due(self, until: int, again: int, most: int = 100) -> list[Due]:
        claimed = self.due(until, most)
        for item in claimed:
            self.put_off(item, again)
        return claimed

    def put_off(self, item: Due, again: int) -> None:
        log = self._logs.get(item.game)
        if log is not None:
            log.due = [
                msgspec.structs.replace(other, at=again) if other.member == item.member else other
                for other in log.due
            ]

    def feed(self, after: str = "0-0", most: int = 1000) -> list[Pointer]:
        start = int(after.partition("-")[0])
        shown = self._feed[start : start + most]
        return [Pointer(f"{start + n}-0", game, seq) for n, (game, seq) in enumerate(shown, 1)]

    def logs(self) -> list[str]:
        return list(self._logs)

    def read_all(self, game: str, after: int = 0) -> list[bytes]:
        log = self._logs.get(game)
        return log.records[after:] if log else []

    def index(self) -> Index:
        return Index(self._ids[:], [item.member for log in self._logs.values() for item in log.due])

    def reindex(self, game: str, head: Head, due: Sequence[Due]) -> bool:
        log = self._logs.get(game)
        if log is None or len(log.records) != head.seq:
            return False
        log.head = head
        log.due = due
        if game not in self._ids:
            insort(self._ids, game)
        return True

    def prune(self, stale: Index) -> None:
        gone = set(stale.due)
        for log in self._logs.values():
            log.due = [item for item in log.due if item.member not in gone]
        self._ids = [game for game in self._ids if game not in stale.games]
