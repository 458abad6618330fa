"""Mails that are read at the same moment, as a mail server may do: one seat, one start, one budget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest

from mensch.core.errors import MenschError, UsageError
from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.away import BUDGET, announce, left_of_budget
from mensch.events.bodies import GameStarted, Joining, PlayerJoined
from mensch.events.game import Status
from mensch.events.inviting import accept, invitations, invite_all
from mensch.events.loading import entries
from mensch.events.people import enrol
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from tests.events.mail_table import CLOCK, DAY
from tests.servers import RedisServer

NAMES = ("anna", "bert", "carla", "dora")


def at_once(redis_server: RedisServer, deeds: Sequence[Callable[[Referee], object]]) -> list[MenschError]:
    """Do things at the same moment, each over a connection of its own; what went wrong."""
    ready = threading.Barrier(len(deeds))
    errors: list[MenschError] = []

    def run(deed: Callable[[Referee], object]) -> None:
        referee = Referee(RedisStore(redis_server.client()))
        ready.wait()
        try:
            deed(referee)
        except MenschError as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


@pytest.mark.parametrize("number", range(5))
def test_all_accept_twice_and_the_game_starts_once(
    redis_server: RedisServer, redis_store: RedisStore, number: int
) -> None:
    people = [enrol(redis_store, f"{name}@example.org", name) for name in NAMES]
    referee = Referee(redis_store)
    game = invite_all(referee, classic(4), people, Joining(DAY), game_clock=CLOCK, now=clock.now())

    def answer(seat: int, words: str) -> Callable[[Referee], object]:
        return lambda referee: accept(referee, referee.load(game.id), seat, words, clock.now())

    mails = [answer(seat, f"{words} {number}") for seat in range(4) for words in ("yes", "I do")]
    errors = at_once(redis_server, mails)
    assert all("has lapsed" in str(error) for error in errors), "one of the two was faster"
    after = referee.load(game.id)
    assert after.status is Status.RUNNING
    assert [holder and holder.player for holder in after.seats] == [person.id for person in people]
    kinds = [type(entry.record.body) for entry in entries(redis_store, game.id)]
    assert (kinds.count(PlayerJoined), kinds.count(GameStarted)) == (4, 1)
    assert invitations(redis_store.secrets(game.id)) == {}


def test_absences_that_are_announced_at_once_never_go_beyond_the_budget(
    redis_server: RedisServer, redis_store: RedisStore
) -> None:
    anna = enrol(redis_store, "anna@example.org", "anna")
    july = 1_909_000_000_000
    spans = [(july + 11 * n * DAY, july + (11 * n + 10) * DAY) for n in range(8)]

    def tells(since: int, until: int) -> Callable[[Referee], object]:
        return lambda referee: announce(referee, anna, since, until)

    errors = at_once(redis_server, [tells(*span) for span in spans])
    assert all(isinstance(error, UsageError) for error in errors)
    done = len(spans) - len(errors)
    assert left_of_budget(Referee(redis_store), anna, 2030) == BUDGET - 10 * DAY * done >= 0
