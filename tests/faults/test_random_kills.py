"""Whatever is killed, restarted or wiped, every game is played as if nothing had happened."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from random import Random

import pytest

from mensch.events.bodies import Clock
from tests.faults.field import Field
from tests.servers import eventually
from tests.workers.bots_game import assert_played_as_if_undisturbed, bots_game, is_over, wait_for_end
from tests.workers.clocked import ENDS, clocked_game, types
from tests.workers.programs import Program, children, descendants, kill

ROUNDS = {"short": 2, "whole": 10}
"""Rounds by the length of proofs that is asked for."""

STRIKES = 6
"""Strikes a round."""

GAMES = 3

Strike = Callable[[Field, Program, Random], None]


def kill_any(field: Field, up: Program, random: Random) -> None:
    """SIGKILL for a sweeper, a worker or a job."""
    if processes := list(descendants(up.pid)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(random.choice(processes), signal.SIGKILL)


def kill_whole_worker(field: Field, up: Program, random: Random) -> None:
    """SIGKILL for a process together with its jobs."""
    if processes := children(up.pid):
        kill(random.choice(processes))


def kill_log(field: Field, up: Program, random: Random) -> None:
    """A power cut of the log's server."""
    field.log.kill()
    time.sleep(random.uniform(0, 1))
    field.log.start()


def restart_queue(field: Field, up: Program, random: Random) -> None:
    """The queues' server forgets everything."""
    field.queue.kill()
    time.sleep(random.uniform(0, 1))
    field.queue.start()


def wipe_queue(field: Field, up: Program, random: Random) -> None:
    """Everything in the queues is deleted."""
    field.queue.client().flushall()


def lose_replies(field: Field, up: Program, random: Random) -> None:
    """The next replies to writes are lost."""
    field.log_gate.lose_reply(b"move_played")
    field.queue_gate.lose_reply(b"rq:")


KINDS: list[Strike] = [kill_any, kill_whole_worker, kill_log, restart_queue, wipe_queue, lose_replies]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(ROUNDS[os.environ.get("MENSCH_PROOFS", "short")]))
def test_random_kills_lose_and_double_nothing(field: Field, number: int) -> None:
    random = Random(number)
    up = field.programs.start("up", "--count", "2")
    eventually(lambda: len(up.lines("worker starts")) == 3, "all workers")
    parts = len(children(up.pid))
    games = [bots_game(field.store, target=8).id for _ in range(GAMES)]
    banks = [random.randrange(1, 8_000) for _ in range(GAMES)]
    clocked = [clocked_game(field.store, Clock(bank, bank, "forfeit")).id for bank in banks]
    struck = []
    for _ in range(STRIKES):
        if all(is_over(field.store, game) for game in games):
            games.append(bots_game(field.store, target=8).id)
        time.sleep(random.uniform(0.2, 1.5))
        strike = random.choice(KINDS)
        struck.append(strike.__name__)
        strike(field, up, random)
    print(f"round {number}: {', '.join(struck)}")
    for game in clocked:
        eventually(lambda game=game: len(types(field.store, game)) == len(ENDS), "the flag to fall", 60)  # type: ignore[misc]  # bound in a loop
        assert types(field.store, game) == ENDS
    for game in games:
        wait_for_end(field.store, game, seconds=120)
        assert_played_as_if_undisturbed(field.store, game)
    eventually(lambda: len(children(up.pid)) == parts, "all to run again", 60)
    processes = children(up.pid)
    assert up.terminate() == 0
    assert not any(os.path.exists(f"/proc/{process}") for process in processes)
