"""Servers that restart, forget, or answer nobody; and jobs that run twice."""

from __future__ import annotations

from mensch.events.due import Due
from mensch.workers.queues import TURNS, enqueue, job_id, living_workers, open_queue
from tests.faults.field import AHEAD, Field
from tests.servers import eventually
from tests.workers.bots_game import (
    assert_played_as_if_undisturbed,
    bots_game,
    is_over,
    moves,
    wait_for_end,
)


def test_requests_and_replies_of_the_append_are_lost(field: Field) -> None:
    game = bots_game(field.store, target=1)
    for _ in range(3):
        field.log_gate.lose_reply(b"move_played")
        field.log_gate.lose_request(b"move_played")
    field.programs.start("worker")
    field.programs.start("sweep")
    wait_for_end(field.store, game.id)
    assert field.log_gate.struck == 6
    assert_played_as_if_undisturbed(field.store, game.id)


def test_the_same_job_runs_twice_and_at_once(field: Field) -> None:
    game = bots_game(field.store, target=1)
    item = Due("turn", game.id, game.seq, game.at)
    appends = [field.log_gate.hold(b"move_played") for _ in range(2)]
    workers = [field.programs.start("worker") for _ in range(2)]
    queue = open_queue(TURNS, field.queue.client())
    enqueue(queue, item)
    appends[0].wait()
    enqueue(queue, item)  # it does not wait in the queue any more
    appends[1].wait()
    for append in appends:
        append.pass_on()
    for worker in workers:
        worker.says("turn", game=game.id, seq=game.seq, outcome="done")
    assert len(moves(field.store, game.id)) == 1
    eventually(lambda: not queue.connection.exists(f"rq:job:{job_id(item)}"), "both to have finished")
    enqueue(queue, item)
    eventually(
        lambda: any(
            line["outcome"] == "nothing to do" for worker in workers for line in worker.lines("turn")
        ),
        "it to run once more",
    )
    assert len(moves(field.store, game.id)) == 1
    field.programs.start("sweep")
    wait_for_end(field.store, game.id)
    assert_played_as_if_undisturbed(field.store, game.id)


def test_the_log_is_killed_and_the_queue_restarts_and_is_wiped_in_one_game(field: Field) -> None:
    game = bots_game(field.store, target=8)
    field.programs.start("worker", "--count", "2")
    field.programs.start("sweep")
    field.programs.start("sweep", ahead=AHEAD)
    for strike in (_kill_log, _wipe_queue, _kill_queue, _restart_log):
        played = len(moves(field.store, game.id))
        strike(field)
        store = field.store
        eventually(
            lambda store=store, played=played: (
                is_over(store, game.id)  # type: ignore[misc]  # bound in a loop
                or len(moves(store, game.id)) > played
            ),
            f"moves after {strike.__name__}; {field.programs.output[-2000:]}",
            60,
        )
    wait_for_end(field.store, game.id)
    assert_played_as_if_undisturbed(field.store, game.id)
    queue = field.queue.client()
    eventually(lambda: len(living_workers(queue)) == 2, "the workers to tell again that they are there")


def _kill_log(field: Field) -> None:
    field.log.kill()
    field.log.start()


def _restart_log(field: Field) -> None:
    field.log.restart()


def _wipe_queue(field: Field) -> None:
    field.queue.client().flushall()


def _kill_queue(field: Field) -> None:
    """It keeps nothing on disk, so it comes back empty."""
    field.queue.kill()
    field.queue.start()
