"""A real mail server in this process, and a table whose players are told by mail through it."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from mensch.workers.mail.address import FROM_VARIABLE
from mensch.workers.mail.smtp import URL_VARIABLE
from tests.servers import free_port

HOST = "localhost"
SERVICE = "mensch@example.org"

USER, PASSWORD = "mensch@example.org", "s3cret/@:word"


class Delivered(msgspec.Struct, frozen=True):
    """A message that the server took.

    Attributes:
        to: the address that it was handed over for.
        sender: the one that it came from.
        encrypted: whether it came over TLS.
        user: who had logged in.
    """

    to: str
    sender: str
    message: EmailMessage
    encrypted: bool
    user: str

    @property
    def text(self) -> str:
        """The text part."""
        return _content(self.message, "plain")

    @property
    def html(self) -> str:
        """The HTML part."""
        return _content(self.message, "html")

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def id(self) -> str:
        """The Message-ID."""
        return str(self.message["Message-ID"])


class PostOffice:
    """A mail server on a loopback port.

    Args:
        tls: `starttls` offers it, `always` has it from the start, `required` takes nothing without.
        login: whether it takes mail only from who has logged in.

    Attributes:
        delivered: all that it took, in order.
        replies: what it answers to a recipient, by address; 250 unless told.
        asked: how often somebody wanted to hand a mail over.
        before_answer: is called when a message has been taken and the answer is about to go out.
    """

    def __init__(self, *, tls: str = "", login: bool = False) -> None:
        self.port = free_port()
        self.delivered: list[Delivered] = []
        self.replies: dict[str, str] = {}
        self.asked = 0
        self.before_answer: Callable[[], None] = lambda: None
        self._tls = tls
        self._login = login
        self._authority = trustme.CA() if tls else None
        self._controller: Controller | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What tells `mensch` of this server."""
        return {URL_VARIABLE: f"smtp://{HOST}:{self.port}?starttls=no", FROM_VARIABLE: SERVICE}

    def trust(self, folder: Path) -> Path:
        """A file with the certificate of whoever vouches for this server."""
        assert self._authority is not None
        file = folder / "authority.pem"
        self._authority.cert_pem.write_to_path(file)
        return file

    def open(self) -> Self:
        """Let it listen."""
        context = None
        if self._authority is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._authority.issue_cert(HOST).configure_cert(context)
        self._controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            ssl_context=context if self._tls == "always" else None,
            tls_context=context if self._tls != "always" else None,
            require_starttls=self._tls == "required",
            auth_require_tls=False,
            authenticator=_authenticate,
            server_hostname="mail.example.org",
            ready_timeout=20,
        )
        self._controller.start()
        return self

    def close(self) -> None:
        """Let it listen no longer."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def to(self, address: str) -> list[Delivered]:
        """What was delivered to an address."""
        return [one for one in self.delivered if one.to == address]

    async def handle_MAIL(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self._login and not session.authenticated:
            return "530 5.7.0 authentication required"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.asked += 1
        reply = self.replies.get(address, "250 OK")
        if reply.startswith("250"):
            envelope.rcpt_tos.append(address)
        return reply

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        message = message_from_bytes(content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        for address in envelope.rcpt_tos:
            self.delivered.append(
                Delivered(
                    address,
                    str(envelope.mail_from),
                    message,
                    session.ssl is not None or self._tls == "always",
                    USER if session.authenticated else "",
                )
            )
        self.before_answer()
        return "250 2.0.0 queued as 1"

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _authenticate(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
) -> AuthResult:
    right = data == LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=right, handled=False, auth_data=USER)


def _content(message: EmailMessage, subtype: str) -> str:
    part = message.get_body((subtype,))
    assert isinstance(part, EmailMessage)
    content = part.get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")
