"""`mensch mail test`: one real mail goes out, and what the server said is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.command_line import Mensch
from tests.workers.mail.postoffice import HOST, PASSWORD, PostOffice


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    with PostOffice() as opened:
        for name, value in opened.environment.items():
            monkeypatch.setenv(name, value)
        yield opened


class TestMailTest:
    def test_sends_a_mail_and_tells_the_answer(self, mensch: Mensch, office: PostOffice) -> None:
        said = mensch("mail", "test", "you@example.com").ok().out
        assert said == (
            f"The mail server at {HOST}:{office.port} has taken the mail: 250 2.0.0 queued as 1\n"
        )
        (mail,) = office.to("you@example.com")
        assert mail.subject == "[mensch] A test"
        assert "Mail from it reaches you." in mail.text
        assert mail.message["Auto-Submitted"] == "auto-generated"

    def test_tells_programs_its_message_id(self, mensch: Mensch, office: PostOffice) -> None:
        said = mensch("mail", "test", "you@example.com", "--json").document
        (mail,) = office.to("you@example.com")
        assert said == {
            "answer": "250 2.0.0 queued as 1",
            "message_id": mail.id,
            "server": f"{HOST}:{office.port}",
        }

    def test_says_why_a_server_takes_no_mail(self, mensch: Mensch, office: PostOffice) -> None:
        office.replies["you@example.com"] = "550 5.1.1 no such user"
        refused = "the mail server does not take it: 550 5.1.1 no such user"
        mensch("mail", "test", "you@example.com").refused(1, refused)
        office.close()
        mensch("mail", "test", "you@example.com").refused(7, "cannot be used: ConnectionRefusedError")

    def test_says_what_is_not_set_and_never_a_password(
        self, mensch: Mensch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("MENSCH_SMTP_URL", raising=False)
        monkeypatch.setenv("MENSCH_MAIL_FROM", "mensch@example.org")
        mensch("mail", "test", "you@example.com").refused(2, "MENSCH_SMTP_URL must name the server")
        monkeypatch.setenv("MENSCH_SMTP_URL", f"smtp://me:{PASSWORD}@")
        said = mensch("mail", "test", "you@example.com").refused(2, "is not of the form smtp://")
        assert PASSWORD not in said.err
        mensch("mail", "test", "you").refused(2, "is no mail address")

    def test_no_command_is_named_in_vain(self, mensch: Mensch) -> None:
        assert "Send one mail, and say what the server answered." in mensch("mail", "--help").ok().out
        mensch("mail", "tset").refused(2, "tset")
