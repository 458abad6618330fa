"""Many at once on a real server: one order, nothing lost, nothing doubled, nothing half-seen."""

import json
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pytest
import redis
from msgspec.structs import replace

from mensch.events.bodies import MovePlayed
from mensch.events.compliance.requests import following, raws
from mensch.events.due import due
from mensch.events.loading import entries
from mensch.events.record import Entry
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED, Referee
from mensch.events.store import Verdict
from tests.events.redis.live import shard, started
from tests.events.redis.race import COMMON, EVENTS, OWN, WRITERS, command_id
from tests.packaging.checkout import ROOT
from tests.servers import RedisServer

ALWAYS = 2**53 - 1


def test_sixteen_processes_race_on_one_game_for_two_thousand_events(
    redis_server: RedisServer, redis_client: redis.Redis, redis_store: RedisStore, tmp_path: Path
) -> None:
    begun = started(redis_store, seats=4, bots=[1, 3], target=200)
    raced = subprocess.run(
        [sys.executable, "-m", "tests.events.redis.race", redis_server.url, begun.id, tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (raced.returncode, raced.stderr) == (0, "")

    log = entries(redis_store, begun.id)  # contiguous, and every hash checked
    written = log[begun.seq :]
    assert EVENTS == 2_000
    assert len(written) == EVENTS

    own = {command_id(f"writer {w}", number) for w in range(WRITERS) for number in range(OWN)}
    common = {command_id("everybody", number) for number in range(COMMON)}
    assert len(own | common) == EVENTS
    assert sorted(entry.record.cmd for entry in written) == sorted(own | common)

    seq_of = {entry.record.cmd: entry.seq for entry in written}
    for number in range(WRITERS):
        told = json.loads((tmp_path / str(number)).read_text())
        assert len(told) == OWN + COMMON
        for cmd, seq in told:
            assert seq_of[cmd] == seq if cmd in own else seq_of[cmd] <= seq

    moves = [entry for entry in written if isinstance(entry.record.body, MovePlayed)]
    assert len(moves) > 50
    assert len({entry.record.by for entry in moves}) == 4
    assert max(before.record.at - after.record.at for before, after in pairwise(log)) <= 0

    assert [(pointer.game, pointer.seq) for pointer in redis_store.feed(most=9_999)] == [
        (begun.id, entry.seq) for entry in log
    ]
    game = Referee(redis_store).load(begun.id)
    head = redis_store.head(begun.id)
    assert head is not None
    assert (head.seq, head.hash, head.at) == (game.seq, game.head, game.at)
    assert redis_store.due(ALWAYS) == list(due(game))
    assert redis_client.hlen(shard(game).commands(game.id)) == EVENTS + 1  # and the one that created it
    assert len(redis_store.texts(game.id)) == EVENTS - len(moves)
    assert set(redis_store.secrets(game.id)) == {SEED, *(f"cause:{entry.seq}" for entry in moves)}


def test_a_reader_never_sees_half_of_a_command(redis_server: RedisServer, redis_store: RedisStore) -> None:
    enough = threading.Event()
    log: list[Entry] = []

    def write() -> None:
        store = RedisStore(redis_server.client())
        while not enough.is_set():
            request = following(log, 7)
            if store.append(request).verdict is not Verdict.OK:
                return
            log.extend(request.entries)

    writer = threading.Thread(target=write)
    writer.start()
    seen = [0]
    while writer.is_alive() and len(set(seen)) < 50:
        seen.append(len(redis_store.read("game000001")))
    enough.set()
    writer.join()
    assert redis_store.read("game000001") == raws(log)
    assert len(set(seen)) == 50
    assert seen == sorted(seen)
    assert {length % 7 for length in seen} == {0}


@pytest.mark.parametrize("same", [True, False])
def test_of_many_who_send_at_once_one_writes(
    redis_server: RedisServer, redis_store: RedisStore, same: bool
) -> None:
    """Under one command id the others are told that it is done, else that the game has moved on."""
    request = following()
    answers: list[Verdict] = []
    ready = threading.Barrier(8)

    def send(number: int) -> None:
        store = RedisStore(redis_server.client())
        cmd = request.command if same else f"{number:032x}"
        record = replace(request.last.record, cmd=cmd)
        ready.wait()
        answers.append(store.append(replace(request, entries=[replace(request.last, record=record)])).verdict)

    senders = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    other = Verdict.DUPLICATE if same else Verdict.CONFLICT
    assert sorted(verdict.value for verdict in answers) == sorted(["ok", *[other.value] * 7])
    assert len(redis_store.read(request.game)) == 1
