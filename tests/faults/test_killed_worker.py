"""A worker that dies at any point of a turn: the turn is played once, by another worker."""

from __future__ import annotations

import os
import signal
import time

from tests.faults.field import AHEAD, Field
from tests.servers import eventually
from tests.workers.bots_game import assert_played_as_if_undisturbed, bots_game, moves, wait_for_end
from tests.workers.programs import children

RETAKEN = 30.0
"""Seconds within which a killed worker's turn has to be retaken."""


def test_killed_before_during_and_after_the_append(field: Field) -> None:
    """In one game, one turn after the other; a sweeper for which it is always late enough brings it back."""
    game = bots_game(field.store, target=1)
    field.programs.start("sweep", ahead=AHEAD)
    _killed_before(field, game.id, played=0)
    _killed_during(field, game.id, played=0)
    _killed_after(field, game.id, played=1)
    field.programs.start("worker")
    wait_for_end(field.store, game.id)
    assert_played_as_if_undisturbed(field.store, game.id)


def _killed_before(field: Field, game: str, played: int) -> None:
    """The server has not seen the request, and never will."""
    append = field.log_gate.hold(b"move_played")
    worker = field.programs.start("worker")
    append.wait()
    worker.kill()
    append.lose()
    assert len(moves(field.store, game)) == played


def _killed_during(field: Field, game: str, played: int) -> None:
    """The request is on its way, and the server executes it for a client that is dead."""
    append = field.log_gate.hold(b"move_played")
    worker = field.programs.start("worker")
    append.wait()
    store = field.store
    os.kill(field.log.pid, signal.SIGSTOP)
    append.pass_on()
    worker.kill()
    os.kill(field.log.pid, signal.SIGCONT)
    eventually(lambda: len(moves(store, game)) == played + 1, "the server to execute what it was sent")


def _killed_after(field: Field, game: str, played: int) -> None:
    """The move is written, and the job's end is not on record."""
    append = field.log_gate.hold(b"move_played")
    worker = field.programs.start("worker")
    append.wait()
    account = field.queue_gate.hold(f"rq:job:ai-{game}".encode())
    append.pass_on()
    account.wait()
    worker.kill()
    account.lose()
    assert len(moves(field.store, game)) == played + 1


def test_a_job_whose_process_alone_dies_is_tried_again_at_once(field: Field) -> None:
    game = bots_game(field.store, target=1)
    append = field.log_gate.hold(b"move_played")
    worker = field.programs.start("worker")
    field.programs.run("sweep", "--once")
    append.wait()
    (job,) = children(worker.pid)
    os.kill(job, signal.SIGKILL)
    append.lose()
    worker.says("turn", game=game.id, seq=game.seq, outcome="done")  # no sweeper has helped
    assert len(moves(field.store, game.id)) == 1
    append = field.log_gate.hold(b"move_played")
    field.programs.run("sweep", "--once")
    append.wait()
    worker.kill(with_children=False)
    append.pass_on()
    eventually(lambda: len(moves(field.store, game.id)) == 2, "the job to outlive its worker, and finish")
    field.programs.start("sweep", ahead=AHEAD)
    field.programs.start("worker")
    wait_for_end(field.store, game.id)
    assert_played_as_if_undisturbed(field.store, game.id)


def test_by_clocks_as_they_are_a_killed_workers_turn_is_retaken_within_half_a_minute(field: Field) -> None:
    game = bots_game(field.store, target=1)
    append = field.log_gate.hold(b"move_played")
    up = field.programs.start("up", "--count", "1")
    append.wait()
    for process in children(up.pid):
        for job in children(process):
            os.kill(job, signal.SIGKILL)
            os.kill(process, signal.SIGKILL)
    killed = time.monotonic()
    append.lose()
    eventually(lambda: len(moves(field.store, game.id)) > 0, "the turn to be retaken", RETAKEN)
    print(f"retaken after {time.monotonic() - killed:.1f} s")
    wait_for_end(field.store, game.id)
    assert_played_as_if_undisturbed(field.store, game.id)
