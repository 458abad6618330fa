"""Mails that somebody has made to do harm: they cost little, do nothing, and leave nothing behind."""

from __future__ import annotations

import pytest

from mensch.events.bodies import MovePlayed
from mensch.events.ed25519 import public_key
from mensch.events.signing import sign
from mensch.workers.mail.inbound.html_text import text_of_html
from mensch.workers.mail.inbound.reading import LARGEST, UnreadableMailError, read
from mensch.workers.mail.inbound.receive import Terms
from mensch.workers.mail.inbound.sender import is_verified
from tests.workers.mail_in.by_mail import SERVICE, ByMail

OURS = "mx.games.example"
FORGED = f"{OURS}; dmarc=pass header.from=home.example"


@pytest.mark.parametrize(
    "own",
    [
        f"{OURS}; dmarc=fail (p=none",
        f'{OURS}; dmarc=fail reason="x',
        f"{OURS}; dmarc=fail header.from=home.example; " + "dkim=fail header.d=evil.test; " * 100,
    ],
)
def test_a_header_of_our_server_that_cannot_be_read_lets_no_lower_one_count(own: str) -> None:
    table = ByMail()
    headers = [f"Authentication-Results: {value}" for value in (own, FORGED)]
    table.receives(table.reply(0, "1", headers=headers), Terms(SERVICE, OURS))
    assert not any(isinstance(entry.record.body, MovePlayed) for entry in table.log)


@pytest.mark.parametrize(
    "value",
    [
        f"{OURS}; dmarc=pass header.from=evil.test header.from=home.example",
        f"{OURS}; dkim=pass header.d=home.example; spf=pass smtp.mailfrom=b.test smtp.mailfrom=home.example",
    ],
)
def test_what_is_said_twice_is_not_said(value: str) -> None:
    mail = read(f"Authentication-Results: {value}\r\n\r\n".encode())
    assert not is_verified(mail, "anna@home.example", OURS)


@pytest.mark.parametrize("folded", [b"Content-Type: ", b"content-type:\r\n\t"])
def test_hundreds_of_parts_in_one_another_are_not_even_looked_at(
    folded: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    nested = b"".join(folded + b"multipart/mixed; boundary=%d\r\n\r\n--%d\r\n" % (n, n) for n in range(600))
    monkeypatch.setattr("mensch.workers.mail.inbound.reading.BytesParser", None)  # it would take minutes
    with pytest.raises(UnreadableMailError, match="more than"):
        read((b"From: eve@evil.test\r\n" + nested + b"\r\n" * LARGEST)[:LARGEST])


@pytest.mark.parametrize(
    "page",
    [
        '<div style="display:none">resign</div><div>1</div>',
        '<div style="color:red; DISPLAY : none !important">a<div>resign</div><br>resign</div><div>1</div>',
        "<div hidden>resign</div><div>1</div>",
        '<span style="visibility:hidden">resign<br></span><p>1</p>',
        '<p>1</p><div style="display:none">resign',
        "<img hidden><p>1</p>",
        "<p title='a hidden text' data-x=\"style='display:none'\" aria-hidden=true>1</p>",
    ],
)
def test_what_a_page_hides_is_no_command(page: str) -> None:
    assert text_of_html(page).split() == ["1"]


def test_lines_that_are_signed_wrong_are_not_kept() -> None:
    table = ByMail(keys=[public_key(bytes([1]) * 32)])
    game = table.game
    for move in ("resign", table.legal()):
        line = sign(bytes([9]) * 32, game=game.id, seat=0, seq=game.seq, head=game.head, move=move).text
        table.receives(table.reply(0, line))
    assert table.store.attachments(game.id) == []


def test_a_player_who_has_left_cannot_leave_again_and_again() -> None:
    table = ByMail(3)
    for _ in range(3):
        table.receives(table.reply(0, "resign"))
    assert len(table.store.attachments(table.id)) == 1
