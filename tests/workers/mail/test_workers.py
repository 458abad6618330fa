"""Real workers on a real Redis send through a real mail server, and may be killed at any moment."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from mensch.events.receipts import read_receipts, verifies
from mensch.events.redis.store import RedisStore
from mensch.workers.mail.attempts import LEASE
from mensch.workers.signer_folder import shown_key, signer_folder
from mensch.workers.signer_service import SOCKET_VARIABLE
from tests.servers import RedisServer, eventually
from tests.workers.mail.postoffice import PostOffice
from tests.workers.mail.table import ByMail
from tests.workers.programs import Programs, descendants
from tests.workers.signing import signer_socket, start_signer

AFTERWARDS = LEASE / 1000 + 30
"""Seconds after which nobody takes a dead job for one that is at work."""


@pytest.fixture
def table(store: RedisStore, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> ByMail:
    return ByMail(store, office, monkeypatch)


@pytest.fixture
def mailers(redis_server: RedisServer, table: ByMail) -> Iterator[Programs]:
    with Programs(redis_server.url, changes=table.office.environment) as started:
        yield started


def test_sweeper_and_worker_send_what_is_due_and_log_no_address(mailers: Programs, table: ByMail) -> None:
    game = table.game("anna", "bert")
    mailers.run("sweep", "--once")
    worker = mailers.run("worker", "--queue", "mail", "--burst")
    assert table.inbox("anna") == ["Your turn, 5 d left"]
    assert table.inbox("bert") == ["The game begins"]
    assert {line["outcome"] for line in worker.lines("mail")} == {"sent", "done"}
    assert "example" not in worker.output
    assert game.id in worker.output
    mailers.run("sweep", "--once")
    mailers.run("worker", "--queue", "mail", "--burst")
    assert len(table.office.delivered) == 2


def test_a_worker_killed_between_acceptance_and_mark_sends_the_same_mail_again(
    mailers: Programs, table: ByMail
) -> None:
    game = table.game("anna", "here:bert")
    accepted, killed = threading.Event(), threading.Event()

    def hold() -> None:
        if not killed.is_set():
            accepted.set()
            killed.wait(20)

    table.office.before_answer = hold
    mailers.run("sweep", "--once")
    worker = mailers.start("worker", "--queue", "mail")
    assert accepted.wait(20)
    for process in [*descendants(worker.pid), worker.pid]:
        os.kill(process, signal.SIGKILL)
    worker.ended()
    killed.set()
    assert table.store.sent(game.id) == {}
    mailers.run("sweep", "--once", ahead=AFTERWARDS)
    mailers.start("worker", "--queue", "mail", ahead=AFTERWARDS)
    eventually(lambda: bool(table.store.sent(game.id)), "the mail to be sent and marked")
    one, other = table.office.to("anna@example.net")
    assert one.id == other.id
    assert one.message["Reply-To"] == other.message["Reply-To"]


def test_a_mail_carries_the_receipt_of_the_signer(mailers: Programs, table: ByMail, tmp_path: Path) -> None:
    start_signer(mailers, tmp_path)
    game = table.game("anna", "here:bert")
    mailers.run("sweep", "--once")
    socket = {SOCKET_VARIABLE: str(signer_socket(tmp_path))}
    assert mailers.start("worker", "--queue", "mail", "--burst", changes=socket).ended() == 0
    (mail,) = table.office.to("anna@example.net")
    (receipt,) = read_receipts(mail.text)
    assert (receipt.game, receipt.seq, receipt.hash) == (game.id, game.seq, game.head)
    assert verifies(receipt, shown_key(signer_folder(tmp_path)))
    assert receipt.line in mail.html


def test_status_tells_of_a_mail_that_was_given_up(mailers: Programs, table: ByMail) -> None:
    table.office.replies["anna@example.net"] = "550 5.1.1 no such user"
    game = table.game("anna", "here:bert")
    mailers.run("sweep", "--once")
    mailers.run("worker", "--queue", "mail", "--burst")
    status = mailers.run("status", code=9).output
    assert f"given up: turn:{game.holder(0).player}:4, game {game.id}" in status
    assert "example" not in status
