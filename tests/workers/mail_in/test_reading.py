"""Any bytes are a message or no message, and reading them ends soon and with one kind of error."""

from __future__ import annotations

import base64
from email.message import EmailMessage

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mensch.core.errors import UsageError
from mensch.workers.mail.inbound.commands import read_commands
from mensch.workers.mail.inbound.html_text import LARGEST as LARGEST_PAGE
from mensch.workers.mail.inbound.html_text import text_of_html
from mensch.workers.mail.inbound.loops import automatic
from mensch.workers.mail.inbound.reading import (
    DEEPEST,
    LARGEST,
    LONGEST_TEXT,
    MOST_PARTS,
    UnreadableMailError,
    read,
    unflowed,
)
from mensch.workers.mail.inbound.replies import own_lines
from mensch.workers.mail.inbound.sender import from_address, is_verified
from tests.workers.mail_in.by_mail import SERVICE


def text(*headers: str, body: bytes = b"B+5") -> str:
    return read("".join(f"{line}\r\n" for line in headers).encode() + b"\r\n" + body).text


@pytest.mark.parametrize(
    ("charset", "content"),
    [
        ("utf-8", "say Grüße".encode()),
        ("iso-8859-15", "say Grüße".encode("iso-8859-15")),
        ("utf-16", "say Grüße".encode("utf-16")),
        ("no-such-charset", "say Grüße".encode()),
        ("us-ascii", "say Grüße".encode("cp1252")),
        ("utf-8", "say Grüße".encode("latin-1")),
        ("punycode", "say Grüße".encode()),
        ("rot13", "say Grüße".encode()),
        ("zlib", "say Grüße".encode()),
    ],
)
def test_umlauts_survive_whatever_the_charset_is_said_to_be(charset: str, content: bytes) -> None:
    body = base64.encodebytes(content)
    assert text(
        f"Content-Type: text/plain; charset={charset}", "Content-Transfer-Encoding: base64", body=body
    ) == ("say Grüße")


def test_without_any_content_type_it_is_text() -> None:
    assert text("From: a@b.test") == "B+5"


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "x-uuencode", "nonsense"])
def test_a_damaged_encoding_gives_some_text_and_no_error(encoding: str) -> None:
    assert isinstance(text(f"Content-Transfer-Encoding: {encoding}", body=b"=ZZ\xff B+5 ="), str)


def test_the_plain_text_counts_unless_it_says_nothing() -> None:
    message = EmailMessage()
    message.set_content("A+1")
    message.add_alternative("<p>B+2</p>", subtype="html")
    assert read(message.as_bytes()).text.strip() == "A+1"
    message = EmailMessage()
    message.set_content(" \n")
    message.add_alternative("<p>B+2</p>", subtype="html")
    assert read(message.as_bytes()).text.strip() == "B+2"


def test_attachments_and_forwarded_messages_are_no_text() -> None:
    inner = EmailMessage()
    inner.set_content("resign")
    message = EmailMessage()
    message.add_attachment(inner)
    message.add_attachment("resign", filename="order.txt")
    assert read(message.as_bytes()).text == ""


def nested(depth: int) -> bytes:
    opened = [b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(depth)]
    return b"".join([*opened, b"Content-Type: text/plain\r\n\r\nB+5\r\n"])


def test_parts_lie_in_one_another_up_to_a_bound() -> None:
    assert read(nested(DEEPEST)).text.strip() == "B+5"
    for depth in (DEEPEST + 1, 4000):
        with pytest.raises(UnreadableMailError):
            read(nested(depth))


def test_there_are_parts_up_to_a_number() -> None:
    def parts(count: int) -> bytes:
        return b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nB+5\r\n" * count + b"--b--"

    assert read(parts(MOST_PARTS - 1)).text.strip() == "B+5"
    with pytest.raises(UnreadableMailError, match="more than 50 parts"):
        read(parts(MOST_PARTS))


def test_of_a_large_message_only_the_headers_are_looked_at() -> None:
    incoming = read(b"To: a@b.test\r\n\r\n" + b"B+5\r\n" * LARGEST)
    assert (incoming.oversized, incoming.text, incoming.all("to")) == (True, "", ["a@b.test"])


def test_a_text_is_looked_at_up_to_a_length() -> None:
    assert len(text(body=b"x" * (LARGEST - 100))) == LONGEST_TEXT


@pytest.mark.parametrize("sign", [b"\r", b"\0"])
def test_no_header_hides_behind_a_sign_that_some_programs_take_for_the_end_of_a_line(sign: bytes) -> None:
    with pytest.raises(UnreadableMailError):
        read(b"Subject: x" + sign + b"Authentication-Results: mx.games.example; dmarc=pass\r\n\r\nB+5")


