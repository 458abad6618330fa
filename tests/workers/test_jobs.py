"""What jobs do besides turns: each acts on the game as it is when it runs, and ends what led to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory

from mensch.events import clock
from mensch.events.due import HALF, LATE, NEVER, ORDER
from mensch.events.redis.store import RedisStore
from mensch.events.server.address import URL_VARIABLE
from mensch.workers import jobs
from tests.servers import RedisServer
from tests.workers.clocked import DAY, HOUR, clocked_game, types

Time = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory


@pytest.fixture
def time(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Time]:
    monkeypatch.setenv(URL_VARIABLE, redis_server.url)
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as frozen:
        yield frozen


def times(store: RedisStore, *kinds: str) -> dict[str, int]:
    """When the due items of some kinds are due."""
    return {item.kind: item.at for item in store.due(NEVER) if item.kind in kinds}


def test_the_flag_falls_by_its_job(store: RedisStore, time: Time) -> None:
    game = clocked_game(store)
    time.tick(timedelta(milliseconds=DAY))
    jobs.fall_flag(game.id, game.seq)
    jobs.fall_flag(game.id, game.seq)
    assert types(store, game.id) == ["turn_missed", "move_played"]


def test_a_turn_for_which_nothing_was_ordered_is_asked_about_once(
    store: RedisStore, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    game = clocked_game(store)
    assert ORDER in times(store, ORDER)
    jobs.follow_orders(game.id, game.seq)
    assert times(store, ORDER) == {}
    assert '"outcome":"nothing to do"' in capsys.readouterr().err
    assert types(store, game.id) == []


def test_no_reminder_comes_too_early_after_a_downtime(store: RedisStore, time: Time) -> None:
    game = clocked_game(store, mail=True)
    before = times(store, HALF, LATE)
    store.beat(clock.now())
    time.tick(timedelta(milliseconds=DAY - HOUR))
    store.beat(clock.now())
    jobs.send_half_reminder(game.id, game.seq)
    assert types(store, game.id) == ["time_returned"]
    assert times(store, HALF, LATE) == {kind: at + DAY - HOUR for kind, at in before.items()}
