"""Tournaments by real workers and from the command line, in processes of their own."""

from __future__ import annotations

import signal
import time

import pytest
import redis

from mensch.events.due import NEVER
from mensch.events.redis.store import RedisStore
from mensch.events.server.meta import open_meta
from mensch.events.tournament.contest import Status
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.organiser import Organiser
from mensch.workers.queues import TOURNAMENTS, open_queue
from mensch.workers.tournament.rounds import go_on, mind
from tests.events.tournament.organised import announced, run_here, started
from tests.servers import RedisServer, alive, eventually
from tests.workers.programs import Programs, descendants

LEVELS = ("greedy", "random", "greedy", "random")


@pytest.fixture
def store(redis_client: redis.Redis) -> RedisStore:
    return RedisStore(redis_client, open_meta(redis_client).shards)


def test_workers_and_a_sweeper_alone_play_a_tournament_to_its_end(
    redis_server: RedisServer, store: RedisStore
) -> None:
    contest = started(Organiser(store), LEVELS, format="swiss", rounds=2, games=20)
    with Programs(redis_server.url) as programs:
        worker = programs.start("worker", "--queue", "tournaments")
        programs.start("sweep")
        eventually(
            lambda: load_public(store, contest.id).status is Status.FINISHED,
            f"the tournament to end; {worker.output}",
            60,
        )
        eventually(lambda: store.due(NEVER) == [], "nothing to be due any more")
        worker.says("games", game=contest.id, outcome="done")
        assert worker.terminate() == 0, worker.output
    assert open_queue(TOURNAMENTS, store.client).failed_job_registry.count == 0
    assert len(store.games()) == load_public(store, contest.id).games


def test_status_says_that_games_wait_until_a_worker_serves_them(
    redis_server: RedisServer, store: RedisStore
) -> None:
    organiser = Organiser(store)
    mind(organiser, started(organiser, LEVELS))
    with Programs(redis_server.url) as programs:
        assert "a tournament's games wait" in programs.run("status", code=9).output
        programs.start("worker", "--queue", "tournaments").says("worker starts")
        programs.start("sweep")
        eventually(lambda: store.last_beat() is not None, "the sweeper to look")
        programs.run("status")


def test_run_leaves_the_games_to_living_workers_and_looks_on(
    redis_server: RedisServer, store: RedisStore
) -> None:
    contest = announced(Organiser(store), LEVELS, games=5)
    with Programs(redis_server.url) as programs:
        programs.start("worker", "--queue", "tournaments").says("worker starts")
        programs.start("sweep")
        eventually(lambda: store.last_beat() is not None, "the sweeper to look")
        run = programs.start("tournament", "run", contest.id)
        assert run.ended(60) == 0, run.output
        assert "Workers play" in run.output
    assert load_public(store, contest.id).status is Status.FINISHED


def test_without_a_sweeper_nobody_waits_for_workers_and_status_says_so(
    redis_server: RedisServer, store: RedisStore
) -> None:
    contest = started(Organiser(store), LEVELS, games=5)
    with Programs(redis_server.url) as programs:
        programs.start("worker", "--queue", "tournaments").says("worker starts")
        assert "no sweeper hands them out" in programs.run("status", code=9).output
        run = programs.start("tournament", "run", contest.id)
        assert run.ended(60) == 0, run.output
        assert "Workers play" not in run.output
    assert load_public(store, contest.id).status is Status.FINISHED


def test_a_server_that_is_away_fails_no_job(redis_server: RedisServer, store: RedisStore) -> None:
    contest = started(Organiser(store), LEVELS)
    with Programs("redis://127.0.0.1:1", redis_server.url) as programs:
        assert programs.start("worker", "--queue", "tournaments", "--burst").ended() == 7
    assert open_queue(TOURNAMENTS, store.client).failed_job_registry.count == 0
    assert load_public(store, contest.id).played == 0


def test_interrupted_it_tells_how_to_go_on_and_going_on_ends_as_if_undisturbed(
    redis_server: RedisServer, store: RedisStore
) -> None:
    organiser = Organiser(store)
    contest = announced(organiser, ("greedy", "random"), games=3000)
    with Programs(redis_server.url) as programs:
        run = programs.start("tournament", "run", contest.id, "--jobs", "2")
        eventually(lambda: len(store.games()) > 20, f"games to be played; {run.output}", 60)
        run.send(signal.SIGINT)
        assert run.ended(60) == 130
        played = load_public(store, contest.id).played
        assert played < 3000
        assert f"Go on with: mensch tournament run {contest.id}" in run.output
        assert f"Stopped with {played} of 3000 games" in run.output
        written = len(store.games())
        time.sleep(0.3)
        assert len(store.games()) == written, "nothing of it goes on"


def test_who_stops_looking_on_is_told_that_it_goes_on(redis_server: RedisServer, store: RedisStore) -> None:
    contest = announced(Organiser(store), ("greedy", "random"), games=3000)
    with Programs(redis_server.url) as programs:
        programs.start("worker", "--queue", "tournaments").says("worker starts")
        programs.start("sweep")
        eventually(lambda: store.last_beat() is not None, "the sweeper to look")
        run = programs.start("tournament", "run", contest.id)
        eventually(lambda: bool(store.games()), "games to be played", 60)
        eventually(lambda: "Workers play" in run.output, "it to look on", 60)
        run.send(signal.SIGINT)
        assert run.ended(60) == 130
        assert "It goes on without you" in run.output
        assert " of 3000 games so far" in run.output
        assert f"mensch tournament watch {contest.id}" in run.output
        assert "mensch tournament run" not in run.output
        seen = len(store.games())
        eventually(lambda: len(store.games()) > seen, "more games", 60)


def test_a_killed_run_is_gone_on_with(redis_server: RedisServer, store: RedisStore) -> None:
    organiser = Organiser(store)
    contest = announced(organiser, LEVELS, games=100)
    with Programs(redis_server.url) as programs:
        run = programs.start("tournament", "run", contest.id, "--jobs", "2")
        eventually(lambda: len(store.games()) > 20, f"games to be played; {run.output}", 60)
        playing = list(descendants(run.pid))
        run.kill(with_children=False)
        eventually(lambda: not any(map(alive, playing)), "the processes that played to end with it")
    after = run_here(organiser, go_on(organiser, organiser.load(contest.id)))
    assert after.status is Status.FINISHED
    named = [result.game for current in after.rounds for result in current.results.values()]
    assert store.games() == sorted(named)
    assert len(set(named)) == after.games
