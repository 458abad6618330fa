"""The address of a mailbox is read with its password, which no text repeats."""

from __future__ import annotations

import pytest

from mensch.core.errors import UsageError
from mensch.workers.mail.inbound.mailbox import URL_VARIABLE, ImapServer, Mailbox, MailboxError, imap_server
from tests.servers import free_port


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("imaps://anna:pw@mail.example", ImapServer("mail.example", 993, True, False, "anna", "pw")),
        ("imap://anna:pw@mail.example", ImapServer("mail.example", 143, False, True, "anna", "pw")),
        (
            "imap://a%40b.test:p%2F%3A@mail.example:1143/Games%20of%20mine?starttls=no",
            ImapServer("mail.example", 1143, False, False, "a@b.test", "p/:", "Games of mine"),
        ),
    ],
)
def test_it_says_where_who_and_which_folder(
    url: str, server: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(URL_VARIABLE, url)
    assert imap_server() == server


@pytest.mark.parametrize(
    "url",
    [
        "",
        "pop3://anna:s3cret@mail.example",
        "imaps://mail.example",
        "imaps://anna:s3cret@",
        "imaps://anna:s3cret@mail.example:port",
        "imaps://anna:s3cret@mail.example?starttls=perhaps",
        "imaps://anna:s3cret@mail.example?other=1",
        "imaps://anna:s3cret@mail.example/a%22b",
        "imaps://anna:s3cret@[mail.example",
    ],
)
def test_what_cannot_be_read_is_refused_without_the_password(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(URL_VARIABLE, url)
    with pytest.raises(UsageError, match=URL_VARIABLE) as refused:
        imap_server()
    assert "s3cret" not in str(refused.value)


def test_a_mailbox_that_is_away_is_an_error_that_names_it_and_not_the_password() -> None:
    server = ImapServer("127.0.0.1", free_port(), False, False, "anna", "s3cret")
    with pytest.raises(MailboxError, match=r"127\.0\.0\.1") as away:
        Mailbox(server)
    assert "s3cret" not in str(away.value) + repr(server)
