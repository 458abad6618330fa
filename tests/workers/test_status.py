"""`mensch status`: how everything stands, and exit code 9 exactly when something needs a person."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from freezegun import freeze_time
from redis import Redis
from rq import Worker
from rq.serializers import JSONSerializer

from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.beside import DEAD, DeadLetter
from mensch.events.bodies import Bot
from mensch.events.commands import OpenDispute
from mensch.events.due import NEVER, Due
from mensch.events.redis.keys import shard_of
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Player, Referee
from mensch.events.store import LONGEST_SILENCE
from mensch.workers.queues import MAIL, TURNS, enqueue, open_queue
from mensch.workers.survey import DEAD_SHOWN, LONGEST_DELAY, OVERDUE, Survey, survey
from mensch.workers.sweeper import AGAIN
from tests.servers import RedisServer
from tests.workers.bots_game import bots_game
from tests.workers.clocked import DAY, clocked_game, mailed_game
from tests.workers.programs import Programs


def a_worker(client: Redis, queue: str = TURNS) -> None:
    """A living worker, as far as anybody can see."""
    Worker([open_queue(queue, client)], connection=client, serializer=JSONSerializer).register_birth()  # type: ignore[no-untyped-call]  # RQ leaves it untyped


def found(store: RedisStore) -> Survey:
    return survey(store, store.client)


def test_all_is_well_where_nothing_is_to_be_done(store: RedisStore) -> None:
    Referee(store).new_game(classic(2), [Player("anna"), Player("greedy", Bot("greedy", 1))])
    now = found(store)
    assert [(queue.name, queue.waiting, queue.failed, queue.workers) for queue in now.queues] == [
        ("turns", 0, 0, 0),
        ("mail", 0, 0, 0),
        ("tournaments", 0, 0, 0),
    ]
    assert (now.waiting_turns, now.oldest_turn_ms, now.overdue, now.needs) == (0, 0, [], [])


def test_turns_that_wait_are_counted_from_the_move_before_them(store: RedisStore) -> None:
    a_worker(store.client)
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        bots_game(store)
        time.tick(timedelta(seconds=2))
        bots_game(store)
        time.tick(timedelta(seconds=1))
        a_worker(store.client)
        now = found(store)
    assert (now.waiting_turns, now.oldest_turn_ms) == (2, 3000)
    assert now.needs == []


def test_the_time_of_waiting_does_not_begin_anew_when_a_turn_is_enqueued(store: RedisStore) -> None:
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        game = bots_game(store)
        time.tick(timedelta(milliseconds=OVERDUE + 1))
        store.claim_due(game.at, game.at + 10 * OVERDUE)
        a_worker(store.client)
        now = found(store)
    assert now.overdue == [game.id]
    assert now.needs == ["1 game waits for a bot for more than 60 s"]


def test_turns_without_a_worker_need_a_person(store: RedisStore) -> None:
    bots_game(store)
    a_worker(store.client, MAIL)
    (need,) = found(store).needs
    assert "no worker" in need


def test_failed_jobs_need_a_person(store: RedisStore) -> None:
    queue = open_queue(TURNS, store.client)
    queue.connection.zadd(queue.failed_job_registry.key, {"ai-0123456789-1": 1 << 40})
    now = found(store)
    assert now.needs == ["1 job has failed in the queue turns; the workers' log says why"]


def test_a_flag_that_does_not_fall_needs_a_person_however_often_it_was_claimed(store: RedisStore) -> None:
    a_worker(store.client)
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        game = clocked_game(store)
        time.tick(timedelta(milliseconds=DAY + OVERDUE))
        store.claim_due(clock.now(), clock.now() + AGAIN)
        store.beat(clock.now())
        assert found(store).needs == []
        time.tick(timedelta(milliseconds=AGAIN + 1))
        store.claim_due(clock.now(), clock.now() + AGAIN)
        now = found(store)
    assert now.overdue == [game.id]
    assert now.needs == ["1 game waits for a flag to fall for more than 60 s"]


def test_a_clock_without_a_sweeper_needs_a_person(store: RedisStore) -> None:
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        clocked_game(store)
        assert found(store).needs == ["clocks run, and no sweeper looks after them: mensch up"]
        store.beat(clock.now())
        assert found(store).needs == []
        time.tick(timedelta(milliseconds=LONGEST_SILENCE + 1))
        assert found(store).needs == ["clocks run, and no sweeper looks after them: mensch up"]


def test_mails_without_a_worker_and_such_as_do_not_go_out_need_a_person(store: RedisStore) -> None:
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        game = mailed_game(store)
        store.schedule(Due("answer", game.id, 7, clock.now() + DAY))
        now = found(store)
        assert now.waiting_mails == 2, "the turn's and the answer, no reminder yet"
        assert now.needs == ["mails wait and no worker serves them: mensch worker --queue mail"]
        a_worker(store.client, MAIL)
        assert found(store).needs == []
        time.tick(timedelta(milliseconds=LONGEST_DELAY + 1))
        a_worker(store.client, MAIL)
        assert found(store).needs == ["1 game waits for a mail to go out for more than an hour"]


def test_what_was_given_up_needs_a_person_for_a_week(store: RedisStore) -> None:
    with freeze_time("2026-01-02 03:04:05", ignore=["redis"]) as time:
        letter = DeadLetter(clock.now(), "0123456789", "turn:mensch0001:4")
        item = Due("mail", letter.game, 7, letter.at)
        store.mark_sent(item, DEAD + letter.name, letter.at, last=True)
        time.tick(timedelta(milliseconds=DEAD_SHOWN))
        now = found(store)
        assert (now.dead_letters, now.needs) == ([letter], ["1 mail was given up, which nobody has got"])
        time.tick(timedelta(milliseconds=1))
        assert found(store).dead_letters == []


def test_a_dispute_is_seen_behind_thousands_of_things_to_come(store: RedisStore) -> None:
    items = {f"0123456789:late:{number}": NEVER - 1 for number in range(1, 12_000)}
    store.client.zadd(shard_of("", 1).due, items | {"0123456789:dispute:7": NEVER})
    assert found(store).needs == ["1 game waits for a ruling: mensch disputes"]


def test_an_open_dispute_needs_a_person(store: RedisStore) -> None:
    referee = Referee(store)
    game = referee.new_game(classic(2), [Player("anna"), Player("bert")])
    referee.act(game, [OpenDispute(0, 1, "0" * 64)])
    assert found(store).needs == ["1 game waits for a ruling: mensch disputes"]


def test_jobs_that_wait_are_counted(store: RedisStore) -> None:
    enqueue(open_queue(TURNS, store.client), Due("turn", "0123456789", 1, 1))
    assert found(store).queues[0].waiting == 1


def read(output: str) -> dict[str, Any]:  # Any: what --json prints is asked for its parts
    return msgspec.json.decode(output, type=dict[str, Any])


def test_the_command_says_9_for_each_need(programs: Programs, store: RedisStore) -> None:
    assert read(programs.run("status", "--json").output)["needs"] == []
    game = bots_game(store, target=1)
    document = read(programs.run("status", "--json", code=9).output)
    assert document["waiting_turns"] == 1
    assert len(document["needs"]) == 1
    later = programs.run("status", ahead=3600, code=9).output
    assert f"overdue: {game.id}" in later
    assert later.count("needs a person: ") == 2
    # A game whose seed is lost fails for good.
    store.client.hdel(shard_of(game.id, 1).secret(game.id), SEED)
    programs.run("sweep", "--once")
    programs.run("worker", "--burst")
    document = read(programs.run("status", "--json", code=9).output)
    assert document["queues"][0] == {"failed": 1, "name": "turns", "waiting": 0, "workers": 0}
    assert any("failed" in need for need in document["needs"])


@pytest.mark.parametrize("missing", ["log", "queue"])
def test_a_missing_server_is_exit_code_7(redis_server: RedisServer, missing: str) -> None:
    nobody = f"unix://{redis_server.folder}/nobody"
    urls = (nobody, redis_server.url) if missing == "log" else (redis_server.url, nobody)
    with Programs(*urls) as programs:
        assert "cannot be reached" in programs.run("status", code=7).output
