"""A whole game by mail: real messages out and in, by players whose programs all write differently."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email.utils import formataddr, parseaddr

import msgspec
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from mensch.events.bodies import MessageLeft, MovePlayed, ReasonsPublished
from mensch.events.cause import Cause
from mensch.events.loading import entries, said_in
from mensch.events.redis.store import RedisStore
from mensch.events.server.address import URL_VARIABLE
from tests.cli.command_line import in_this_process
from tests.servers import RedisServer, free_port
from tests.workers.mail.postoffice import Delivered, PostOffice
from tests.workers.mail.table import ByMail
from tests.workers.mail_in.styles import STYLES, Typed

NAMES = ("anna", "bert", "cora")


class MailServer:
    """What a server like Postfix does with mail for the service: hands it to the command through a pipe.

    Attributes:
        codes: the exit codes of the command.
    """

    def __init__(self) -> None:
        self.port = free_port()
        self.codes: list[int] = []
        self.printed = ""
        self._controller = Controller(
            self, hostname="127.0.0.1", port=self.port, server_hostname="mail.example.org", ready_timeout=20
        )

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        (to,) = envelope.rcpt_tos
        done = in_this_process("mail", "receive", typed=f"Delivered-To: {to}\r\n".encode() + envelope.content)
        self.codes.append(done.code)
        self.printed += done.out
        return "250 2.0.0 taken" if done.code == 0 else "451 4.3.0 later"

    def send(self, sender: str, to: str, raw: bytes) -> None:
        """A player's program hands a message over."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as client:
            lines = b"\r\n".join(raw.splitlines())
            client.sendmail(sender, [to], lines + b"\r\n", mail_options=["BODY=8BITMIME"])

    def __enter__(self) -> MailServer:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as opened:
        yield opened


@pytest.fixture
def mta() -> Iterator[MailServer]:
    with MailServer() as running:
        yield running


@pytest.fixture
def table(
    store: RedisStore, redis_server: RedisServer, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> ByMail:
    monkeypatch.setenv(URL_VARIABLE, redis_server.url)
    monkeypatch.delenv("MENSCH_QUEUE_URL", raising=False)
    return ByMail(store, office, monkeypatch)


def replied(mta: MailServer, mail: Delivered, number: int, *lines: str) -> None:
    """The reader of a mail answers it, each time with another program."""
    _, to = parseaddr(str(mail.message["Reply-To"]))
    sender = formataddr((mail.to.partition("@")[0].title() + " Müller", mail.to))
    typed = Typed(sender, to, lines, mail.text, mail.subject, number)
    mta.send(mail.to, to, STYLES[number % len(STYLES)](typed))


def test_a_game_is_played_from_the_first_mail_to_the_last(table: ByMail, mta: MailServer) -> None:
    game = table.game(*NAMES, target=3)
    messages: list[str] = []
    turn = 0
    while not (game := table.referee.load(game.id)).over:
        seen = len(table.office.delivered)
        table.works()
        mover = f"{NAMES[game.table.turn]}@example.net"
        (mail,) = [one for one in table.office.delivered[seen:] if one.to == mover]
        moves = game.table.legal_moves()
        lines = [str(len(moves)) if turn % 2 else moves[0].text]
        if turn % 3 == 0:
            messages.append(f"Zug {turn}: schöne Grüße")
            lines.append(f"sag {messages[-1]}")
        replied(mta, mail, turn, *lines)
        assert table.referee.load(game.id).turn_began > game.turn_began, mail.text
        turn += 1
    table.works()
    assert set(mta.codes) == {0}
    assert mta.printed == ""
    for name in NAMES:
        assert table.inbox(name)[-1] == "The game is over"
    log = entries(table.store, game.id)
    said = said_in(table.store, game.id)
    told = [said[body.digest] for entry in log if isinstance(body := entry.record.body, MessageLeft)]
    assert told == messages
    played = sum(isinstance(entry.record.body, MovePlayed) for entry in log)
    assert played == turn, "a mail has played twice"
    game = table.referee.reveal_deck(game)
    causes = [
        msgspec.json.decode(reason.envelope, type=Cause)
        for entry in entries(table.store, game.id)
        if isinstance(body := entry.record.body, ReasonsPublished)
        for reason in body.reasons
    ]
    assert sorted(str(cause.digest) for cause in causes) == table.store.attachments(game.id)
    assert {cause.kind for cause in causes} == {"mail"}
    assert in_this_process("audit", game.id).code == 0
    assert in_this_process("forget", "anna@example.net", "--yes").code == 0
    audited = in_this_process("audit", game.id)
    assert (audited.code, "anna" in audited.out) == (0, False)
    assert len(table.store.attachments(game.id)) < played
    assert "anna" not in in_this_process("export", game.id).out
    assert "seat 0" in in_this_process("replay", game.id).out
    assert "said something that was erased" in in_this_process("replay", game.id).out


def test_a_server_that_is_away_keeps_the_mail_with_the_mail_server(
    table: ByMail, mta: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.game("anna", "bert")
    table.works()
    (mail,) = table.office.to("anna@example.net")
    with monkeypatch.context() as patch:
        patch.setenv(URL_VARIABLE, "redis://127.0.0.1:1")
        with pytest.raises(smtplib.SMTPDataError, match="later"):
            replied(mta, mail, 0, "1")
    assert table.referee.load(game.id).seq == game.seq
    replied(mta, mail, 0, "1")
    assert table.referee.load(game.id).seq > game.seq
    assert mta.codes == [75, 0]


def test_an_error_is_answered_by_mail_in_the_thread_with_the_moves_to_choose_from(
    table: ByMail, mta: MailServer
) -> None:
    game = table.game("anna", "bert")
    table.works()
    (mail,) = table.office.to("anna@example.net")
    replied(mta, mail, 0, "A+6")
    table.works()
    answer = table.office.to("anna@example.net")[-1]
    assert answer.message["In-Reply-To"] == "<0.reply@client.example>"
    assert "“A+6” was not done" in answer.text
    assert game.table.legal_moves()[0].text in answer.text
    replied(mta, answer, 1, "1")
    assert table.referee.load(game.id).table.turn == 1
