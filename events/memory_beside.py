"""What is kept beside the logs, in memory."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from mensch.events.beside import DEAD, Beside, DeadLetter, folded
from mensch.events.due import Due

_Fields = dict[str, dict[str, bytes]]


class MemoryBeside(Beside):
    """Secrets, texts, players and what went out; each by id."""

    def __init__(self) -> None:
        self._secrets: _Fields = {}
        self._texts: _Fields = {}
        self._post: _Fields = {}
        self._players: _Fields = {}
        self._addresses: dict[str, str] = {}
        self._sent: dict[str, dict[str, int]] = {}

    @abstractmethod
    def done(self, item: Due) -> None:
        """End a due item."""

    def secrets(self, game: str) -> dict[str, bytes]:
        return dict(self._secrets.get(game, {}))

    def keep(self, game: str, fields: Mapping[str, bytes]) -> None:
        self._secrets.setdefault(game, {}).update(fields)

    def keep_new(self, game: str, field: str, value: bytes) -> bytes:
        return self._secrets.setdefault(game, {}).setdefault(field, value)

    def drop(self, game: str, fields: Sequence[str]) -> None:
        _remove(self._secrets, game, fields)

    def texts(self, game: str) -> dict[str, bytes]:
        return dict(self._texts.get(game, {}))

    def erase_texts(self, game: str, fields: Sequence[str]) -> None:
        _remove(self._texts, game, fields)

    def attach(self, game: str, name: str, value: bytes) -> None:
        self._post.setdefault(game, {})[name] = value

    def attachment(self, game: str, name: str) -> bytes | None:
        return self._post.get(game, {}).get(name)

    def attachments(self, game: str) -> list[str]:
        return sorted(self._post.get(game, {}))

    def detach(self, game: str, names: Sequence[str]) -> None:
        _remove(self._post, game, names)

    def save_player(self, player: str, fields: Mapping[str, bytes]) -> None:
        self._players.setdefault(player, {}).update(fields)

    def erase_fields(self, player: str, fields: Sequence[str]) -> None:
        _remove(self._players, player, fields)

    def player_ids(self) -> list[str]:
        return sorted(player for player, fields in self._players.items() if fields)

    def players(self, players: Sequence[str]) -> list[dict[str, bytes]]:
        return [dict(self._players.get(player, {})) for player in players]

    def save_address(self, address: str, player: str) -> str:
        return self._addresses.setdefault(folded(address), player)

    def find_player(self, address: str) -> str | None:
        return self._addresses.get(folded(address))

    def forget_player(self, player: str) -> None:
        self._addresses = {address: whose for address, whose in self._addresses.items() if whose != player}
        self._players.pop(player, None)

    def mark_sent(self, item: Due, name: str, at: int, *, last: bool) -> None:
        self._sent.setdefault(item.game, {})[name] = at
        if last:
            self.done(item)

    def sent(self, game: str) -> dict[str, int]:
        return dict(self._sent.get(game, {}))

    def dead_letters(self, since: int) -> list[DeadLetter]:
        return sorted(
            DeadLetter(at, game, name.removeprefix(DEAD))
            for game, names in self._sent.items()
            for name, at in names.items()
            if name.startswith(DEAD) and at >= since
        )


def _remove(kept: _Fields, key: str, fields: Sequence[str]) -> None:
    for field in fields:
        kept.get(key, {}).pop(field, None)
