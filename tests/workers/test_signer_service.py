"""`mensch signer` as a process: alone with its key, reached by its owner, and not forgetful when killed."""

from __future__ import annotations

import os
import signal
import socket
import stat
import threading
from functools import partial
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mensch.core.errors import ServerError
from mensch.events.receipts import Receipt, verifies
from mensch.events.redis.store import RedisStore
from mensch.events.server.folder import DATA_VARIABLE
from mensch.events.server.meta import open_meta
from mensch.workers.receiving import ask_receipt, signer_runs
from mensch.workers.signer_folder import hold, shown_key, signer_folder
from mensch.workers.signer_service import LONGEST_LINE, MOST_CONNECTIONS, SOCKET_VARIABLE, listening
from tests.events.redis.live import play, started
from tests.servers import RedisServer, eventually
from tests.workers.programs import Programs
from tests.workers.signing import asked, connected, signer_socket, start_signer


def receipt_in(reply: dict[str, object]) -> Receipt:
    return msgspec.convert(reply["receipt"], Receipt)


def opened(server: RedisServer) -> RedisStore:
    client = server.client()
    return RedisStore(client, open_meta(client).shards)


def test_it_answers_a_line_with_a_receipt(programs: Programs, store: RedisStore, tmp_path: Path) -> None:
    signer = start_signer(programs, tmp_path)
    game = play(store, started(store), moves=2)
    for request in (b'{"game":"%s"}\n', b'{"game":"%%s","seq":%d}\n' % game.seq):
        receipt = receipt_in(asked(tmp_path, request % game.id.encode()))
        assert (receipt.seq, receipt.hash) == (game.seq, game.head)
        assert receipt.provisional
        assert verifies(receipt, shown_key(signer_folder(tmp_path)))
    assert signer.terminate() == 0
    assert not signer_socket(tmp_path).exists()


def test_it_signs_for_good_where_the_server_waits_for_its_disk(tmp_path: Path) -> None:
    with RedisServer(options={"appendfsync": "always"}) as server, Programs(server.url) as programs:
        store = opened(server)
        game = started(store)
        start_signer(programs, tmp_path)
        request = b'{"game":"%s"}\n' % game.id.encode()
        assert not receipt_in(asked(tmp_path, request)).provisional
        store.client.config_set("no-appendfsync-on-rewrite", "yes")
        assert receipt_in(asked(tmp_path, request)).provisional


def test_its_socket_and_its_files_are_for_its_owner_alone(programs: Programs, tmp_path: Path) -> None:
    start_signer(programs, tmp_path)
    folder = signer_folder(tmp_path)
    modes = [
        stat.S_IMODE(path.stat().st_mode) for path in (signer_socket(tmp_path), folder.key, folder.memory)
    ]
    assert modes == [0o600, 0o600, 0o600]
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_second_signer_refuses_to_start(programs: Programs, tmp_path: Path) -> None:
    first = start_signer(programs, tmp_path)
    second = programs.start("signer", changes={DATA_VARIABLE: str(tmp_path)})
    assert second.ended() == 7
    assert "another signer has the memory" in second.output
    assert first.terminate() == 0


def test_a_second_signer_does_not_take_the_place_of_the_first(programs: Programs, tmp_path: Path) -> None:
    place = {SOCKET_VARIABLE: str(tmp_path / "place")}
    first = programs.start("signer", changes={DATA_VARIABLE: str(tmp_path / "one"), **place})
    eventually(lambda: "listens at" in first.output, "the first to listen")
    second = programs.start("signer", changes={DATA_VARIABLE: str(tmp_path / "two"), **place})
    assert second.ended() == 7
    assert "another signer listens at" in second.output
    assert (tmp_path / "place").is_socket()


def test_what_is_no_socket_is_not_removed_for_one(tmp_path: Path) -> None:
    (tmp_path / "place").write_text("somebody's")
    with pytest.raises(ServerError, match="a file that is no socket"), listening(tmp_path / "place"):
        pass
    assert (tmp_path / "place").read_text() == "somebody's"


def test_killed_at_any_moment_it_remembers_what_it_has_said(
    programs: Programs, store: RedisStore, tmp_path: Path
) -> None:
    game = started(store)
    for _ in range(4):
        signer = start_signer(programs, tmp_path)
        receipts: list[Receipt] = []
        talking = threading.Thread(target=ask_until_it_is_gone, args=(tmp_path, game.id, receipts))
        for _ in range(3):
            game = play(store, game)
        talking.start()
        eventually(partial(bool, receipts), "a first receipt")
        game = play(store, game)
        os.kill(signer.pid, signal.SIGKILL)
        talking.join()
        signer.ended()
        furthest = max(receipt.seq for receipt in receipts)
        with hold(signer_folder(tmp_path)) as kept:
            assert kept.memory.signed(game.id).seq >= furthest
            assert kept.memory.signed(game.id).seq <= game.seq
    start_signer(programs, tmp_path)  # over the socket that the killed one has left
    assert asked(tmp_path, b'{"game":"%s"}\n' % game.id.encode())["receipt"]["seq"] == game.seq


def ask_until_it_is_gone(data: Path, game: str, receipts: list[Receipt]) -> None:
    """Ask for record after record of a game, as long as somebody answers."""
    seq = 1
    try:
        with connected(data) as connection, connection.makefile("rb") as replies:
            while True:
                connection.sendall(b'{"game":"%s","seq":%d}\n' % (game.encode(), seq))
                reply = msgspec.json.decode(replies.readline(), type=dict[str, object])
                if "receipt" in reply:
                    receipts.append(receipt_in(reply))
                    seq += 1
    except (OSError, msgspec.DecodeError):
        return


