"""The store in memory: the reference for the real one, and fast enough for a million bot games."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence

import msgspec

from mensch.core.errors import CorruptLogError
from mensch.core.said import said
from mensch.events.due import Due
from mensch.events.memory_beside import MemoryBeside
from mensch.events.store import LONGEST_SILENCE, Append, Appended, Head, Index, Pointer, Store, Verdict


class _Log(msgspec.Struct):
    head: Head
    records: list[bytes] = []
    commands: dict[str, tuple[str, int]] = {}
    due: Sequence[Due] = ()


class MemoryStore(MemoryBeside, Store):
    """Logs in this process, gone with it. Not for several threads."""

    def __init__(self) -> None:
        super().__init__()
        self._logs: dict[str, _Log] = {}
        self._ids: list[str] = []
        self._tournaments: list[str] = []
        self._entombed: dict[str, Head] = {}
        self._feed: list[tuple[str, int]] = []
        self._scheduled: dict[str, Due] = {}
        self._beat: int | None = None
        self._downtimes: dict[int, int] = {}

    def append(self, request: Append) -> Appended:
        log = self._logs.get(request.game)
        seq = log.head.seq if log else 0
        if request.game in self._entombed:
            return Appended(Verdict.BLOCKED, 0)
        if log and request.command in log.commands:
            digest, written = log.commands[request.command]
            return Appended(Verdict.DUPLICATE if digest == request.digest else Verdict.MISMATCH, written)
        if seq != request.expected:
            missed = log.records[request.expected :] if log else []
            return Appended(Verdict.CONFLICT, seq, missed)
        if log is None:
            log = self._logs[request.game] = _Log(Head(0, "", "", 0))
            insort(self._tournaments if request.tournament else self._ids, request.game)
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
        if game in self._entombed:
            return self.from_archive(game, after)
        if len(log.records) < log.head.seq:
            raise CorruptLogError(
                said("the log of {game} ends before record {head}", game=game, head=log.head.seq)
            )
        return log.records[after : log.head.seq]

    def games(self, prefix: str = "", most: int | None = None) -> list[str]:
        first = bisect_left(self._ids, prefix)
        found: list[str] = []
        for game in self._ids[first:]:
            if not game.startswith(prefix) or len(found) == most:
                break
            found.append(game)
        return found

    def tournaments(self, prefix: str = "") -> list[str]:
        return [tournament for tournament in self._tournaments if tournament.startswith(prefix)]

    def due(self, until: int, most: int = 100) -> list[Due]:
        items = [item for item in self._all_due() if item.at <= until]
        return sorted(items, key=lambda item: (item.at, item.member))[:most]

    def _all_due(self) -> list[Due]:
        return [item for log in self._logs.values() for item in log.due] + list(self._scheduled.values())

    def claim_due(self, until: int, again: int, most: int = 100) -> list[Due]:
        claimed = self.due(until, most)
        for item in claimed:
            self.put_off(item, again)
        return claimed

    def put_off(self, item: Due, again: int) -> None:
        later = msgspec.structs.replace(item, at=again)
        if item.member in self._scheduled:
            self._scheduled[item.member] = later
        elif (log := self._logs.get(item.game)) is not None:
            log.due = [later if other.member == item.member else other for other in log.due]

    def schedule(self, item: Due) -> None:
        self._scheduled.setdefault(item.member, item)

    def done(self, item: Due) -> None:
        self._scheduled.pop(item.member, None)
        if (log := self._logs.get(item.game)) is not None:
            log.due = [other for other in log.due if other.member != item.member]

    def beat(self, now: int) -> tuple[int, int] | None:
        last, self._beat = self._beat, now
        if last is None or now - last <= LONGEST_SILENCE:
            return None
        self._downtimes[last] = now
        return last, now

    def last_beat(self) -> int | None:
        return self._beat

    def downtimes(self, since: int) -> list[tuple[int, int]]:
        return sorted(gap for gap in self._downtimes.items() if gap[1] > since)

    def feed(self, after: str = "0-0", most: int = 1000) -> list[Pointer]:
        start = int(after.partition("-")[0])
        shown = self._feed[start : start + most]
        return [Pointer(f"{start + n}-0", game, seq) for n, (game, seq) in enumerate(shown, 1)]

    def logs(self) -> list[str]:
        return [game for game in self._logs if game not in self._entombed]

    def entomb(self, game: str, head: Head) -> bool:
        log = self._logs.get(game)
        if log is None or log.head != head or log.due:
            return False
        self._entombed[game] = head
        log.records = []
        log.commands = {}
        self._secrets.pop(game, None)
        return True

    def is_entombed(self, game: str) -> bool:
        return game in self._entombed

    def entombed(self) -> dict[str, Head]:
        return dict(self._entombed)

    def reindex_entombed(self, game: str, head: Head) -> None:
        self._logs.setdefault(game, _Log(head)).head = head
        if game not in self._ids:
            insort(self._ids, game)

    def read_all(self, game: str, after: int = 0) -> list[bytes]:
        log = self._logs.get(game)
        return (log.records[after:] if log else []) or self.from_archive(game, after)

    def index(self) -> Index:
        return Index(self._ids[:], [item.member for item in self._all_due()])

    def reindex(self, game: str, head: Head, due: Sequence[Due], *, tournament: bool = False) -> bool:
        log = self._logs.get(game)
        if log is None or len(log.records) != head.seq:
            return False
        log.head = head
        log.due = due
        ids = self._tournaments if tournament else self._ids
        if game not in ids:
            insort(ids, game)
        return True

    def prune(self, stale: Index) -> None:
        gone = set(stale.due)
        self._scheduled = {member: item for member, item in self._scheduled.items() if member not in gone}
        for log in self._logs.values():
            log.due = [item for item in log.due if item.member not in gone]
        self._ids = [game for game in self._ids if game not in stale.games]
