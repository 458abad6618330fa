"""Ten thousand games of `greedy` against `random` in two processes: all are there, and memory stays flat."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.core.match import play
from mensch.core.rules import classic
from mensch.events.audit.report import Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.audit.tournament import audit_tournament
from mensch.events.redis.store import RedisStore
from mensch.events.tournament.contest import Status
from mensch.events.tournament.loading import catch_up, load_public
from mensch.events.tournament.organiser import Organiser
from tests.events.tournament.organised import announced
from tests.servers import RedisServer, eventually
from tests.workers.programs import Programs, descendants

GAMES = {"short": 2_000, "whole": 10_000}[os.environ.get("MENSCH_PROOFS", "short")]
BARE = 200
"""Games that are played bare, to compare the rate with."""

GROWTH = 24 * 1024 * 1024
"""Bytes by which a process may grow between a third of the games and the last: results are some 700 each."""


def memory(pid: int) -> int:
    """Resident bytes of a process and all that it has started."""
    total = 0
    for one in (pid, *descendants(pid)):
        try:
            pages = Path(f"/proc/{one}/statm").read_text().split()[1]
        except (FileNotFoundError, ProcessLookupError):
            continue
        total += int(pages) * 4096
    return total


@pytest.mark.slow
def test_every_game_is_played_and_kept_and_memory_stays_flat(
    redis_server: RedisServer, store: RedisStore
) -> None:
    contest = announced(Organiser(store), ("greedy", "random"), games=GAMES)
    with Programs(redis_server.url) as programs:
        began = time.monotonic()
        run = programs.start("tournament", "run", contest.id, "--jobs", "2")

        watched = load_public(store, contest.id)

        def played() -> int:
            time.sleep(0.1)
            return catch_up(store, watched).played

        eventually(lambda: played() >= GAMES // 3, f"a third of the games; {run.output}", 300)
        third = memory(run.pid)
        eventually(lambda: played() >= GAMES - 1000, f"nearly all games; {run.output}", 600)
        last = memory(run.pid)
        assert run.ended(120) == 0, run.output
        rate = GAMES / (time.monotonic() - began)
    began = time.monotonic()
    players = [bot("greedy"), bot("random")]
    for number in range(BARE):
        play(classic(2), players, bot_key(b"bare", number, 0))
    bare = BARE / (time.monotonic() - began)
    print(
        f"{GAMES} games: {rate:.0f} a second in two processes, {bare:.0f} bare in one; "
        f"memory {third >> 20} MiB at a third, {last >> 20} MiB at the end"
    )
    assert last - third < GROWTH
    after = load_public(store, contest.id)
    assert (after.status, after.played) == (Status.FINISHED, GAMES)
    games = store.games()
    assert len(games) == GAMES
    assert all(audit_stored(store, game).verdict is Verdict.SOUND for game in games[:: GAMES // 50])
    assert audit_tournament(store.read(contest.id), store.read_all).verdict is Verdict.SOUND
