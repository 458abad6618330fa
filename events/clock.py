"""The one clock. Tests freeze it; a child process of a test gets an offset through a variable."""

import os
import time

OFFSET = "MENSCH_TEST_CLOCK_OFFSET"
"""Seconds that a test adds to the time of a process it starts."""


def now() -> int:
    """The time in milliseconds since 1970 UTC."""
    return int((time.time() + float(os.environ.get(OFFSET, "0"))) * 1000)
