"""What no person has written is dropped and never answered, so that nothing goes round."""

from __future__ import annotations

import pytest

from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.inbound.loops import automatic
from mensch.workers.mail.inbound.reading import read
from mensch.workers.mail.message import message_id
from tests.workers.mail_in.by_mail import SERVICE, ByMail

REPORT = 'Content-Type: multipart/report; report-type=delivery-status; boundary="r"'


@pytest.fixture
def table() -> ByMail:
    return ByMail()


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted"),
        ("Auto-Submitted: auto-generated (rejected); owner=x", "auto-submitted"),
        ("Precedence: bulk", "bulk"),
        ("Precedence: list", "bulk"),
        ("List-Id: <games.lists.example>", "list-id"),
        ("X-Auto-Response-Suppress: All", "x-auto-response-suppress"),
        ("X-Autoreply: yes", "x-autoreply"),
        ("Return-Path: <>", "bounce"),
        (REPORT, "report"),
        ("X-Failed-Recipients: bert@home.example", "x-failed-recipients"),
        ("Subject: Automatische Antwort: [mensch k7m2 #17] Your turn", "vacation"),
        ("Subject: =?utf-8?q?Automatische_Antwort=3A_ich_bin_verreist?=", "vacation"),
        ("Subject: Out of Office Re: [mensch k7m2 #17] Your turn", "vacation"),
    ],
)
def test_it_is_recognised_by_its_headers(table: ByMail, header: str, reason: str) -> None:
    assert table.receives(table.reply(0, "1", headers=[header])) == reason
    assert table.seat == 0
    assert table.answers() == []


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "Precedence: first-class",
        "Return-Path: <a@b.test>",
        "X-Auto-Response-Suppress: DR, OOF, AutoReply",
    ],
)
def test_a_persons_mail_may_say_that_it_is_one(table: ByMail, header: str) -> None:
    assert table.receives(table.reply(0, "1", headers=[header])) == "done"


def test_our_own_mail_is_known_by_sender_and_by_message_id(table: ByMail) -> None:
    by_sender = table.reply(0, "1", sender="mensch+x@games.example")
    by_id = table.reply(0, "1", message_id=message_id(bytes(32), "turn:x:4", SERVICE))
    assert table.receives(by_sender) == "own mail"
    assert table.receives(by_id) == "own mail"


@pytest.mark.parametrize("left", ["1", "0123456789abcdef" * 2, "0123456789abcdef" * 4])
def test_a_player_may_live_in_the_same_domain(left: str) -> None:
    raw = f"From: anna@games.example\r\nMessage-ID: <{left}@games.example>\r\n\r\n1".encode()
    assert automatic(read(raw), ServiceAddress("mensch", "games.example")) is None


def test_the_postmaster_is_no_player() -> None:
    raw = b"From: Mail Delivery <MAILER-DAEMON@home.example>\r\n\r\n1"
    assert automatic(read(raw), SERVICE) == "own mail"


def test_nothing_of_a_dropped_message_stands_in_the_log(
    table: ByMail, capsys: pytest.CaptureFixture[str]
) -> None:
    table.receives(table.reply(0, "secret words", headers=["Auto-Submitted: auto-replied"]))
    table.receives(table.reply(0, "secret words", to="nobody@games.example"))
    logged = capsys.readouterr().err
    assert logged.count("dropped") == 2
    assert "home.example" not in logged
    assert "secret" not in logged
