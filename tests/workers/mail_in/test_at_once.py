"""One mail reaches several processes at once, or one that is killed: it counts once."""

from __future__ import annotations

import os
import subprocess
from collections import Counter

import pytest

from mensch.events.loading import said_in
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.address import URL_VARIABLE
from mensch.workers.mail.address import FROM_VARIABLE
from tests.servers import RedisServer
from tests.workers.mail_in.by_mail import ByMail
from tests.workers.programs import COMMAND


@pytest.fixture
def table(store: RedisStore, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> ByMail:
    monkeypatch.setenv(URL_VARIABLE, redis_server.url)
    monkeypatch.setenv(FROM_VARIABLE, "mensch@games.example")
    return ByMail(referee=Referee(store))


def started(raw: bytes) -> subprocess.Popen[bytes]:
    """A process of its own that has got the mail, and is at work."""
    process = subprocess.Popen(
        [*COMMAND, "mail", "receive"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )
    assert process.stdin is not None
    process.stdin.write(raw)
    process.stdin.close()
    return process


def happened(table: ByMail) -> Counter[str]:
    """How often each kind of record stands in the log."""
    return Counter(entry.record.type for entry in table.log)


def test_copies_of_a_mail_that_come_at_once_count_once(table: ByMail) -> None:
    raw = table.reply(0, "1", "say hello", "show")
    copies = [f"Received: by mx{number}.games.example\r\n".encode() + raw for number in range(4)]
    assert [process.wait(60) for process in [started(copy) for copy in copies]] == [0] * 4
    assert (happened(table)["move_played"], happened(table)["message_left"]) == (1, 1)
    assert list(said_in(table.store, table.id).values()) == ["hello"]
    assert len(table.answers()) == 1


def test_a_mail_whose_process_was_killed_counts_once_when_it_comes_again(table: ByMail) -> None:
    for turn in range(6):
        raw = table.reply(table.seat, "1", f"say {turn}")
        process = started(raw)
        try:
            process.wait(0.25 + 0.05 * turn)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(60)
        assert table.receives(raw) == "done"
        assert happened(table)["move_played"] == turn + 1
    assert sorted(said_in(table.store, table.id).values()) == list("012345")
    assert len(table.store.attachments(table.id)) == 6
