"""What the signer signs, and what nobody can make it sign."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from mensch.core.errors import CorruptLogError, NotFoundError, ServerError, UsageError
from mensch.events.bodies import Event, MessageLeft
from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.receipts import contradict, verifies
from mensch.events.record import seal
from mensch.events.redis.store import RedisStore
from mensch.workers.signer import OtherLogError, Signer
from mensch.workers.signer_memory import Memory
from tests.events.redis.live import play, shard, started
from tests.events.table import salt
from tests.workers.signing import rewrite

PRIVATE = new_private_key()
KEY = public_key(PRIVATE)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    opened = Memory.create(tmp_path / "memory", KEY)
    yield opened
    opened.close()


@pytest.fixture
def signer(redis_store: RedisStore, memory: Memory) -> Signer:
    return Signer(redis_store, memory, PRIVATE, lambda: True)


def another_end(store: RedisStore, game: Game, upto: int) -> list[bytes]:
    """A log of the same length, right in itself, that is another one behind a record."""
    log = entries(store, game.id)
    events = [Event("seat:0", MessageLeft(salt(number))) for number in range(game.seq - upto)]
    end = seal(events, game=game.id, after=upto, head=log[upto - 1].hash, cmd="f" * 32, at=game.at)
    return [entry.raw for entry in (*log[:upto], *end)]


def test_a_receipt_is_for_the_last_record_and_signed_by_the_service(
    signer: Signer, redis_store: RedisStore
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    receipt = signer.sign(game.id)
    assert (receipt.game, receipt.seq, receipt.hash, receipt.at) == (game.id, game.seq, game.head, game.at)
    assert receipt.epoch == 1
    assert verifies(receipt, KEY)


def test_an_earlier_record_gets_one_too_before_or_after_a_later_one(
    signer: Signer, redis_store: RedisStore
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    hashes = [entry.hash for entry in entries(redis_store, game.id)]
    for seq in (2, game.seq, 1, 5, game.seq - 1):
        assert signer.sign(game.id, seq).hash == hashes[seq - 1]


def test_it_is_provisional_where_the_server_does_not_wait_for_its_disk(
    redis_store: RedisStore, memory: Memory
) -> None:
    game = started(redis_store)
    waits = [False, True]
    signer = Signer(redis_store, memory, PRIVATE, lambda: waits.pop(0))
    assert signer.sign(game.id).provisional
    assert not signer.sign(game.id).provisional


def test_a_game_goes_on_and_so_do_its_receipts(signer: Signer, redis_store: RedisStore) -> None:
    game = started(redis_store)
    for _ in range(4):
        assert signer.sign(game.id).hash == game.head
        game = play(redis_store, game)
    assert signer.sign(game.id).seq == game.seq


def test_there_is_none_for_a_game_or_a_record_that_is_not_there(
    signer: Signer, redis_store: RedisStore
) -> None:
    game = started(redis_store)
    with pytest.raises(NotFoundError, match="there is no game 0000000000"):
        signer.sign("0000000000")
    with pytest.raises(UsageError, match=f"has no record {game.seq + 1}: it ends at {game.seq}"):
        signer.sign(game.id, game.seq + 1)


def test_a_log_that_is_shorter_than_what_was_signed_gets_none(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    signer.sign(game.id)
    rewrite(redis_client, game, redis_store.read(game.id)[:-1])
    for seq in (None, 1, game.seq - 1):
        with pytest.raises(
            OtherLogError, match=f"record {game.seq} of {game.id} was signed.* ends at {game.seq - 1}"
        ):
            signer.sign(game.id, seq)


@pytest.mark.parametrize("more", [0, 1, 3])
def test_another_history_gets_none_however_long_it_is(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis, more: int
) -> None:
    game = play(redis_store, started(redis_store), moves=4)
    signed = game.seq - more
    first = signer.sign(game.id, signed)
    rewrite(redis_client, game, another_end(redis_store, game, signed - 1))
    assert entries(redis_store, game.id)[signed - 1].hash != first.hash  # a whole, right log
    for seq in (None, signed, 1):
        with pytest.raises(OtherLogError, match=f"record {signed} of {game.id} is another"):
            signer.sign(game.id, seq)


def test_a_log_that_is_gone_gets_none(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis
) -> None:
    game = started(redis_store)
    signer.sign(game.id)
    redis_client.flushall()
    with pytest.raises(OtherLogError, match="now ends at 0"):
        signer.sign(game.id)


def test_a_record_that_was_changed_behind_the_signed_one_gets_none(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    signer.sign(game.id, game.seq - 1)
    *raws, last = redis_store.read(game.id)
    rewrite(redis_client, game, [*raws, last.replace(b'"prev":"', b'"prev":"00', 1)])
    with pytest.raises(CorruptLogError, match=f"record {game.seq} of {game.id}"):
        signer.sign(game.id)


def test_an_index_that_lies_changes_nothing(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis
) -> None:
    game = started(redis_store)
    redis_client.hset(shard(game).head(game.id), "hash", "0" * 64)
    assert signer.sign(game.id).hash == game.head


def test_what_was_signed_is_not_forgotten_by_the_next_signer(
    redis_store: RedisStore, redis_client: redis.Redis, memory: Memory, tmp_path: Path
) -> None:
    game = play(redis_store, started(redis_store), moves=2)
    Signer(redis_store, memory, PRIVATE, lambda: True).sign(game.id)
    rewrite(redis_client, game, another_end(redis_store, game, game.seq - 1))
    again = Signer(redis_store, Memory(tmp_path / "memory", KEY), PRIVATE, lambda: True)
    with pytest.raises(OtherLogError):
        again.sign(game.id)
    assert list(again.check()) == [game.id]


def test_nothing_is_signed_that_could_not_be_remembered(
    signer: Signer, redis_store: RedisStore, memory: Memory
) -> None:
    game = started(redis_store)
    memory.broken = True
    with pytest.raises(ServerError, match="cannot be written: it failed before"):
        signer.sign(game.id)


def test_after_its_end_nothing_more_is_signed(signer: Signer, redis_store: RedisStore) -> None:
    game = started(redis_store)
    signer.end()
    with pytest.raises(ServerError, match="is ending"):
        signer.sign(game.id)


def test_a_rollback_that_the_operator_accepts_shows_in_every_later_receipt(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis, memory: Memory
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    lost = signer.sign(game.id)
    rewrite(redis_client, game, another_end(redis_store, game, game.seq - 2))
    rollback = signer.accept_rollback(game.id, "the disk failed")
    assert (rollback.after.seq, rollback.after.hash) == (lost.seq, lost.hash)
    assert memory.rollbacks == [rollback]
    receipt = signer.sign(game.id, lost.seq)
    assert receipt.epoch == rollback.epoch == 2
    assert contradict(lost, receipt), "both histories stay proven"
    assert signer.check() == {}


def test_a_game_that_is_lost_altogether_can_be_given_up(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis
) -> None:
    game = started(redis_store)
    backup = redis_client.dump(shard(game).log(game.id))
    head = redis_client.dump(shard(game).head(game.id))
    assert backup is not None
    assert head is not None
    signer.sign(game.id)
    redis_client.flushall()
    assert signer.accept_rollback(game.id, "the disk failed").seq == 0
    with pytest.raises(NotFoundError):
        signer.sign(game.id)
    redis_client.restore(shard(game).log(game.id), 0, backup)
    redis_client.restore(shard(game).head(game.id), 0, head)
    assert signer.sign(game.id).epoch == 2


def test_what_fits_needs_no_rollback(signer: Signer, redis_store: RedisStore) -> None:
    game = started(redis_store)
    with pytest.raises(UsageError, match="there is nothing to accept"):
        signer.accept_rollback(game.id, "just so")
    signer.sign(game.id)
    with pytest.raises(UsageError, match="there is nothing to accept"):
        signer.accept_rollback(game.id, "just so")
    with pytest.raises(NotFoundError):
        signer.accept_rollback("0000000000", "just so")


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "two\nlines", "\x1b[31m"])
def test_a_rollback_needs_a_reason_that_can_be_read(signer: Signer, reason: str) -> None:
    with pytest.raises(UsageError, match="needs a reason"):
        signer.accept_rollback("0000000000", reason)


def test_a_log_that_is_corrupt_cannot_be_accepted_either(
    signer: Signer, redis_store: RedisStore, redis_client: redis.Redis, memory: Memory
) -> None:
    game = play(redis_store, started(redis_store), moves=3)
    signer.sign(game.id)
    first, second, *others, _ = redis_store.read(game.id)
    rewrite(redis_client, game, [first, second.replace(b'"seat":0', b'"seat":1'), *others])
    with pytest.raises(CorruptLogError):
        signer.accept_rollback(game.id, "the disk failed")
    assert memory.rollbacks == []
