"""Whatever is killed, restarted or wiped, a tournament is played as if nothing had happened."""

from __future__ import annotations

import os
import time
from random import Random

import pytest

from mensch.events import clock
from mensch.events.bodies import MovePlayed
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.organiser import Organiser
from tests.events.tournament.organised import copied, run_here, started
from tests.faults.field import Field
from tests.faults.test_random_kills import KINDS, ROUNDS
from tests.servers import eventually
from tests.workers.programs import children

LEVELS = ("greedy", "random", "greedy", "random")
GAMES = {"short": 60, "whole": 250}
"""Games of a table by the length of proofs that is asked for."""

LENGTH = os.environ.get("MENSCH_PROOFS", "short")
STRIKES = 6


def moves(store: Store, contest: Contest) -> dict[str, list[str]]:
    """The moves of every game that a tournament names, and there may be no other."""
    named = [result.game for current in contest.rounds for result in current.results.values()]
    assert sorted(named) == store.games()
    return {
        game: [
            entry.record.body.move
            for entry in entries(store, game)
            if isinstance(entry.record.body, MovePlayed)
        ]
        for game in named
    }


def results(contest: Contest) -> list[list[tuple[str, list[int], list[int]]]]:
    """All results, without what hashes say of times."""
    return [
        [(one.game, one.places, one.scores) for _, one in sorted(current.results.items())]
        for current in contest.rounds
    ]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(ROUNDS[LENGTH]))
def test_kills_at_random_points_change_no_move_no_result_and_no_standing(field: Field, number: int) -> None:
    random = Random(number)
    begun = started(
        Organiser(field.store, clock.now),
        LEVELS,
        format="swiss",
        games=GAMES[LENGTH],
        rounds=3,
        duplicate=True,
    )
    calm = copied(field.store, begun.id, begun.seq, MemoryStore())
    undisturbed = run_here(calm, calm.load(begun.id))

    up = field.programs.start("up", "--count", "1")
    field.programs.start("worker", "--queue", "tournaments")
    eventually(lambda: len(up.lines("worker starts")) == 2, "the workers of mensch up")
    parts = len(children(up.pid))
    struck = []
    for _ in range(STRIKES):
        time.sleep(random.uniform(0.2, 1.5))
        strike = random.choice(KINDS)
        struck.append(strike.__name__)
        strike(field, up, random)
    print(f"round {number}: {', '.join(struck)}")

    def is_over() -> bool:
        return load_public(field.store, begun.id).status is Status.FINISHED

    eventually(is_over, "the tournament to end", 180)
    after = load_public(field.store, begun.id)
    assert results(after) == results(undisturbed)
    assert after.places == undisturbed.places
    assert moves(field.store, after) == moves(calm.store, undisturbed)
    eventually(lambda: field.store.due(1 << 52) == [], "nothing to be due any more", 60)
    eventually(lambda: len(children(up.pid)) == parts, "all to run again", 60)
    assert up.terminate() == 0
