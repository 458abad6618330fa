"""The mail server that takes what the service sends: its address, and one connection per job."""

from __future__ import annotations

import contextlib
import os
import smtplib
import ssl
from email.message import EmailMessage
from types import TracebackType
from typing import Literal, Self

import msgspec

from mensch.core.errors import MenschError, ServerError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.server_url import read_server_url

URL_VARIABLE = "MENSCH_SMTP_URL"
"""Environment variable: `smtp://[user:password@]host[:port][?starttls=no|try|yes]`, or `smtps://…` for TLS
from the start."""

SECONDS = 15.0
"""Longest wait for one answer of the server. A message takes five."""

Tls = Literal["no", "try", "yes", "always"]
"""`no`: in the clear; `try`: STARTTLS where it is offered, whosever certificate that is; `yes`: STARTTLS with
a certificate that proves the server, or nothing; `always`: the same with TLS from the start."""

_StartTls = Literal["no", "try", "yes"]

_PORTS = {"smtp": 25, "smtps": 465}
_OURS = {530, 534, 535, 538}  # log in first, or otherwise: the recipient has nothing to do with it


class SmtpServer(msgspec.Struct, frozen=True):
    """Where mail is handed over. The password is in no text that this gives.

    Attributes:
        tls: how the connection is protected.
        user: who logs in; empty for nobody.
    """

    host: str
    port: int
    tls: Tls
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"{self.host}:{self.port}"


class AwayError(ServerError):
    """The mail server cannot be reached, or does not let us send; no recipient has to do with it."""


class RefusedError(MenschError):
    """The server took no message for this recipient.

    Attributes:
        code: its SMTP reply code.
        permanent: whether it will be the same next time.
    """

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code
        self.permanent = code >= 500


def smtp_server() -> SmtpServer:
    """The server that the environment names.

    Raises:
        UsageError: it names none, or what it says cannot be read.
    """
    stated = os.environ.get(URL_VARIABLE, "")
    if not stated:
        raise UsageError(said("{variable} must name the server that sends mail", variable=URL_VARIABLE))
    try:
        url = read_server_url(stated, _PORTS)
        # Whoever sends a password wants to know to whom.
        starttls = url.options.get("starttls", "yes" if url.user else "try")
        tls: Tls = "always" if url.scheme == "smtps" else msgspec.convert(starttls, _StartTls)
        if url.options.keys() - {"starttls"} or url.path:
            raise ValueError(url)
    except ValueError:  # no text of this error: it may quote the password
        raise UsageError(
            said(
                "{variable} is not of the form smtp://[user:password@]host[:port][?starttls=no|try|yes] or "
                "smtps://…",
                variable=URL_VARIABLE,
            )
        ) from None
    return SmtpServer(url.host, url.port, tls, url.user, url.password)


class Outbox:
    """One connection to a server, made with the first message.

    Args:
        server: where mail is handed over.
        sender: the service's own address; what cannot be delivered comes back there.
    """

    def __init__(self, server: SmtpServer, sender: ServiceAddress) -> None:
        self.sender = sender
        self._server = server
        self._connection: smtplib.SMTP | None = None

    def send(self, message: EmailMessage, to: str) -> str:
        """Hand a message over.

        Args:
            to: the recipient's address.

        Returns:
            what the server said when it took the message.

        Raises:
            RefusedError: it does not take it for this recipient.
            AwayError: it cannot be reached, or does not let us send.
        """
        content = message.as_bytes()
        try:
            connection = self._connected()
            connection.ehlo_or_helo_if_needed()
            code, reply = connection.mail(self.sender.plain)
            if code != 250:
                raise self._unwilling(code, reply)
            code, reply = connection.rcpt(to)
            if code in (250, 251):
                try:
                    code, reply = connection.data(content)
                except smtplib.SMTPDataError as error:
                    code, reply = error.smtp_code, _bytes(error.smtp_error)
                if code == 250:
                    return _shown(code, reply)
            if code == 421 or code in _OURS or code < 400:
                raise self._unwilling(code, reply)
            connection.rset()
        except (OSError, smtplib.SMTPException, UnicodeError) as error:
            # smtplib's errors are an OSError with texts of the server, which may quote an address.
            self._drop()
            kind = type(error).__name__
            raise AwayError(
                said("the mail server at {server} cannot be used: {error}", server=self._server, error=kind)
            ) from None
        except AwayError:
            self._drop()
            raise
        raise RefusedError(said("the mail server does not take it: {reply}", reply=_shown(code, reply)), code)

    def _connected(self) -> smtplib.SMTP:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> smtplib.SMTP:
        server, name = self._server, self.sender.domain
        if server.tls == "always":
            context = ssl.create_default_context()
            connection: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, local_hostname=name, timeout=SECONDS, context=context
            )
        else:
            connection = smtplib.SMTP(server.host, server.port, local_hostname=name, timeout=SECONDS)
        try:
            connection.ehlo_or_helo_if_needed()
            if server.tls == "yes" or (server.tls == "try" and connection.has_extn("starttls")):
                connection.starttls(context=_context(server.tls))
            if server.user:
                connection.login(server.user, server.password)
        except BaseException:
            connection.close()
            raise
        return connection

    def _unwilling(self, code: int, reply: bytes) -> AwayError:
        return AwayError(
            said(
                "the mail server at {server} does not let us send: {reply}",
                server=self._server,
                reply=_shown(code, reply),
            )
        )

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                self._connection.quit()
            self._drop()


def _context(tls: Tls) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if tls == "try":  # better than in the clear, which is the only other choice there
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _bytes(text: bytes | str) -> bytes:
    return text if isinstance(text, bytes) else text.encode()


def _shown(code: int, reply: bytes) -> str:
    return f"{code} {printable(reply.decode(errors='replace'), 200)}"
