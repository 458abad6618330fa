"""Points in time as people write them: `2026-12-24`, `2026-12-24T18:00`, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said


def read_time(typed: str) -> int:
    """A point in time in milliseconds since 1970 UTC; a day alone means its beginning.

    >>> read_time("1970-01-02")
    86400000

    Raises:
        UsageError: it cannot be read.
    """
    try:
        at = datetime.fromisoformat(typed.strip())
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)  # there it may be too late
        milliseconds = int(at.timestamp() * 1000)
    except (ValueError, OverflowError):
        milliseconds = -1
    if milliseconds < 0:
        raise UsageError(
            said("“{time}” is no date such as 2026-12-24 or 2026-12-24T18:00", time=printable(typed))
        )
    return milliseconds
