"""How the mail server is named, and how a message is handed over to a real one."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from urllib.parse import quote

import pytest

from mensch.core.errors import UsageError
from mensch.workers.mail.address import ServiceAddress, checked_address, service_address
from mensch.workers.mail.smtp import AwayError, Outbox, RefusedError, SmtpServer, smtp_server
from tests.workers.mail.postoffice import HOST, PASSWORD, USER, PostOffice

SENDER = ServiceAddress("mensch", "example.org")


def message() -> EmailMessage:
    written = EmailMessage()
    written["Subject"] = "Grüße"
    written.set_content("Hallo")
    return written


def server(monkeypatch: pytest.MonkeyPatch, url: str) -> SmtpServer:
    monkeypatch.setenv("MENSCH_SMTP_URL", url)
    return smtp_server()


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("smtp://mail", SmtpServer("mail", 25, "try")),
        ("smtp://mail:1025?starttls=no", SmtpServer("mail", 1025, "no")),
        ("smtp://me:pw@mail:587", SmtpServer("mail", 587, "yes", "me", "pw")),
        ("smtp://a%40b:p%3Aw%2F@mail:587?starttls=try", SmtpServer("mail", 587, "try", "a@b", "p:w/")),
        ("smtps://me:pw@mail", SmtpServer("mail", 465, "always", "me", "pw")),
        ("smtps://[::1]:4650/", SmtpServer("::1", 4650, "always")),
    ],
)
def test_a_url_names_the_server(monkeypatch: pytest.MonkeyPatch, url: str, meant: SmtpServer) -> None:
    assert server(monkeypatch, url) == meant


@pytest.mark.parametrize(
    "url",
    [
        "",
        "mail.example.org",
        "http://me:s3cret@mail",
        "smtp://me:s3cret@",
        "smtp://me:s3cret@mail:x",
        "smtp://me:s3cret@mail/inbox",
        "smtp://me:s3cret@mail?starttls=maybe",
        "smtp://me:s3cret@mail?tls",
        "smtp://me:s3cret@mail?starttls=no&retries=3",
        "smtp://[me:s3cret@mail",
    ],
)
def test_another_text_is_refused_without_being_quoted(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    with pytest.raises(UsageError, match="MENSCH_SMTP_URL") as refused:
        server(monkeypatch, url)
    assert "s3cret" not in str(refused.value)


def test_a_server_is_shown_without_its_password() -> None:
    shown = SmtpServer("mail", 587, "yes", "me", "s3cret")
    assert f"{shown} {shown!r}" == "mail:587 mail:587"


def test_a_message_is_handed_over_in_the_clear(office: PostOffice) -> None:
    with Outbox(SmtpServer(HOST, office.port, "no"), SENDER) as outbox:
        assert outbox.send(message(), "anna@example.net") == "250 2.0.0 queued as 1"
        outbox.send(message(), "bert@example.net")
    assert [(mail.to, mail.sender, mail.encrypted) for mail in office.delivered] == [
        ("anna@example.net", "mensch@example.org", False),
        ("bert@example.net", "mensch@example.org", False),
    ]
    assert office.delivered[0].subject == "Grüße"


@pytest.mark.parametrize(("kind", "tls"), [("required", "yes"), ("starttls", "try"), ("always", "always")])
def test_a_connection_is_protected_and_the_user_logs_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, tls: str
) -> None:
    scheme, option = ("smtps", "") if tls == "always" else ("smtp", f"?starttls={tls}")
    with PostOffice(tls=kind, login=True) as office:
        monkeypatch.setenv("SSL_CERT_FILE", str(office.trust(tmp_path)))
        login = f"{quote(USER, safe='')}:{quote(PASSWORD, safe='')}"
        named = server(monkeypatch, f"{scheme}://{login}@{HOST}:{office.port}{option}")
        with Outbox(named, SENDER) as outbox:
            outbox.send(message(), "anna@example.net")
    (mail,) = office.delivered
    assert mail.encrypted
    assert mail.user == USER


@pytest.mark.parametrize(("kind", "tls"), [("starttls", "yes"), ("always", "always")])
def test_nothing_is_sent_to_a_server_that_does_not_prove_who_it_is(kind: str, tls: str) -> None:
    with PostOffice(tls=kind) as office:
        named = SmtpServer(HOST, office.port, "yes" if tls == "yes" else "always", USER, PASSWORD)
        with Outbox(named, SENDER) as outbox, pytest.raises(AwayError, match="SSLCertVerificationError"):
            outbox.send(message(), "anna@example.net")
    assert office.delivered == []


def test_nothing_is_sent_in_the_clear_where_that_is_not_wanted(office: PostOffice) -> None:
    named = SmtpServer(HOST, office.port, "yes", USER, PASSWORD)
    with Outbox(named, SENDER) as outbox, pytest.raises(AwayError, match="SMTPNotSupportedError"):
        outbox.send(message(), "anna@example.net")
    assert office.asked == 0


def test_a_wrong_password_is_the_operators_fault_and_no_recipients(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with PostOffice(tls="starttls", login=True) as office:
        monkeypatch.setenv("SSL_CERT_FILE", str(office.trust(tmp_path)))
        named = SmtpServer(HOST, office.port, "yes", USER, "wrong")
        with Outbox(named, SENDER) as outbox, pytest.raises(AwayError, match="SMTPAuthenticationError"):
            outbox.send(message(), "anna@example.net")


def test_a_server_that_wants_a_login_is_not_the_recipients_fault() -> None:
    with (
        PostOffice(login=True) as office,
        Outbox(SmtpServer(HOST, office.port, "no"), SENDER) as outbox,
        pytest.raises(AwayError, match="530"),
    ):
        outbox.send(message(), "anna@example.net")


@pytest.mark.parametrize(
    ("reply", "permanent"), [("550 5.1.1 no such user", True), ("450 4.2.2 mailbox full", False)]
)
def test_a_refusal_says_whether_it_lasts_and_the_next_mail_goes_out(
    office: PostOffice, reply: str, permanent: bool
) -> None:
    office.replies["anna@example.net"] = reply
    with Outbox(SmtpServer(HOST, office.port, "no"), SENDER) as outbox:
        with pytest.raises(RefusedError, match=reply) as refused:
            outbox.send(message(), "anna@example.net")
        outbox.send(message(), "bert@example.net")
    assert refused.value.permanent is permanent
    assert [mail.to for mail in office.delivered] == ["bert@example.net"]


def test_a_server_that_closes_is_away(office: PostOffice) -> None:
    office.replies["anna@example.net"] = "421 shutting down"
    with Outbox(SmtpServer(HOST, office.port, "no"), SENDER) as outbox:
        with pytest.raises(AwayError, match="421"):
            outbox.send(message(), "anna@example.net")
        outbox.send(message(), "bert@example.net")
    office.close()
    gone = Outbox(SmtpServer(HOST, office.port, "no"), SENDER)
    with pytest.raises(AwayError, match="ConnectionRefusedError"):
        gone.send(message(), "anna@example.net")


@pytest.mark.parametrize("address", ["a@b", "anna.b+x@example.org", "x_y'z@sub.example.co.uk"])
def test_an_address_is_taken_as_it_is(address: str) -> None:
    assert checked_address(f" {address} ") == address


@pytest.mark.parametrize(
    "address",
    [
        "",
        "anna",
        "@example.org",
        "anna@",
        "a b@example.org",
        "anna@example.org\r\nBcc: eve@evil.test",
        "anna@example..org",
        ".anna@example.org",
        '"anna"@example.org',
        "anna@example.org, eve@evil.test",
        "<anna@example.org>",
        "ännä@example.org",
        f"{'a' * 65}@example.org",
        f"a@{'b.' * 130}org",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="is no mail address"):
        checked_address(address)


def test_the_service_needs_an_address_that_a_token_fits_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MENSCH_MAIL_FROM", raising=False)
    with pytest.raises(UsageError, match="MENSCH_MAIL_FROM must name"):
        service_address()
    monkeypatch.setenv("MENSCH_MAIL_FROM", f"{'m' * 40}@example.org")
    with pytest.raises(UsageError, match="MENSCH_MAIL_PLUS=no"):
        service_address()
    monkeypatch.setenv("MENSCH_MAIL_PLUS", "no")
    assert service_address() == ServiceAddress("m" * 40, "example.org", plus=False)


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        ("mensch@example.org", True),
        ("Mensch+k7m2.0.4.x@EXAMPLE.org", True),
        ("mensch2@example.org", False),
        ("mensch@example.net", False),
    ],
)
def test_the_service_knows_its_own_mail(address: str, ours: bool) -> None:
    assert SENDER.owns(address) is ours
