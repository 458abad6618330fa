"""The one clock, and the units that it counts in. Tests freeze it; a child process of a test gets an offset
through a variable."""

import os
import time

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""Milliseconds. All times are UTC, so a day has 24 hours also where the local clock is changed."""

OFFSET = "MENSCH_TEST_CLOCK_OFFSET"
"""Seconds that a test adds to the time of a process it starts."""


def now() -> int:
    """The time in milliseconds since 1970 UTC."""
    return int((time.time() + float(os.environ.get(OFFSET, "0"))) * 1000)