NO_REQUESTS = (
    b"\n",
    b"{}\n",
    b"[]\n",
    b'{"game":"x"}\n',
    b'{"game":"0000000000","seq":0}\n',
    b'{"game":"0000000000","seq":-1}\n',
    b'{"game":"0000000000","seq":1.5}\n',
    b'{"game":"0000000000","more":1}\n',
    b'{"accept_rollback":"0000000000"}\n',
    b"[" * 1000 + b"\n",
    b"\xff\xfe\n",
)


def test_what_is_no_request_gets_one_line_and_the_next_is_answered(
    programs: Programs, tmp_path: Path
) -> None:
    start_signer(programs, tmp_path)
    with connected(tmp_path) as connection, connection.makefile("rb") as replies:
        for refused in NO_REQUESTS:
            for line, code in ((refused, 2), (b'{"game":"0000000000"}\n', 5)):
                connection.sendall(line)
                reply = msgspec.json.decode(replies.readline(), type=dict[str, object])
                assert set(reply) == {"code", "error"}
                assert reply["code"] == code


def test_an_endless_line_ends_the_conversation_and_nothing_else(programs: Programs, tmp_path: Path) -> None:
    start_signer(programs, tmp_path)
    with connected(tmp_path) as connection, pytest.raises(ConnectionError):
        send_without_end(connection)
    assert asked(tmp_path, b'{"game":"0000000000"}\n')["code"] == 5


def send_without_end(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"x" * LONGEST_LINE)


def test_who_holds_all_connections_and_says_nothing_keeps_others_out_for_seconds_only(
    programs: Programs, tmp_path: Path
) -> None:
    start_signer(programs, tmp_path)
    silent = [socket.socket(socket.AF_UNIX) for _ in range(MOST_CONNECTIONS)]
    try:
        for connection in silent:
            connection.connect(str(signer_socket(tmp_path)))
        assert asked(tmp_path, b'{"game":"0000000000"}\n')["code"] == 5
    finally:
        for connection in silent:
            connection.close()


def test_many_ask_at_once_and_all_are_told_the_same(
    programs: Programs, store: RedisStore, tmp_path: Path
) -> None:
    start_signer(programs, tmp_path)
    game = play(store, started(store), moves=3)
    replies: list[dict[str, object]] = []
    asking = [
        threading.Thread(
            target=lambda: replies.append(asked(tmp_path, b'{"game":"%s"}\n' % game.id.encode()))
        )
        for _ in range(12)
    ]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(replies) == 12
    assert all(reply == replies[0] for reply in replies)
    assert receipt_in(replies[0]).hash == game.head


def test_a_signer_waits_for_a_server_that_comes_back(tmp_path: Path) -> None:
    with RedisServer() as server, Programs(server.url) as programs:
        store = opened(server)
        game = started(store)
        start_signer(programs, tmp_path)
        request = b'{"game":"%s"}\n' % game.id.encode()
        server.stop()
        reply = asked(tmp_path, request)
        assert reply["code"] == 7
        assert "cannot be reached" in reply["error"]
        server.start()
        assert receipt_in(asked(tmp_path, request)).hash == game.head


def test_who_asks_finds_it_by_the_data_folder_or_by_name(
    programs: Programs, store: RedisStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(store)
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert ask_receipt(game.id) is None
    assert not signer_runs()
    signer = start_signer(programs, tmp_path)
    receipt = ask_receipt(game.id)
    assert receipt is not None
    assert receipt.hash == game.head
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "elsewhere"))
    assert ask_receipt(game.id) is None
    monkeypatch.setenv(SOCKET_VARIABLE, str(signer_socket(tmp_path)))
    assert ask_receipt(game.id) == receipt
    signer.kill()
    assert signer_socket(tmp_path).exists()
    assert ask_receipt(game.id) is None, "what a killed signer leaves is no signer"


def test_a_data_folder_with_a_long_name_is_none_the_worse(
    programs: Programs, store: RedisStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(store)
    data = tmp_path / ("x" * 120)
    monkeypatch.setenv(DATA_VARIABLE, str(data))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    signer = programs.start("signer", changes={DATA_VARIABLE: str(data), "XDG_RUNTIME_DIR": str(tmp_path)})
    eventually(lambda: "listens at" in signer.output, f"the signer to listen; {signer.output}")
    receipt = ask_receipt(game.id)
    assert receipt is not None
    assert receipt.hash == game.head


def test_a_signer_that_is_lost_before_it_answers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SOCKET_VARIABLE, str(tmp_path / "place"))
    with listening(tmp_path / "place") as listener:
        hanging_up = threading.Thread(target=lambda: listener.accept()[0].close())
        hanging_up.start()
        with pytest.raises(ServerError, match="lost before it answered"):
            ask_receipt("0000000000")
        hanging_up.join()


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(content=st.binary(max_size=200))
def test_whatever_an_answer_holds_there_is_a_receipt_or_one_clear_line(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = tmp_path_factory.mktemp("socket") / "place"
    with pytest.MonkeyPatch.context() as patch, listening(place) as listener:
        patch.setenv(SOCKET_VARIABLE, str(place))
        answering = threading.Thread(target=answer_with, args=(listener, content + b"\n"))
        answering.start()
        with pytest.raises(ServerError, match="lost before it answered"):
            ask_receipt("0000000000")
        answering.join()


def answer_with(listener: socket.socket, content: bytes) -> None:
    connection, _ = listener.accept()
    with connection:
        connection.recv(1000)
        connection.sendall(content)
