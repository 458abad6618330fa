"""Absences as people write them: `2026-12-24 to 2026-12-31`, `24.12. bis 31.12.`, `until 31.12.`, `5 d`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.clock import DAY, MINUTE

SOON = MINUTE
"""Milliseconds until an absence begins for which no beginning was said: it is announced ahead."""

_DATE = re.compile(
    r"(?P<iso>\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?)|(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?"
)
_SPAN = re.compile(r"(\d{1,3})\s*(d|days?|tage?n?|w|weeks?|wochen?)", re.IGNORECASE)
_CONNECTING = frozenset(
    {"from", "to", "until", "till", "for", "vom", "von", "bis", "zum", "für", "-", "–", "."}
)


def read_absence(typed: str, now: int) -> tuple[int, int]:
    """From when until when somebody is away, in milliseconds UTC. A day means its beginning.

    >>> read_absence("1970-01-03 to 1970-01-05", 0)
    (172800000, 345600000)

    Args:
        now: in milliseconds UTC; a date without a year is the next such one.

    Raises:
        UsageError: it cannot be read.
    """
    plain = " ".join(word for word in typed.strip(" .!").split() if word.lower() not in _CONNECTING)
    if (span := _SPAN.fullmatch(plain)) is not None:
        days = int(span[1]) * (7 if span[2][0] in "wW" else 1)
        return now + SOON, now + SOON + days * DAY
    others = _DATE.sub(" ", typed.strip(" !")).lower().split()
    times = [_date(found, now) for found in _DATE.finditer(typed)]
    first, last = times[0] if len(times) == 2 else now + SOON, times[-1] if times else None
    if not _CONNECTING.issuperset(others) or len(times) > 2 or first is None or last is None:
        raise UsageError(
            said(
                "“{text}” does not say how long: away 2026-12-24 to 2026-12-31, or away 5 days",
                text=printable(typed, 60),
            )
        )
    return first, last


def _date(found: re.Match[str], now: int) -> int | None:
    """A date in milliseconds UTC; None for one that no calendar has."""
    try:
        if found["iso"]:
            return _milliseconds(datetime.fromisoformat(found["iso"]).replace(tzinfo=UTC))
        today = datetime.fromtimestamp(now / 1000, UTC)
        stated = found["year"]
        at = datetime(int(stated or today.year), int(found["month"]), int(found["day"]), tzinfo=UTC)
        if stated is None and at < today - timedelta(days=1):
            at = at.replace(year=at.year + 1)
        return _milliseconds(at)
    except ValueError:
        return None


def _milliseconds(at: datetime) -> int:
    return max(0, int(at.timestamp() * 1000))
