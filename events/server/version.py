"""Versions of servers, which of them are supported, and which may open files that another one has written."""

import re
from collections.abc import Mapping

import msgspec

OLDEST = {"redis": (6, 2), "valkey": (7, 2)}
"""Per family the oldest supported (major, minor)."""

NEWEST_KNOWN = {"redis": 8, "valkey": 9}
"""Per family the newest major version that the program was made for. Later ones are used with a warning."""

# Redis left the format that both families share with 7.4; Valkey, which began as Redis 7.2, with 8.0 promises
# nothing to Redis. So each family opens the other's files exactly up to 7.2.
_LAST_SHARED_FORMAT = (7, 2)


class ServerVersion(msgspec.Struct, frozen=True):
    """A server's family (`redis` or `valkey`) and version."""

    family: str
    major: int
    minor: int
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.family.capitalize()} {self.major}.{self.minor}.{self.patch}"


def version_from(info: Mapping[str, object]) -> ServerVersion | None:
    """Family and version from the fields of INFO; None if they don't tell.

    >>> str(version_from({"redis_version": "7.2.4", "server_name": "valkey", "valkey_version": "8.0.1"}))
    'Valkey 8.0.1'
    """
    # Valkey also shows, as redis_version, which Redis it is compatible with.
    family = "valkey" if "valkey_version" in info else "redis"
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", str(info.get(f"{family}_version", "")))
    return ServerVersion(family, *map(int, found.groups())) if found else None


def supported(version: ServerVersion) -> bool:
    """Whether the program can work with such a server at all."""
    oldest = OLDEST.get(version.family)
    return oldest is not None and (version.major, version.minor) >= oldest


def can_open(reader: ServerVersion, writer: ServerVersion) -> bool:
    """Whether `reader` may open files that `writer` has written.

    Formats change with the minor version, so a patch release may go back. An older server does not fail on a
    newer one's files: from Redis 7 on they lie where 6.2 does not look, and it starts with an empty database.

    >>> can_open(ServerVersion("redis", 8, 0), ServerVersion("redis", 6, 2))
    True
    >>> can_open(ServerVersion("redis", 6, 2), ServerVersion("redis", 7, 0))
    False
    >>> can_open(ServerVersion("valkey", 8, 0), ServerVersion("redis", 7, 4))
    False
    """
    read, written = (reader.major, reader.minor), (writer.major, writer.minor)
    if reader.family != writer.family and written > _LAST_SHARED_FORMAT:
        return False
    return read >= written