def test_what_a_message_is_known_by_is_its_message_id_and_else_its_bytes() -> None:
    one, other = (read(b"%sMessage-ID: <1@a.test>\r\n\r\nB+5" % extra) for extra in (b"", b"X-Way: 2\r\n"))
    assert one.identity == other.identity
    assert one.digest != other.digest
    for broken in (
        b"",
        b"Message-ID: none\r\n",
        b"Message-ID: <a b@c.test>\r\n",
        b"Message-ID: <\xff@c.test>\r\n",
    ):
        bare = read(broken + b"\r\nB+5")
        assert bare.identity == bare.digest


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("=?utf-8?q?Gr=C3=BC=C3=9Fe?= =?utf-8?b?IQ==?=", "Grüße!"),
        ("plain", "plain"),
        ("=?é?q?a?=", "=?é?q?a?="),
        ("=?utf-8?b?Y?=", "=?utf-8?b?Y?="),
        ("=?no-such?q?a?=", "=?no-such?q?a?="),
    ],
)
def test_a_subject_is_decoded_or_stays_as_it_is(written: str, meant: str) -> None:
    assert read(f"Subject: {written}\r\n\r\nB+5".encode()).subject in (
        meant,
        meant.replace("é", "\ufffd\ufffd"),
    )


def test_flowed_lines_are_joined_and_stuffing_is_taken_off() -> None:
    assert unflowed("say a \nb\n From here\n> q \n> r\nend") == "say a b\nFrom here\n> q \n> r\nend"
    assert unflowed("say lon \nger", delete_space=True) == "say longer"


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("B+5<br>say hi", "B+5\nsay hi"),
        ("<DIV>B+5</DIV><div>3 &lt; 4 &amp; 5</div>", "B+5\n3 < 4 & 5"),
        ("<style>p { x > y }</style><script>'</div>'</script><p>B+5", "B+5"),
        ("<!-- resign --><p>B+5</p>", "B+5\n"),
        ("<p>B+5</p><hr><p>old</p>", "B+5\n\n__________\nold\n"),
        ('<p title="a > b">B+5</p>', "B+5\n"),
        ("<blockquote><blockquote>old</blockquote>older</blockquote>B+5", "> old\n> older\nB+5"),
        ("</blockquote>B+5", "B+5"),
        ('<div id="appendonsend"></div>old', "__________\nold"),
        ("a < b <3 <", "a < b <3 <"),
        ("<p>İ<style>x</STYLE>B+5", "İB+5"),
        ("<pre>B+5\n\nOn Monday x wrote:\nold</pre>say  a\nb", "B+5\n\nOn Monday x wrote:\nold\nsay a b"),
        ('B+5<div id="mail-editor-reference-message-container">old</div>', "B+5\n__________\nold"),
        ('B+5<div id="ms-outlook-mobile-signature">by Outlook</div>', "B+5\n__________\nby Outlook"),
    ],
)
def test_html_becomes_lines(page: str, lines: str) -> None:
    assert text_of_html(page) == lines


@pytest.mark.parametrize(
    "piece",
    [
        "<",
        "<!--",
        "<![CDATA[",
        "<a ",
        "<a b='",
        "<?",
        "</",
        "<div>",
        "&",
        "<style>",
        '<p class="',
        "<a b=c ",
        "<a hidden></a>",
        "<pre>\n",
    ],
)
def test_no_page_takes_more_than_its_length(piece: str) -> None:
    text_of_html(piece * (LARGEST_PAGE // len(piece)))  # hangs for minutes where time grows with the square


_PIECES = (
    "From: |To: |Subject: |Content-Type: |Content-Transfer-Encoding: |text/html|text/plain|multipart/mixed|b|"
    "multipart/alternative|message/rfc822|message/partial|; charset=|utf-8|idna|; boundary=|; format=flowed|"
    '--b|--b--|base64|quoted-printable|uuencode|=?utf-8?q?x?=|=?x?b?!?=|<|>|(|)|"|\\|,|;|:|@|a@b.test|B+5|= |'
    "say |> |-- |\r\n|\n|\r\n\r\n| |=|\xff|\xc3|*0*=|''|mensch1 |Authentication-Results: |Message-ID: |"
    "Content-Disposition: |attachment|inline|name="
)
HOSTILE = st.lists(st.sampled_from(_PIECES.encode("latin-1").split(b"|")), max_size=60).map(b"".join)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(HOSTILE, st.binary(max_size=400)))
def test_no_bytes_lead_to_another_error(raw: bytes) -> None:
    try:
        incoming = read(raw)
    except UnreadableMailError:
        return
    read_commands(own_lines(incoming.text))
    automatic(incoming, SERVICE)
    assert isinstance(incoming.subject, str)
    is_verified(incoming, "a@b.test", "mx")
    try:
        from_address(incoming)
    except UsageError:
        return


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=500))
def test_no_text_leads_to_an_error(typed: str) -> None:
    read_commands(own_lines(typed))
    text_of_html(typed)
    unflowed(typed)
