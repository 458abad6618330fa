"""A sweeper that dies on the way from due to done: another one goes on."""

from __future__ import annotations

from tests.faults.field import AHEAD, Field
from tests.servers import eventually
from tests.workers.bots_game import assert_played_as_if_undisturbed, bots_game, moves, wait_for_end
from tests.workers.programs import Program


def test_killed_before_and_after_claiming_while_enqueueing_and_afterwards(field: Field) -> None:
    """One sweeper after the other; the clock of each is so far ahead that what was claimed is due again."""
    game = bots_game(field.store, target=1)
    queue = field.queue.client()

    def sweeper(number: int) -> Program:
        return field.programs.start("sweep", ahead=AHEAD * number)

    def claimed() -> int:
        (item,) = field.store.due(1 << 52)
        return item.at

    first = game.at

    claim = field.log_gate.hold(b":due")
    killed = sweeper(0)
    claim.wait()
    killed.kill()
    claim.lose()
    assert claimed() == first

    look = field.queue_gate.hold(b"LPOS")
    killed = sweeper(0)
    look.wait()
    killed.kill()
    look.lose()
    second = claimed()
    assert second > first, "it was claimed, and is put off"
    assert queue.keys("rq:job:*") == [], "but it has no job"

    push = field.queue_gate.hold(b"RPUSH")
    killed = sweeper(1)
    push.wait()
    killed.kill()
    push.lose()
    third = claimed()
    assert third > second
    assert queue.llen("rq:queue:turns") == 0, "its job waits nowhere"

    killed = sweeper(2)
    eventually(lambda: queue.llen("rq:queue:turns") == 1, "the job")
    killed.kill()
    assert moves(field.store, game.id) == []

    sweeper(3)
    field.programs.start("worker")
    wait_for_end(field.store, game.id)
    assert_played_as_if_undisturbed(field.store, game.id)
