"""The real store. Every write is one script; a reader fixes the head first and reads up to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from mensch.core.errors import CorruptLogError
from mensch.core.said import said
from mensch.events.due import Due
from mensch.events.ids import is_id
from mensch.events.redis import keys
from mensch.events.redis.beside import RedisBeside
from mensch.events.redis.shards import PAGE
from mensch.events.redis.tombs import MARK, RedisTombs
from mensch.events.server.connection import server_errors
from mensch.events.store import (
    LONGEST_SILENCE,
    Append,
    Appended,
    Head,
    Index,
    Pointer,
    Store,
    Verdict,
    due_of,
)

if TYPE_CHECKING:
    from redis import Redis

FEED_LENGTH = 10_000
"""About how many pointers the feed keeps."""

COMMANDS_KEPT = 7 * 24 * 3600
"""Seconds for which command ids are remembered once the deck is public."""

_ANY_BYTES = "surrogateescape"
"""How names that somebody else may have put into the index are read, so that they can be taken out of it."""

_FIELD = b"r"
_HEAD = ("seq", "hash", "status", "at")


class RedisStore(RedisBeside, RedisTombs, Store):
    """Logs in Redis or Valkey.

    Args:
        client: a connection made by `mensch.events.server`, which never sends a write twice.
        shards: the number that `mensch:meta` was made with.
    """

    def __init__(self, client: Redis, shards: int = 1) -> None:
        super().__init__(client, shards)
        self._append = self._script("append")
        self._claim = self._script("claim")
        self._reindex = self._script("reindex")
        self._beat = self._script("beat")

    def append(self, request: Append) -> Appended:
        shard, game, last = self._shard(request.game), request.game, request.last
        names = [
            shard.log(game),
            shard.head(game),
            shard.commands(game),
            shard.secret(game),
            shard.due,
            shard.feed,
        ]
        if request.texts or request.expected == 0:
            names += (shard.text(game), shard.tournaments if request.tournament else shard.games)
        words = (
            f"{game} {request.expected} {request.command} {request.digest} {last.hash} {request.status}"
            f" {last.record.at} {COMMANDS_KEPT if request.revealed else 0} {FEED_LENGTH}"
            f" {len(request.entries)} {len(request.due)} {len(request.secrets)} {len(request.texts)}"
        )
        arguments: list[str | bytes | int] = [words]
        arguments += [entry.raw for entry in request.entries]
        for item in request.due:
            arguments += (item.member, item.at)
        for fields in (request.secrets, request.texts):
            for field in fields.items():
                arguments += field
        verdict, seq, *missed = self._run(self._append, names, arguments)
        return Appended(Verdict(verdict.decode()), seq, missed)

    def head(self, game: str) -> Head | None:
        with server_errors(self._client):
            fields = self._client.hmget(self._shard(game).head(game), _HEAD)
        return _head(game, fields)

    def heads(self, games: Sequence[str]) -> list[Head | None]:
        with server_errors(self._client):
            pipeline = self._client.pipeline(transaction=False)
            for game in games:
                pipeline.hmget(self._shard(game).head(game), _HEAD)
            found = pipeline.execute()
        return [_head(game, fields) for game, fields in zip(games, found, strict=True)]

    def read(self, game: str, after: int = 0) -> list[bytes]:
        head = self.head(game)
        if head is None:
            return []
        records = self._range(game, after, head.seq)
        if not records and after < head.seq:
            records = self.from_archive(game, after)[: head.seq - after]
        if not records and after < head.seq and self.is_entombed(game):
            raise CorruptLogError(
                said("game {game} is archived, and its file is not in the archive of this machine", game=game)
            )
        if after + len(records) != max(head.seq, after):
            raise CorruptLogError(
                said(
                    "the log of {game} has {last} records where its head says {head}",
                    game=game,
                    last=after + len(records),
                    head=head.seq,
                )
            )
        return records

    def read_all(self, game: str, after: int = 0) -> list[bytes]:
        return self._range(game, after, None) or self.from_archive(game, after)

    def _range(self, game: str, after: int, upto: int | None) -> list[bytes]:
        name = self._shard(game).log(game)
        end = "+" if upto is None else f"{upto}-0"
        records: list[bytes] = []
        while upto is None or after < upto:
            with server_errors(self._client):
                page = self._client.xrange(name, f"{after + 1}-0", end, count=PAGE)
            for entry_id, fields in page:
                after += 1
                if entry_id != b"%d-0" % after or not fields or len(fields) > 1 or _FIELD not in fields:
                    raise CorruptLogError(
                        said(
                            "the log of {game} holds something else than record {after}",
                            game=game,
                            after=after,
                        )
                    )
                records.append(fields[_FIELD])
            if len(page) < PAGE:
                break
        return records

    def games(self, prefix: str = "", most: int | None = None) -> list[str]:
        return self._ids([shard.games for shard in self._all_shards()], prefix, most)

    def tournaments(self, prefix: str = "") -> list[str]:
        return self._ids([shard.tournaments for shard in self._all_shards()], prefix, None)

    def _ids(self, lists: Iterable[str], prefix: str, most: int | None) -> list[str]:
        found: list[bytes] = []
        low, high = (f"[{prefix}", f"[{prefix}\x7f") if prefix else ("-", "+")
        with server_errors(self._client):
            for name in lists:
                found += self._client.zrangebylex(name, low, high, 0, -1 if most is None else most)
        return sorted(filter(is_id, (game.decode(errors="replace") for game in found)))[:most]

    def due(self, until: int, most: int = 100) -> list[Due]:
        found: list[tuple[bytes, float]] = []
        with server_errors(self._client):
            for shard in self._all_shards():
                found += self._client.zrangebyscore(shard.due, "-inf", until, 0, most, withscores=True)
        return sorted(_due_items(found), key=lambda item: (item.at, item.member))[:most]

    def claim_due(self, until: int, again: int, most: int = 100) -> list[Due]:
        claimed: list[Due] = []
        for shard in self._all_shards():
            if len(claimed) < most:
                found = self._run(self._claim, (shard.due,), (until, again, most - len(claimed)))
                claimed += _due_items(zip(found[::2], found[1::2], strict=True))
        return sorted(claimed, key=lambda item: (item.at, item.member))

    def put_off(self, item: Due, again: int) -> None:
        with server_errors(self._client):
            self._client.zadd(self._shard(item.game).due, {item.member: again}, xx=True)

    def schedule(self, item: Due) -> None:
        with server_errors(self._client):
            self._client.zadd(self._shard(item.game).due, {item.member: item.at}, nx=True)

    def done(self, item: Due) -> None:
        with server_errors(self._client):
            self._client.zrem(self._shard(item.game).due, item.member)

    def beat(self, now: int) -> tuple[int, int] | None:
        since = self._run(self._beat, (keys.DOWNTIMES,), (now, LONGEST_SILENCE))
        return (int(since[0]), now) if since else None

    def last_beat(self) -> int | None:
        told = self._field(keys.DOWNTIMES, "beat")
        return int(told) if told is not None and told.isdigit() else None

    def downtimes(self, since: int) -> list[tuple[int, int]]:
        fields = self._hash(keys.DOWNTIMES)
        gaps = [(int(began), int(ended)) for began, ended in fields.items() if began.isdecimal()]
        return sorted(gap for gap in gaps if gap[1] > since)

    def feed(self, after: str = "0-0", most: int = 1000) -> list[Pointer]:
        # Where each shard's feed goes on, joined by commas; one place alone holds for all of them.
        places = after.split(",")
        if len(places) == 1:
            places *= self._shards
        found: list[tuple[tuple[int, int], int, tuple[str, int]]] = []
        with server_errors(self._client):
            for shard, place in zip(self._all_shards(), places, strict=True):
                page = self._client.xrange(shard.feed, f"({place}", "+", count=most)
                pointed = [(_id(at), shard.number, _pointed(fields)) for at, fields in page]
                found += [(at, number, record) for at, number, record in pointed if record is not None]
        pointers = []
        for (at, count), number, (game, seq) in sorted(found)[:most]:
            places[number] = f"{at}-{count}"
            pointers.append(Pointer(",".join(places), game, seq))
        return pointers

    def logs(self) -> list[str]:
        found: set[str] = set()  # since a scan may meet a key twice
        with server_errors(self._client):
            for shard in self._all_shards():
                prefix = shard.log("")
                names = self._client.scan_iter(match=f"{prefix}*", count=PAGE, _type="stream")
                found |= {name.decode(errors="replace")[len(prefix) :] for name in names}
        return sorted(filter(is_id, found))

    def index(self) -> Index:
        games: list[bytes] = []
        members: list[bytes] = []
        with server_errors(self._client):
            for shard in self._all_shards():
                games += self._members(shard.games)
                members += self._members(shard.due)
        return Index(
            [game.decode(errors=_ANY_BYTES) for game in games],
            [member.decode(errors=_ANY_BYTES) for member in members],
        )

    def _members(self, name: str) -> list[bytes]:
        """None where something else took the place of the index, which `reindex` then makes anew."""
        if self._client.type(name) != b"zset":
            return []
        members: list[bytes] = self._client.zrange(name, 0, -1)
        return members

    def reindex(self, game: str, head: Head, due: Sequence[Due], *, tournament: bool = False) -> bool:
        shard = self._shard(game)
        arguments = (
            game,
            head.seq,
            head.hash,
            head.status,
            head.at,
            *(part for item in due for part in (item.member, item.at)),
        )
        listed = shard.tournaments if tournament else shard.games
        names = (shard.log(game), shard.head(game), listed, shard.due)
        [verdict] = self._run(self._reindex, names, arguments)
        if verdict == b"cut":
            raise CorruptLogError(
                said(
                    "the log of {game} is cut: it went on behind record {head}, its last",
                    game=game,
                    head=head.seq,
                )
            )
        return bool(verdict == b"ok")

    def prune(self, stale: Index) -> None:
        games = [game.encode(errors=_ANY_BYTES) for game in stale.games]
        members = [member.encode(errors=_ANY_BYTES) for member in stale.due]
        with server_errors(self._client):
            for shard in self._all_shards():  # what is no id of a game can lie in any of them
                if games:
                    self._client.zrem(shard.games, *games)
                if members:
                    self._client.zrem(shard.due, *members)
            for game in filter(is_id, stale.games):
                self._client.delete(self._shard(game).head(game))


def _head(game: str, fields: Sequence[bytes | None]) -> Head | None:
    seq, head, status, at = fields
    if seq is None or head is None or status is None or at is None:
        return None
    seq = seq.removeprefix(MARK)
    if not (seq.isdigit() and at.isdigit() and head.isascii() and status.isascii()):
        raise CorruptLogError(
            said("the head of {game} is damaged; `mensch rebuild` makes it anew", game=game)
        )
    return Head(int(seq), head.decode(), status.decode(), int(at))


def _due_items(found: Iterable[tuple[bytes, bytes | float]]) -> list[Due]:
    """The due items among some members and their scores, which may be any number but infinitely late."""
    items = [due_of(member.decode(errors="replace"), int(max(float(at), 0))) for member, at in found]
    return [item for item in items if item is not None]


def _pointed(fields: Mapping[bytes, bytes]) -> tuple[str, int] | None:
    """The game and record that an entry of the feed points to; None for one that is no pointer."""
    game, seq = fields.get(b"g", b"").decode(errors="replace"), fields.get(b"s", b"")
    return (game, int(seq)) if len(fields) == 2 and is_id(game) and seq.isdigit() else None


def _id(text: bytes) -> tuple[int, int]:
    """An entry id of a stream as the server orders it: milliseconds, then a count."""
    at, _, count = text.partition(b"-")
    return int(at), int(count)
