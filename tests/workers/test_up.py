"""`mensch up`: everything on one machine, each part started again when it ends, and nothing left behind."""

from __future__ import annotations

import os
import signal
import statistics
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from mensch.events.loading import entries
from mensch.events.redis.store import RedisStore
from mensch.events.server.connection import connect
from mensch.events.server.embedded import embedded
from mensch.events.server.folder import DATA_VARIABLE, noted_socket, open_folder
from mensch.events.server.meta import open_meta
from tests.servers import alive, eventually, server_id, temporary_data
from tests.workers.bots_game import assert_played_as_if_undisturbed, bots_game, moves, wait_for_end
from tests.workers.programs import Program, Programs, children

SLOWEST = 5000
"""Milliseconds that a bot may take on a machine that does other things too. Otherwise it is 100."""


def started(programs: Programs, workers: int = 1) -> Program:
    """`mensch up`, with all its workers at work."""
    up = programs.start("up", "--count", str(workers))
    wanted = workers + 1  # and one for tournaments
    eventually(lambda: len(up.lines("worker starts")) == wanted, f"{wanted} workers; {up.output}")
    return up


def gone(processes: list[int]) -> bool:
    return not any(alive(process) for process in processes)


def test_a_game_of_bots_goes_on_by_itself_each_turn_within_a_second(
    programs: Programs, store: RedisStore
) -> None:
    up = started(programs)
    game = bots_game(store)
    wait_for_end(store, game.id)
    assert_played_as_if_undisturbed(store, game.id)
    log = entries(store, game.id)
    times = [entry.record.at for entry in log if entry.record.type in ("game_started", "move_played")]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    print(f"a bot's turn comes after {statistics.median(gaps)} ms (median), {max(gaps)} ms (longest)")
    assert max(gaps) < SLOWEST
    assert statistics.median(gaps) < 1000
    assert up.terminate() == 0


def test_a_person_finds_the_bots_answer_in_the_log(programs: Programs, store: RedisStore) -> None:
    up = started(programs)
    new = programs.run("new", "--seat", "anna", "--seat", "bot:greedy", "--json")
    assert new.output
    (game,) = store.games()
    played = programs.run("play", game, "1", "--json")
    assert '"turn":0' in played.output
    assert len(moves(store, game)) == 2
    up.says("turn", game=game, outcome="done")
    assert up.terminate() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_all_of_it(programs: Programs, number: signal.Signals) -> None:
    up = started(programs, workers=2)
    processes = children(up.pid)
    assert len(processes) > 2
    up.send(number)
    assert up.ended() == 0
    assert gone(processes)
    assert len(up.lines("worker ends")) == 3


def test_nothing_is_left_when_it_is_killed(programs: Programs) -> None:
    up = started(programs, workers=2)
    processes = children(up.pid)
    up.kill(with_children=False)
    eventually(lambda: gone(processes), "sweeper and workers to notice")
    assert len(up.lines("worker ends")) == 3, "they end in order"


def test_what_is_killed_is_started_again(programs: Programs, store: RedisStore) -> None:
    up = started(programs)
    processes = children(up.pid)
    for process in processes:
        os.kill(process, signal.SIGKILL)
    up.says("process ended", command="sweep", code=-signal.SIGKILL)
    up.says("process ended", command="worker", code=-signal.SIGKILL)
    up.says("process ended", command="signer", code=-signal.SIGKILL)
    eventually(
        lambda: len(set(children(up.pid)) - set(processes)) == len(processes), "all to be started again"
    )
    game = bots_game(store)
    up.says("turn", game=game.id, seq=game.seq, outcome="done")
    assert up.terminate() == 0


def test_mail_has_a_worker_where_a_mail_server_is_named(programs: Programs, store: RedisStore) -> None:
    up = programs.start("up", "--count", "1", changes={"MENSCH_SMTP_URL": "smtp://127.0.0.1:9"})
    eventually(lambda: len(up.lines("worker starts")) == 3, f"three workers; {up.output}")
    assert sorted(line["queue"] for line in up.lines("worker starts")) == ["mail", "tournaments", "turns"]
    assert up.terminate() == 0


def test_a_server_that_is_missing_is_one_clear_line(tmp_path: Path) -> None:
    with Programs(f"unix://{tmp_path}/nobody") as programs:
        up = programs.run("up", code=7)
        assert up.output.startswith("mensch: ")
        assert len(up.output.splitlines()) == 1


@pytest.fixture
def private(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Programs, Path]]:
    """Programs that share a private server, and its data folder."""
    monkeypatch.setenv("MENSCH_EMBEDDED_IDLE", "60")
    with temporary_data() as data, Programs(None, changes={DATA_VARIABLE: str(data)}) as programs:
        yield programs, data


def test_the_private_server_is_started_again_when_it_is_killed(private: tuple[Programs, Path]) -> None:
    programs, data = private
    up = started(programs)
    with connect(embedded(data)) as client:
        store = RedisStore(client, open_meta(client).shards)
        game = bots_game(store)
        eventually(lambda: len(moves(store, game.id)) > 2, "some moves")
    socket = noted_socket(open_folder(data))
    assert socket is not None
    server = server_id(socket)
    os.kill(server, signal.SIGKILL)
    up.says("sweeper waits")
    up.says("sweeper goes on")  # nobody but the sweeper has started it again
    assert server_id(socket) != server
    with connect(embedded(data)) as client:
        store = RedisStore(client)
        wait_for_end(store, game.id)
        assert_played_as_if_undisturbed(store, game.id)
    assert up.terminate() == 0
