"""A letter as a message: what any mail program can read, and no header that somebody else has written."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from mensch.events.clock import DAY, HOUR, MINUTE
from mensch.events.words import words
from mensch.events.words.times import write_span
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import build, message_id
from mensch.workers.mail.plain import WIDTH, plain_text
from mensch.workers.mail.table import Card, Place, Row, Table
from mensch.workers.mail.tokens import Token

SENDER = ServiceAddress("mensch", "example.org")
LETTER = Letter("[mensch k7m2 #17] Für dich: é", (Section(lead=("Grüße aus Köln — ★ 你好",)),))


def written(**changes: object) -> EmailMessage:
    """A message as it arrives."""
    fields = {
        "sender": SENDER,
        "to": "anna@example.net",
        "name": 'Änne Müller, "die Große"',
        "identity": message_id(bytes(32), "turn:x:4", SENDER),
        "at": 1_764_440_400_000,
    } | changes
    sent = build(LETTER, words("en"), **fields)  # type: ignore[arg-type]  # each field is changed by a test
    arrived = message_from_bytes(sent.as_bytes(), policy=policy.default)
    assert isinstance(arrived, EmailMessage)
    return arrived


def test_signs_of_any_language_arrive() -> None:
    message = written()
    assert message["Subject"] == LETTER.subject
    (to,) = message["To"].addresses
    assert (to.display_name, to.addr_spec) == ('Änne Müller, "die Große"', "anna@example.net")
    part = message.get_body(("plain",))
    assert isinstance(part, EmailMessage)
    assert "Grüße aus Köln — ★ 你好" in part.get_content()
    assert part["Content-Transfer-Encoding"] == "quoted-printable"
    assert message["Date"] == "Sat, 29 Nov 2025 18:20:00 +0000"


@pytest.mark.parametrize("sign", ["\r\n", "\n", "\r", "\0", "\x1b", "\u2028"])
def test_no_sign_of_a_name_begins_a_header(sign: str) -> None:
    message = written(name=f"eve{sign}Bcc: victim@example.com")
    assert message["Bcc"] is None
    assert [to.addr_spec for to in message["To"].addresses] == ["anna@example.net"]


def test_long_ids_and_links_stay_readable() -> None:
    """The standard library would write them as encoded words."""
    far = ServiceAddress("mensch", f"{'a' * 60}.{'b' * 60}.example.org")
    earlier = f"<{'x' * 120}@example.net>"
    stop = Token("k7m2abcdef", "0", 0, "0123456789abcdefghjk")
    message = written(sender=far, thread=[earlier, "<y@example.net>"], unsubscribe=stop)
    assert message["In-Reply-To"] == "<y@example.net>"
    assert message["References"].split() == [earlier, "<y@example.net>"]
    assert message["List-Unsubscribe"] == f"<mailto:mensch+{stop.text}@{far.domain}>"
    assert message["Message-ID"] == message_id(bytes(32), "turn:x:4", SENDER)
    assert "=?" not in str(message["References"])


FOREIGN = ["", "x@y", "<x@y> <z@w>", "<x@y>\r\nBcc: <eve@evil.test>", "<ü@y>", f"<{'x' * 300}>"]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_what_is_no_message_id_is_not_repeated(foreign: str) -> None:
    message = written(thread=[foreign])
    assert message["In-Reply-To"] is None
    assert message["References"] is None
    assert message["Bcc"] is None


def test_a_message_id_follows_from_its_cause_and_the_seed() -> None:
    assert message_id(b"a", "turn:x:4", SENDER) == message_id(b"a", "turn:x:4", SENDER)
    others = {message_id(key, cause, SENDER) for key in (b"a", b"b") for cause in ("turn:x:4", "half:x:4")}
    assert len(others) == 4


def test_a_table_fits_into_its_columns_whatever_names_are_called() -> None:
    row = tuple(Card(figure, 1) for figure in range(1, 41))
    places = tuple(
        Place(name, 199, (6, 6), (Row("A", row), Row("B", row)), False, False, False)
        for name in ("你好你好你好你好你好", "m" * 24, "e\u0301" * 24, "x")
    )
    table = Table(places, row, 130, tuple((pips, 20) for pips in range(1, 7)))
    moves = tuple(f"A+{number}=4{number}x {'m' * 24}" for number in range(30))
    text = plain_text(Letter("s", (Section(table=table, moves=moves, dice="d"),)), words("en"))
    assert max(len(line) for line in text.splitlines()) <= WIDTH + 24, "combining signs take no column"
    assert text.count("A[1*]") == len(places)
    assert " 30 A+29" in text


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (0, "0 min"),
        (29_999, "0 min"),
        (MINUTE, "1 min"),
        (HOUR - 1, "1 h"),
        (HOUR + 5 * MINUTE, "1 h 5 min"),
        (DAY - HOUR, "23 h"),
        (DAY, "1 d"),
        (2 * DAY + 4 * HOUR + 29 * MINUTE, "2 d 4 h"),
        (5 * DAY - 3, "5 d"),
        (400 * DAY, "400 d"),
    ],
)
def test_a_span_is_said_in_its_two_largest_units(span: int, said: str) -> None:
    assert write_span(span, words("en")) == said
