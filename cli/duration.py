"""Spans of time as people write and read them: `36h`, `1d12h`; 3 h, 2 d."""

from __future__ import annotations

import re

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.clock import DAY, HOUR, MINUTE, SECOND

LONGEST = 366 * DAY

_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE, "s": SECOND}
_SPAN = re.compile(r"(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?")


def read_duration(typed: str) -> int:
    """A span of time in milliseconds, from 1 s to a year.

    >>> read_duration("1d12h") == read_duration("36 h")
    True

    Raises:
        UsageError: it cannot be read, or is too short or too long.
    """
    found = _SPAN.fullmatch("".join(typed.split()).lower())
    span = 0
    if found is not None:
        span = sum(
            int(count or 0) * unit for count, unit in zip(found.groups(), _UNITS.values(), strict=True)
        )
    if not SECOND <= span <= LONGEST:
        raise UsageError(
            said(
                "“{typed}” is no span of time from 1s to {days}d, such as 90m, 36h or 1d12h",
                typed=printable(typed),
                days=LONGEST // DAY,
            )
        )
    return span


def write_duration(span: int) -> str:
    """A span of time in its largest unit, rounded down.

    >>> write_duration(HOUR + 59 * MINUTE)
    '1 h'

    Args:
        span: milliseconds, not negative.
    """
    name, unit = next(((name, unit) for name, unit in _UNITS.items() if span >= unit), ("s", SECOND))
    return f"{span // unit} {'min' if name == 'm' else name}"


def written_span(span: int) -> str:
    """A span of time in its two largest units, rounded down; below a second in tenths.

    >>> written_span(3_725_000), written_span(59_999), written_span(340)
    ('1 h 2 min', '59 s', '0.3 s')

    Args:
        span: milliseconds.
    """
    if span < SECOND:
        return f"{span // 100 / 10:g} s"
    larger = next((unit for unit in (DAY, HOUR, MINUTE) if span >= unit), SECOND)
    rest = span % larger
    smaller = {DAY: HOUR, HOUR: MINUTE, MINUTE: SECOND}.get(larger, larger)
    return write_duration(span) + (f" {write_duration(rest)}" if rest >= smaller else "")
