"""Spans and points of time in a reader's language."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from mensch.events.clock import MINUTE
from mensch.events.words import Words, marked

_DAYS = marked("{days} d")
_HOURS = marked("{hours} h")
_MINUTES = marked("{minutes} min")


def write_span(span: int, words: Words) -> str:
    """A span of time in its two largest units, to the minute.

    >>> from mensch.events.clock import DAY, HOUR
    >>> from mensch.events.words import words
    >>> write_span(2 * DAY + 4 * HOUR + 59 * MINUTE, words("en"))
    '2 d 4 h'

    Args:
        span: milliseconds, not negative.
    """
    minutes = round(span / MINUTE)  # what a mail took to be written is not worth an hour
    hours = minutes // 60
    if hours >= 24:
        days = words.say(_DAYS, days=hours // 24)
        return f"{days} {words.say(_HOURS, hours=hours % 24)}" if hours % 24 else days
    if hours:
        whole = words.say(_HOURS, hours=hours)
        return f"{whole} {words.say(_MINUTES, minutes=minutes % 60)}" if minutes % 60 else whole
    return words.say(_MINUTES, minutes=minutes)


def write_time(at: int) -> str:
    """A point in time, rounded down to the minute: who is there by then is in time.

    >>> write_time(86_399_999)
    '1970-01-01 23:59 UTC'

    Args:
        at: milliseconds since 1970 UTC.
    """
    try:
        return f"{datetime.fromtimestamp(math.floor(at / MINUTE) * 60, UTC):%Y-%m-%d %H:%M} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{at} ms"  # a year that no calendar has
