"""The real store. Every write is one script; a reader fixes the head first and reads up to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from mensch.core.errors import CorruptLogError, ServerError
from mensch.events.due import Due
from mensch.events.ids import is_id
from mensch.events.redis import keys
from mensch.events.redis.keys import Shard
from mensch.events.server.connection import address_of, explain, server_errors
from mensch.events.store import (
    Append,
    Appended,
    Head,
    Index,
    Pointer,
    Store,
    UnknownOutcomeError,
    Verdict,
    due_of,
)

if TYPE_CHECKING:
    from redis import Redis
    from redis.commands.core import Script

FEED_LENGTH = 10_000
"""About how many pointers the feed keeps."""

COMMANDS_KEPT = 7 * 24 * 3600
"""Seconds for which command ids are remembered once the deck is public."""

PAGE = 1000
"""Records that are asked for at once, so that a foreign giant of a log does not fill the memory."""

_FIELD = b"r"


class RedisStore(Store):
    """Logs in Redis or Valkey.

    :param client: a connection made by `mensch.events.server`, which never sends a write twice.
    :param shards: the number that `mensch:meta` was made with.
    """

    def __init__(self, client: Redis, shards: int = 1) -> None:
        self._client: Any = client  # Any: redis-py's commands are typed as sync or async in one
        self._shards = shards
        self._append = _script(client, "append")
        self._reindex = _script(client, "reindex")

    def _shard(self, game: str) -> Shard:
        return keys.shard_of(game, self._shards)

    def _all_shards(self) -> Iterator[Shard]:
        return map(Shard, range(self._shards))

    def append(self, request: Append) -> Appended:
        shard, game = self._shard(request.game), request.game
        names = (
            shard.log(game),
            shard.head(game),
            shard.commands(game),
            shard.secret(game),
            shard.text(game),
            shard.games,
            shard.due,
            shard.feed,
        )
        arguments = (
            game,
            request.expected,
            request.command,
            request.digest,
            request.last.hash,
            request.status,
            request.last.record.at,
            COMMANDS_KEPT if request.revealed else 0,
            FEED_LENGTH,
            len(request.entries),
            len(request.due),
            len(request.secrets),
            len(request.texts),
            *(entry.raw for entry in request.entries),
            *(part for item in request.due for part in (item.member, item.at)),
            *(part for field in request.secrets.items() for part in field),
            *(part for field in request.texts.items() for part in field),
        )
        verdict, seq, *missed = self._run(self._append, names, arguments)
        return Appended(Verdict(verdict.decode()), seq, missed)

    def _run(self, script: Script, names: Sequence[str], arguments: Sequence[bytes | str | int]) -> list[Any]:
        from redis.exceptions import ConnectionError as Lost
        from redis.exceptions import TimeoutError as Silent

        with server_errors(self._client):
            try:
                reply: list[Any] = script(keys=names, args=arguments)  # Any: integers and bytes, by script
                return reply
            except (Lost, Silent) as error:
                lost = explain(error, address_of(self._client))
                raise UnknownOutcomeError(f"{lost}; whether the command was written is not known") from None

    def heads(self, games: Sequence[str]) -> list[Head | None]:
        with server_errors(self._client):
            pipeline = self._client.pipeline(transaction=False)
            for game in games:
                pipeline.hmget(self._shard(game).head(game), "seq", "hash", "status", "at")
            found = pipeline.execute()
        return [
            None if None in fields else Head(int(seq), head.decode(), status.decode(), int(at))
            for fields in found
            for seq, head, status, at in [fields]
        ]

    def read(self, game: str, after: int = 0) -> list[bytes]:
        head = self.head(game)
        if head is None:
            return []
        records = self._range(game, after, head.seq)
        if after + len(records) != max(head.seq, after):
            raise CorruptLogError(
                f"the log of {game} has {after + len(records)} records where its head says {head.seq}"
            )
        return records

    def read_all(self, game: str) -> list[bytes]:
        return self._range(game, 0, None)

    def _range(self, game: str, after: int, upto: int | None) -> list[bytes]:
        name = self._shard(game).log(game)
        end = "+" if upto is None else f"{upto}-0"
        records: list[bytes] = []
        while upto is None or after < upto:
            with server_errors(self._client):
                page = self._client.xrange(name, f"{after + 1}-0", end, count=PAGE)
            for entry_id, fields in page:
                after += 1
                if entry_id != b"%d-0" % after or fields is None or list(fields) != [_FIELD]:
                    raise CorruptLogError(f"the log of {game} holds something else than record {after}")
                records.append(fields[_FIELD])
            if len(page) < PAGE:
                break
        return records

    def games(self, prefix: str = "", most: int | None = None) -> list[str]:
        found: list[bytes] = []
        with server_errors(self._client):
            for shard in self._all_shards():
                low, high = (f"[{prefix}", f"[{prefix}\x7f") if prefix else ("-", "+")
                found += self._client.zrangebylex(shard.games, low, high, 0, -1 if most is None else most)
        return sorted(game.decode() for game in found)[:most]

    def secrets(self, game: str) -> dict[str, bytes]:
        return self._hash(self._shard(game).secret(game))

    def texts(self, game: str) -> dict[str, bytes]:
        return self._hash(self._shard(game).text(game))

    def _hash(self, name: str) -> dict[str, bytes]:
        with server_errors(self._client):
            return {field.decode(): value for field, value in self._client.hgetall(name).items()}

    def save_player(self, player: str, fields: Mapping[str, bytes]) -> None:
        with server_errors(self._client):
            self._client.hset(keys.player(player), mapping=dict(fields))

    def players(self, players: Sequence[str]) -> list[dict[str, bytes]]:
        with server_errors(self._client):
            pipeline = self._client.pipeline(transaction=False)
            for player in players:
                pipeline.hgetall(keys.player(player))
            found = pipeline.execute()
        return [{field.decode(): value for field, value in fields.items()} for fields in found]

    def due(self, until: int, most: int = 100) -> list[Due]:
        found: list[tuple[bytes, float]] = []
        with server_errors(self._client):
            for shard in self._all_shards():
                found += self._client.zrangebyscore(shard.due, "-inf", until, 0, most, withscores=True)
        items = [due_of(member.decode(), int(at)) for member, at in found]
        return sorted(items, key=lambda item: (item.at, item.member))[:most]

    def feed(self, after: str = "0-0", most: int = 1000) -> list[Pointer]:
        if self._shards > 1:
            raise ServerError("the feed of several shards is not one stream")
        with server_errors(self._client):
            found = self._client.xrange(Shard(0).feed, f"({after}", "+", count=most)
        return [
            Pointer(at.decode(), fields[b"g"].decode(), int(fields[b"s"])) for at, fields in found if fields
        ]

    def logs(self) -> list[str]:
        found = []
        with server_errors(self._client):
            for shard in self._all_shards():
                prefix = shard.log("")
                names = self._client.scan_iter(match=f"{prefix}*", count=PAGE, _type="stream")
                found += [name.decode()[len(prefix) :] for name in names]
        return sorted(game for game in found if is_id(game))

    def index(self) -> Index:
        games: list[bytes] = []
        members: list[bytes] = []
        with server_errors(self._client):
            for shard in self._all_shards():
                games += self._client.zrange(shard.games, 0, -1)
                members += self._client.zrange(shard.due, 0, -1)
        return Index([game.decode() for game in games], [member.decode() for member in members])

    def reindex(self, game: str, head: Head, due: Sequence[Due]) -> bool:
        shard = self._shard(game)
        arguments = (
            game,
            head.seq,
            head.hash,
            head.status,
            head.at,
            *(part for item in due for part in (item.member, item.at)),
        )
        names = (shard.log(game), shard.head(game), shard.games, shard.due)
        return self._run(self._reindex, names, arguments) == [b"ok"]

    def prune(self, stale: Index) -> None:
        with server_errors(self._client):
            for game in stale.games:
                shard = self._shard(game)
                self._client.zrem(shard.games, game)
                self._client.delete(shard.head(game))
            for member in stale.due:
                self._client.zrem(self._shard(member.partition(":")[0]).due, member)


def _script(client: Redis, name: str) -> Script:
    return client.register_script((files(__package__) / f"{name}.lua").read_text())
