"""The names of all keys. The tag in braces is a shard, so that one script may touch all keys of a game,
also on a Redis Cluster (design.md, "Redis")."""

from binascii import crc_hqx

import msgspec

PREFIX = "mensch"

META = f"{PREFIX}:meta"
"""Hash: the layout of keys and the number of shards (`mensch.events.server.meta`)."""

ADDRESSES = f"{PREFIX}:addresses"
"""Hash: mail address in lower case to player, erasable."""

DOWNTIMES = f"{PREFIX}:downtimes"
"""Hash: when the service was last alive (`beat`), and since when it was down to until when."""


class Shard(msgspec.Struct, frozen=True):
    """The keys that all games of one shard share, and those of each game."""

    number: int

    def _name(self, kind: str) -> str:
        return f"{PREFIX}:{{{self.number}}}:{kind}"

    def log(self, game: str) -> str:
        """Stream: the log. The truth."""
        return self._name(f"log:{game}")

    def head(self, game: str) -> str:
        """Hash: seq, hash, status, time and due members. A fold."""
        return self._name(f"head:{game}")

    def commands(self, game: str) -> str:
        """Hash: command id to seq and digest."""
        return self._name(f"commands:{game}")

    def secret(self, game: str) -> str:
        """Hash: seed, envelopes and salts, turn tokens, orders, answers that wait. Never exported."""
        return self._name(f"secret:{game}")

    def text(self, game: str) -> str:
        """Hash: free texts and their salts, erasable."""
        return self._name(f"text:{game}")

    def post(self, game: str) -> str:
        """Hash: SHA-256 to received message, erasable."""
        return self._name(f"post:{game}")

    def sent(self, game: str) -> str:
        """Hash: what went out to when in milliseconds."""
        return self._name(f"sent:{game}")

    @property
    def dead(self) -> str:
        """Sorted set: `<game>:<name>` of what was given up, by time in milliseconds."""
        return self._name("dead")

    @property
    def games(self) -> str:
        """Sorted set: every game. A fold."""
        return self._name("games")

    @property
    def tournaments(self) -> str:
        """Sorted set: every tournament. A fold."""
        return self._name("tournaments")

    @property
    def archived(self) -> str:
        """Hash: every archived game, to its last seq, hash, status and time, in words."""
        return self._name("archived")

    @property
    def due(self) -> str:
        """Sorted set: what needs attention, by time in milliseconds. A fold."""
        return self._name("due")

    @property
    def feed(self) -> str:
        """Stream: a pointer to every record, trimmed. A fold."""
        return self._name("feed")


def shard_of(game: str, shards: int) -> Shard:
    """The shard that a game's keys live in: CRC16 of its id, as Redis Cluster computes it."""
    return Shard(crc_hqx(game.encode(), 0) % shards)


def player(player_id: str) -> str:
    """Hash: what is personal about a player, erasable."""
    return f"{PREFIX}:player:{player_id}"


def inbox(player_id: str) -> str:
    """Stream: signed lines from outside, until they are answered. The player's own user adds to it."""
    return f"{PREFIX}:inbox:{player_id}"


def answers(player_id: str) -> str:
    """Stream: what became of these lines, the latest. The player's own user reads it."""
    return f"{PREFIX}:answers:{player_id}"
