"""Polling a real mailbox: what is for a game happens once and is marked, all else stays as it is."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from urllib.parse import quote

import pytest

from mensch.events.bodies import MovePlayed
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.workers.mail.address import FROM_VARIABLE
from mensch.workers.mail.inbound.mailbox import URL_VARIABLE, Mailbox, MailboxError, imap_server
from mensch.workers.mail.inbound.poll import Poll
from mensch.workers.mail.inbound.reading import LARGEST
from tests.workers.mail_in.by_mail import TERMS, ByMail
from tests.workers.mail_in.dovecot import HOST, PASSWORD, USER, Dovecot
from tests.workers.programs import Programs

pytestmark = pytest.mark.ci


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dovecot]:
    with Dovecot() as running:
        monkeypatch.setenv("SSL_CERT_FILE", str(running.authority))
        monkeypatch.setenv(URL_VARIABLE, address(running))
        yield running


def address(server: Dovecot, scheme: str = "imaps", *, password: str = PASSWORD, more: str = "") -> str:
    port = server.tls_port if scheme == "imaps" else server.port
    return f"{scheme}://{quote(USER, '')}:{quote(password, '')}@{HOST}:{port}/INBOX{more}"


@pytest.fixture
def table() -> ByMail:
    return ByMail()


def looked(table: ByMail) -> int:
    """A new process looks once."""
    with contextlib.closing(Poll(table.referee, imap_server(), TERMS)) as poll:
        return poll.look()


def moves(table: ByMail) -> int:
    return sum(isinstance(entry.record.body, MovePlayed) for entry in table.log)


def test_a_reply_is_played_and_marked_and_other_mail_is_left_alone(server: Dovecot, table: ByMail) -> None:
    server.put(b"From: a friend <f@home.example>\r\nSubject: hello\r\n\r\nresign")
    server.put(table.reply(0, "1"))
    server.put(table.reply(0, "1", headers=["Auto-Submitted: auto-replied"]))
    assert looked(table) == 1
    assert (table.seat, server.flags()) == (1, [False, True, False])
    assert looked(table) == 0


@pytest.mark.parametrize(("scheme", "more"), [("imap", ""), ("imap", "?starttls=no")])
def test_starttls_and_the_clear_work_too(
    server: Dovecot, table: ByMail, monkeypatch: pytest.MonkeyPatch, scheme: str, more: str
) -> None:
    monkeypatch.setenv(URL_VARIABLE, address(server, scheme, more=more))
    server.put(table.reply(0, "1"))
    assert looked(table) == 1


def test_a_server_that_nobody_vouches_for_gets_no_password(
    server: Dovecot, table: ByMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    for scheme in ("imaps", "imap"):
        monkeypatch.setenv(URL_VARIABLE, address(server, scheme))
        with pytest.raises(MailboxError, match="cannot be used"):
            looked(table)


def test_a_refused_login_says_so_without_the_password(
    server: Dovecot, table: ByMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(URL_VARIABLE, address(server, password="wr0ng"))
    with pytest.raises(MailboxError) as refused:
        looked(table)
    assert "wr0ng" not in str(refused.value)


def test_an_end_between_playing_and_marking_plays_once(
    server: Dovecot, table: ByMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(mailbox: Mailbox, number: int) -> None:
        raise MailboxError("the line is cut")

    server.put(table.reply(0, "1"))
    with monkeypatch.context() as patch:
        patch.setattr(Mailbox, "mark_read", lost)
        with pytest.raises(MailboxError):
            looked(table)
    assert (moves(table), server.flags()) == (1, [False])
    assert looked(table) == 1
    assert (moves(table), server.flags()) == (1, [True])
    assert table.answers() == []


def test_a_huge_message_is_answered_and_not_fetched_as_a_whole(server: Dovecot, table: ByMail) -> None:
    server.put(table.reply(0, "1", *["x" * 1000] * (LARGEST // 500)))
    with contextlib.closing(Mailbox(imap_server())) as mailbox:
        raw = mailbox.fetch(mailbox.unread()[0])
    assert raw is not None
    assert len(raw) == LARGEST + 1
    assert looked(table) == 1
    assert "more than 256 KiB" in table.only_answer()


def test_a_message_that_is_gone_meanwhile_is_no_error(server: Dovecot) -> None:
    with contextlib.closing(Mailbox(imap_server())) as mailbox:
        assert mailbox.fetch(77) is None


def test_the_command_takes_up_what_is_there(server: Dovecot, store: RedisStore, programs: Programs) -> None:
    table = ByMail(referee=Referee(store))
    server.put(table.reply(0, "1"))
    program = programs.start("mail", "poll", "--once", changes={FROM_VARIABLE: "mensch@games.example"})
    assert program.ended() == 0
    assert "Messages taken up: 1." in program.output
    assert table.seat == 1
    assert server.flags() == [True]


def test_the_command_goes_on_until_it_is_told_to_stop(
    server: Dovecot, store: RedisStore, programs: Programs
) -> None:
    table = ByMail(referee=Referee(store))
    server.put(table.reply(0, "1"))
    program = programs.start("mail", "poll", changes={FROM_VARIABLE: "mensch@games.example"})
    program.says("mail in", outcome="done")
    assert program.terminate() == 0


def test_up_looks_into_the_mailbox_too(server: Dovecot, store: RedisStore, programs: Programs) -> None:
    table = ByMail(referee=Referee(store))
    server.put(table.reply(0, "1"))
    program = programs.start("up", "--count", "1", changes={FROM_VARIABLE: "mensch@games.example"})
    program.says("mail in", outcome="done")
    assert program.terminate() == 0
