"""How long the service was down, which is given back where people had until some moment for something."""

from __future__ import annotations

from mensch.events.store import Store


def downtime(store: Store, since: int, now: int) -> int:
    """How long the service was down from one moment to another, in milliseconds.

    Args:
        since: in milliseconds UTC.
        now: the same; what lies ahead was seen by a clock that was wrong.
    """
    downtimes = store.downtimes(since)
    return sum(min(until, now) - max(began, since) for began, until in downtimes if began < now)
