"""A tournament of people by real workers, one of which is killed, and whose rounds end by their time."""

from __future__ import annotations

import msgspec
import redis

from mensch.events.audit.report import Verdict
from mensch.events.audit.tournament import audit_stored_tournament
from mensch.events.commands import Resign
from mensch.events.game import Status as GameStatus
from mensch.events.people import enrol
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.meta import open_meta
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Status
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import commitment
from mensch.workers.queues import TOURNAMENTS, open_queue
from tests.events.tournament.organised import ANNOUNCED
from tests.servers import RedisServer, eventually
from tests.workers.programs import Programs

WITHIN = 4_000
"""Milliseconds of a round. Only a worker closes one, so a slow machine makes this slow and nothing else."""


def test_rounds_are_made_recorded_and_closed_by_whichever_worker_lives(
    redis_server: RedisServer, redis_client: redis.Redis
) -> None:
    store = RedisStore(redis_client, open_meta(redis_client).shards)
    organiser, referee = Organiser(store), Referee(store)
    contest = organiser.announce(
        lambda secret: msgspec.structs.replace(
            ANNOUNCED, commitment=commitment(secret), format="swiss", games=1, rounds=2, within=WITHIN
        )
    )
    for name in ("anna", "ben"):
        contest = organiser.act(contest, c.EnterPlayer(enrol(store, f"{name}@example.org", name).id))
    with Programs(redis_server.url) as programs:
        first = programs.start("worker", "--queue", "tournaments")
        first.says("worker starts")
        programs.start("sweep")
        organiser.act(contest, c.StartTournament())
        eventually(lambda: len(store.games()) == 1, f"the game to be made; {first.output}", 20)
        first.kill()
        [game] = store.games()
        over = referee.publish_reasons(referee.act(referee.load(game), [Resign(0)]))
        assert load_public(store, contest.id).played == 0, "the worker died between end and record"
        second = programs.start("worker", "--queue", "tournaments")
        eventually(lambda: len(store.games()) == 2, f"the next round; {second.output}", 60)
        [result] = load_public(store, contest.id).rounds[0].results.values()
        assert (result.game, result.hash, result.places) == (game, over.head, [2, 1])
        eventually(
            lambda: load_public(store, contest.id).status is Status.FINISHED,
            f"the last round to close; {second.output}",
            60,
        )
        assert second.terminate() == 0
    [unplayed] = set(store.games()) - {game}
    assert referee.load(unplayed).status is GameStatus.ABORTED
    after = load_public(store, contest.id)
    assert after.rounds[1].unplayed == [0]
    assert [one.entrant.leaving is not None for one in after.enrolled].count(True) == 1
    assert open_queue(TOURNAMENTS, store.client).failed_job_registry.count == 0
    assert audit_stored_tournament(store, contest.id).verdict is Verdict.SOUND
