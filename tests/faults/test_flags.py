"""Flags and downtime with real sweepers and workers, whoever of them dies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from freezegun import freeze_time

from mensch.events.bodies import Clock
from mensch.events.game import Game
from tests.faults.field import AHEAD, Field
from tests.servers import eventually
from tests.workers.clocked import ENDS, GREEDY, MINUTE, clocked_game, returned, types

OUT_OF_TIME = Clock(bank=1, cap=1, on_timeout="forfeit")


def started_ago(field: Field, minutes: int, terms: Clock) -> Game:
    """A game that began some time ago."""
    then = datetime.now(UTC) - timedelta(minutes=minutes)
    with freeze_time(then, ignore=["redis"]):
        return clocked_game(field.store, terms)


def test_a_flag_falls_once_though_its_sweeper_is_killed_at_the_deadline(field: Field) -> None:
    game = clocked_game(field.store, OUT_OF_TIME)
    queue = field.queue.client()

    claim = field.log_gate.hold(b":due")
    killed = field.programs.start("sweep")
    claim.wait()
    killed.kill()
    claim.lose()

    push = field.queue_gate.hold(b"RPUSH")
    killed = field.programs.start("sweep")
    push.wait()
    killed.kill()
    push.lose()
    assert queue.llen("rq:queue:turns") == 0, "it was claimed, and its job waits nowhere"
    assert types(field.store, game.id) == []

    for number in (1, 2):
        field.programs.start("sweep", ahead=AHEAD * number)
    field.programs.start("worker")
    eventually(lambda: types(field.store, game.id) == ENDS, "the flag to fall")


def test_any_number_of_sweepers_and_workers_let_each_flag_fall_once(field: Field) -> None:
    for number in range(3):
        field.programs.start("sweep", ahead=AHEAD * number / 10)
        field.programs.start("worker")
    games = [clocked_game(field.store, OUT_OF_TIME) for _ in range(12)]
    for game in games:
        eventually(lambda game=game: len(types(field.store, game.id)) == 4, "the flag to fall", 60)  # type: ignore[misc]  # bound in a loop
    assert [types(field.store, game.id) for game in games] == [ENDS] * len(games)


def test_a_worker_that_is_killed_while_a_flag_falls_changes_nothing(field: Field) -> None:
    terms = Clock(bank=20 * MINUTE, cap=20 * MINUTE, on_timeout="autopilot", bot=GREEDY)
    game = started_ago(field, 21, terms)
    append = field.log_gate.hold(b"turn_missed")
    worker = field.programs.start("worker")
    field.programs.start("sweep", ahead=AHEAD)
    append.wait()
    worker.kill()
    append.lose()
    assert types(field.store, game.id) == []
    field.programs.start("worker")
    eventually(lambda: types(field.store, game.id) == ["turn_missed", "move_played"], "the flag to fall")


def test_a_downtime_is_given_back_at_once_and_no_flag_falls_over_it(field: Field) -> None:
    terms = Clock(bank=15 * MINUTE, cap=15 * MINUTE, on_timeout="forfeit")
    game = started_ago(field, 20, terms)
    other = started_ago(field, 8, terms)
    down = game.at + 10 * MINUTE
    field.store.beat(down)
    field.programs.start("sweep")
    worker = field.programs.start("worker")
    for each in (game, other):
        eventually(lambda each=each: bool(returned(field.store, each.id)), "time to be given back")  # type: ignore[misc]  # bound in a loop
        assert types(field.store, each.id) == ["time_returned"]
    [gap] = field.store.downtimes(0)
    assert gap[0] == down
    assert [(back.since, back.until) for back in returned(field.store, game.id)] == [gap]
    assert [(back.since, back.until) for back in returned(field.store, other.id)] == [(other.at, gap[1])]
    worker.says("flag", game=game.id, outcome="done")
