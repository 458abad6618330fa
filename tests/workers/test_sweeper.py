"""From due to done: whatever is lost on the way, a turn is only delayed, and it has one effect."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
import redis
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory
from rq import Queue

from mensch.core.errors import ServerError
from mensch.events import clock
from mensch.events.due import Due
from mensch.events.game import Game
from mensch.events.rebuild import rebuild
from mensch.events.redis.keys import DOWNTIMES, shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.connection import connect
from mensch.events.store import LONGEST_SILENCE
from mensch.workers import patience, sweeper
from mensch.workers.queues import TURNS, enqueue, job_id, open_queue
from mensch.workers.sweeper import AGAIN, AGAIN_AFTER_FAILURE, BEAT, beat, sweep
from mensch.workers.turns import take_turn
from tests.servers import RedisServer, eventually
from tests.workers.bots_game import bots_game
from tests.workers.clocked import DAY, clocked_game

Time = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory


@pytest.fixture
def time() -> Iterator[Time]:
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as frozen:
        yield frozen


@pytest.fixture
def queue(store: RedisStore) -> Queue:
    return open_queue(TURNS, store.client)


def swept(store: RedisStore, queue: Queue) -> int:
    return sweep(store, lambda item: enqueue(queue, item))


def the_turn_of(game: Game) -> Due:
    return Due("turn", game.id, game.seq, game.at)


def test_a_turn_becomes_a_job(store: RedisStore, queue: Queue) -> None:
    game = bots_game(store)
    assert swept(store, queue) == 1
    assert queue.job_ids == [job_id(the_turn_of(game))]
    assert swept(store, queue) == 0


def test_the_item_stays_until_the_move_is_written(store: RedisStore, queue: Queue) -> None:
    game = bots_game(store)
    swept(store, queue)
    assert [item.member for item in store.due(1 << 52)] == [the_turn_of(game).member]
    after = take_turn(Referee(store), game)
    assert [item.member for item in store.due(1 << 52)] == [the_turn_of(after).member]


def test_a_job_that_still_waits_is_not_enqueued_again(store: RedisStore, queue: Queue, time: Time) -> None:
    bots_game(store)
    swept(store, queue)
    time.tick(timedelta(milliseconds=AGAIN))
    assert swept(store, queue) == 1
    assert queue.count == 1


def test_a_lost_job_is_made_again(store: RedisStore, queue: Queue, time: Time) -> None:
    game = bots_game(store)
    swept(store, queue)
    queue.connection.delete(queue.key)
    time.tick(timedelta(milliseconds=AGAIN - 1))
    assert swept(store, queue) == 0
    time.tick(timedelta(milliseconds=1))
    assert swept(store, queue) == 1
    assert queue.job_ids == [job_id(the_turn_of(game))]


def test_a_wiped_queue_loses_no_turn(redis_server: RedisServer, store: RedisStore, time: Time) -> None:
    games = [bots_game(store) for _ in range(3)]
    with connect(f"{redis_server.url}?db=5") as own:
        queue = open_queue(TURNS, own)
        assert swept(store, queue) == 3
        own.flushdb()
        time.tick(timedelta(milliseconds=AGAIN))
        assert swept(store, queue) == 3
        assert set(queue.job_ids) == {job_id(the_turn_of(game)) for game in games}


def test_an_hour_without_a_sweeper_only_delays(store: RedisStore, queue: Queue, time: Time) -> None:
    games = [bots_game(store) for _ in range(3)]
    time.tick(timedelta(hours=1))
    assert swept(store, queue) == 3
    assert set(queue.job_ids) == {job_id(the_turn_of(game)) for game in games}


def test_a_clock_that_is_put_back_delays_no_turn(store: RedisStore, queue: Queue, time: Time) -> None:
    game = bots_game(store)
    time.tick(timedelta(days=-1))
    after = take_turn(Referee(store), game)
    assert swept(store, queue) == 1
    assert queue.job_ids == [job_id(the_turn_of(after))]


def test_a_rebuild_brings_back_the_turn_that_a_clock_has_put_off(
    store: RedisStore, queue: Queue, time: Time
) -> None:
    game = bots_game(store)
    time.tick(timedelta(days=-1))
    assert swept(store, queue) == 0
    rebuild(store)
    assert swept(store, queue) == 1
    assert queue.job_ids == [job_id(the_turn_of(game))]


def test_a_sweeper_that_dies_after_claiming_only_delays(store: RedisStore, queue: Queue, time: Time) -> None:
    game = bots_game(store)
    claimed = store.claim_due(clock.now(), clock.now() + AGAIN)
    assert [item.member for item in claimed] == [the_turn_of(game).member]
    assert swept(store, queue) == 0
    time.tick(timedelta(milliseconds=AGAIN))
    assert swept(store, queue) == 1
    assert queue.count == 1


def test_what_is_claimed_when_the_queue_is_away_comes_up_again(
    store: RedisStore, queue: Queue, time: Time
) -> None:
    def away(_: Due) -> bool:
        raise ServerError("the queues' server is away")

    games = [bots_game(store) for _ in range(3)]
    with pytest.raises(ServerError):
        sweep(store, away)
    time.tick(timedelta(milliseconds=AGAIN))
    assert swept(store, queue) == len(games)


def test_several_sweepers_have_one_effect(redis_server: RedisServer, store: RedisStore) -> None:
    for _ in range(120):  # more than are claimed at once
        bots_game(store)
    seen: list[str] = []
    start = threading.Barrier(4)

    def note(item: Due) -> bool:
        seen.append(item.member)
        return True

    def look() -> None:
        own = RedisStore(redis_server.client())
        start.wait()
        sweep(own, lambda item: note(item))

    sweepers = [threading.Thread(target=look) for _ in range(4)]
    for one in sweepers:
        one.start()
    for one in sweepers:
        one.join()
    assert len(seen) == 120
    assert set(Counter(seen).values()) == {1}


def test_after_a_downtime_every_flag_is_looked_at_at_once(
    store: RedisStore, queue: Queue, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [clocked_game(store) for _ in range(3)]
    bots_game(store)
    beat(store)
    time.tick(timedelta(milliseconds=LONGEST_SILENCE))
    beat(store)
    swept(store, queue)
    assert not any(name.startswith("flag-") for name in queue.job_ids), "a silence that is no downtime"
    since = clock.now()
    time.tick(timedelta(milliseconds=LONGEST_SILENCE + 1))
    beat(store)
    assert f'"since":{since}' in capsys.readouterr().err
    swept(store, queue)
    assert {name for name in queue.job_ids if name.startswith("flag-")} == {
        f"flag-{game.id}-{game.seq}" for game in games
    }
    assert store.downtimes(0) == [(since, clock.now())]


def test_a_sweeper_beats_before_it_claims_and_again_every_ten_seconds(store: RedisStore, time: Time) -> None:
    beats: list[int | None] = []
    stop = threading.Event()
    clocked_game(store)

    def look(number: int) -> None:
        beats.append(last_beat(store))
        time.tick(timedelta(milliseconds=number))

    class Steps(threading.Event):
        """Lets some time pass at each look of the sweeper."""

        steps = iter([0, BEAT - 1, 1, DAY, -DAY, 0])

        def wait(self, timeout: float | None = None) -> bool:
            try:
                look(next(self.steps))
            except StopIteration:
                return True
            return stop.is_set()

    start = clock.now()
    sweeper.run(store, lambda item: True, Steps())
    assert beats == [None, start, start, start + BEAT, start + BEAT + DAY, start + BEAT]
    assert store.downtimes(0) == [(start + BEAT, start + BEAT + DAY)]


def last_beat(store: RedisStore) -> int | None:
    told = store.client.hget(DOWNTIMES, "beat")
    return int(told) if isinstance(told, bytes) else None


def test_the_earliest_comes_first(store: RedisStore, queue: Queue, time: Time) -> None:
    games = []
    for _ in range(5):
        games.append(bots_game(store))
        time.tick(timedelta(seconds=1))
    swept(store, queue)
    assert queue.job_ids == [job_id(the_turn_of(game)) for game in games]


def test_a_job_that_failed_for_good_is_tried_less_often(store: RedisStore, queue: Queue, time: Time) -> None:
    game = bots_game(store)
    name = job_id(the_turn_of(game))
    swept(store, queue)
    queue.connection.delete(queue.key)
    fails(queue, name)
    time.tick(timedelta(milliseconds=AGAIN))
    assert swept(store, queue) == 1
    assert queue.job_ids == [name]
    assert queue.failed_job_registry.count == 0, "it does not count as failed while it is tried"
    queue.connection.delete(queue.key)
    fails(queue, name)
    time.tick(timedelta(milliseconds=AGAIN))
    assert swept(store, queue) == 0
    time.tick(timedelta(milliseconds=AGAIN_AFTER_FAILURE - AGAIN))
    assert swept(store, queue) == 1


def fails(queue: Queue, name: str) -> None:
    """Put a job among the failed ones."""
    queue.connection.zadd(queue.failed_job_registry.key, {name: 1 << 40})


def test_what_a_newer_version_wants_is_left_for_its_sweeper(
    store: RedisStore, queue: Queue, time: Time
) -> None:
    game = bots_game(store)
    store.client.zadd(shard_of(game.id, 1).due, {f"{game.id}:oracle:{game.seq}": 1})
    assert swept(store, queue) == 2
    assert queue.count == 1
    time.tick(timedelta(milliseconds=AGAIN_AFTER_FAILURE))
    assert {item.kind for item in store.due(clock.now())} == {"turn", "oracle"}


@pytest.mark.parametrize("member", ["", "garbage", "a:b:c", "\x00", "x" * 1000, "0123456789:turn:one"])
def test_foreign_members_of_the_index_stop_nobody(store: RedisStore, queue: Queue, member: str) -> None:
    store.client.zadd(shard_of("", 1).due, {member: -1})
    bots_game(store)
    swept(store, queue)
    assert queue.count == 1


def test_a_sweeper_waits_for_a_server_that_is_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(patience, "AWAY_PAUSE", 0.01)
    stop = threading.Event()
    with RedisServer() as server:
        monkeypatch.setenv("MENSCH_REDIS_URL", server.url)
        store = RedisStore(server.client())
        queue = open_queue(TURNS, store.client)
        thread = threading.Thread(
            target=sweeper.run, args=(store, lambda item: enqueue(queue, item), stop), daemon=True
        )
        thread.start()
        server.stop()
        eventually(lambda: "sweeper waits" in capsys.readouterr().err, "the sweeper to notice")
        server.start()
        eventually(lambda: "sweeper goes on" in capsys.readouterr().err, "the sweeper to go on")
        bots_game(RedisStore(server.client()))
        eventually(lambda: _count(queue) == 1, "the sweeper to sweep")
        stop.set()
        thread.join()


def _count(queue: Queue) -> int:
    try:
        return queue.count
    except redis.ConnectionError:
        return 0
