"""Which peers are installed. They come with the extra `bench`, so `make test` has none of them."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

OPEN_SPIEL = "open-spiel"
CHESS = "chess"
EVENTSOURCING = "eventsourcing"
ALL = (OPEN_SPIEL, CHESS, EVENTSOURCING)


def installed(package: str) -> str | None:
    """The version of a peer; None where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
