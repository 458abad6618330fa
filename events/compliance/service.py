"""Whether the service was there."""

from __future__ import annotations

from itertools import pairwise

from mensch.events.compliance.requests import TIME
from mensch.events.store import LONGEST_SILENCE, Store


class ServiceCompliance:
    """Beats, and the downtimes between them."""

    def test_before_the_first_beat_there_was_no_downtime(self, store: Store) -> None:
        assert store.last_beat() is None
        assert store.beat(TIME) is None
        assert store.last_beat() == TIME
        assert store.downtimes(0) == []

    def test_a_short_silence_is_no_downtime(self, store: Store) -> None:
        store.beat(TIME)
        assert store.beat(TIME + LONGEST_SILENCE) is None
        assert store.beat(TIME + 2 * LONGEST_SILENCE) is None
        assert store.downtimes(0) == []

    def test_a_longer_silence_is_a_downtime_once(self, store: Store) -> None:
        store.beat(TIME)
        back = TIME + LONGEST_SILENCE + 1
        assert store.beat(back) == (TIME, back)
        assert store.beat(back) is None
        assert store.downtimes(0) == [(TIME, back)]

    def test_downtimes_are_those_that_ended_after_a_time_ascending(self, store: Store) -> None:
        hours = [TIME + n * 3_600_000 for n in range(4)]
        for hour in hours:
            store.beat(hour)
        gaps = list(pairwise(hours))
        assert store.downtimes(0) == gaps
        assert store.downtimes(hours[1]) == gaps[1:]
        assert store.downtimes(hours[2] - 1) == gaps[1:]
        assert store.downtimes(hours[3]) == []

    def test_a_clock_that_was_put_back_begins_anew(self, store: Store) -> None:
        store.beat(TIME + 3_600_000)
        assert store.beat(TIME) is None
        assert store.last_beat() == TIME
        assert store.beat(TIME + LONGEST_SILENCE) is None
        assert store.downtimes(0) == []
