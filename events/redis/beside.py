"""What is kept beside the logs, on Redis. Every write is one command or one script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mensch.events.beside import DEAD, Beside, DeadLetter, folded
from mensch.events.due import Due
from mensch.events.ids import is_id
from mensch.events.redis import keys
from mensch.events.redis.shards import PAGE, OnShards, by_name
from mensch.events.server.connection import server_errors

if TYPE_CHECKING:
    from redis import Redis


class RedisBeside(OnShards, Beside):
    """Hashes: of each game its secrets, texts, received mail and what went out; of each player one."""

    def __init__(self, client: Redis, shards: int = 1) -> None:
        super().__init__(client, shards)
        self._set_new = self._script("set_new")
        self._mark_sent = self._script("mark_sent")

    def secret(self, game: str, field: str) -> bytes | None:
        return self._field(self._shard(game).secret(game), field)

    def secrets(self, game: str) -> dict[str, bytes]:
        return self._hash(self._shard(game).secret(game))

    def keep(self, game: str, fields: Mapping[str, bytes]) -> None:
        self._set(self._shard(game).secret(game), fields)

    def keep_new(self, game: str, field: str, value: bytes) -> bytes:
        return self._first(self._shard(game).secret(game), field, value)

    def drop(self, game: str, fields: Sequence[str]) -> None:
        self._erase(self._shard(game).secret(game), fields)

    def texts(self, game: str) -> dict[str, bytes]:
        return self._hash(self._shard(game).text(game))

    def erase_texts(self, game: str, fields: Sequence[str]) -> None:
        self._erase(self._shard(game).text(game), fields)

    def attach(self, game: str, name: str, value: bytes) -> None:
        self._set(self._shard(game).post(game), {name: value})

    def attachment(self, game: str, name: str) -> bytes | None:
        return self._field(self._shard(game).post(game), name)

    def attachments(self, game: str) -> list[str]:
        with server_errors(self._client):
            names = self._client.hkeys(self._shard(game).post(game))
        return sorted(name.decode(errors="replace") for name in names)

    def detach(self, game: str, names: Sequence[str]) -> None:
        self._erase(self._shard(game).post(game), names)

    def save_player(self, player: str, fields: Mapping[str, bytes]) -> None:
        self._set(keys.player(player), fields)

    def erase_fields(self, player: str, fields: Sequence[str]) -> None:
        self._erase(keys.player(player), fields)

    def player_ids(self) -> list[str]:
        prefix = keys.player("")
        with server_errors(self._client):
            names = self._client.scan_iter(match=f"{prefix}*", count=PAGE, _type="hash")
            found = {name.decode(errors="replace")[len(prefix) :] for name in names}
        return sorted(filter(is_id, found))

    def players(self, players: Sequence[str]) -> list[dict[str, bytes]]:
        with server_errors(self._client):
            pipeline = self._client.pipeline(transaction=False)
            for player in players:
                pipeline.hgetall(keys.player(player))
            found = pipeline.execute()
        return [by_name(fields) for fields in found]

    def save_address(self, address: str, player: str) -> str:
        return self._first(keys.ADDRESSES, folded(address), player.encode()).decode(errors="replace")

    def find_player(self, address: str) -> str | None:
        found = self._field(keys.ADDRESSES, folded(address))
        return None if found is None else found.decode(errors="replace")

    def forget_player(self, player: str) -> None:
        with server_errors(self._client):
            addresses = self._client.hscan_iter(keys.ADDRESSES, count=PAGE)
            theirs = [address for address, whose in addresses if whose == player.encode()]
            if theirs:
                self._client.hdel(keys.ADDRESSES, *theirs)
            self._client.delete(keys.player(player))  # last: without it nobody would look for the addresses

    def mark_sent(self, item: Due, name: str, at: int, *, last: bool) -> None:
        shard, game = self._shard(item.game), item.game
        names = [shard.sent(game)]
        names += [shard.due] if last else []
        names += [shard.dead] if name.startswith(DEAD) else []
        dead = f"{game}:{name.removeprefix(DEAD)}" if name.startswith(DEAD) else ""
        self._run(self._mark_sent, names, (name, at, item.member if last else "", dead))

    def sent(self, game: str) -> dict[str, int]:
        fields = self._hash(self._shard(game).sent(game))
        return {name: int(at) for name, at in fields.items() if at.isdigit()}

    def dead_letters(self, since: int) -> list[DeadLetter]:
        found: list[tuple[bytes, float]] = []
        with server_errors(self._client):
            for shard in self._all_shards():
                found += self._client.zrangebyscore(shard.dead, since, "+inf", withscores=True)
        parts = [(at, *member.decode(errors="replace").partition(":")) for member, at in found]
        return sorted(DeadLetter(int(at), game, name) for at, game, _, name in parts if is_id(game))

    def _field(self, name: str, field: str) -> bytes | None:
        with server_errors(self._client):
            value: bytes | None = self._client.hget(name, field)
        return value

    def _set(self, name: str, fields: Mapping[str, bytes]) -> None:
        if fields:
            with server_errors(self._client):
                self._client.hset(name, mapping=dict(fields))

    def _erase(self, name: str, fields: Sequence[str]) -> None:
        if fields:
            with server_errors(self._client):
                self._client.hdel(name, *fields)

    def _first(self, name: str, field: str, value: bytes) -> bytes:
        [stands] = self._run(self._set_new, (name,), (field, value))
        return bytes(stands)
