"""A mailbox on an IMAP server, as far as polling needs it: what nobody has read, bounded, and marking it.

The standard library's client, since four commands are all that is needed, and its types are known.
"""

from __future__ import annotations

import contextlib
import imaplib
import os
import re
import ssl
from collections.abc import Iterator

import msgspec

from mensch.core.errors import ServerError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.workers.mail.inbound.reading import LARGEST
from mensch.workers.mail.server_url import read_server_url

URL_VARIABLE = "MENSCH_IMAP_URL"
"""Environment variable: `imaps://user:password@host[:port][/FOLDER]`, or `imap://…[?starttls=no|yes]`."""

SECONDS = 30.0
"""Longest wait for one answer of the server."""

_PORTS = {"imap": 143, "imaps": 993}
_FOLDER = re.compile(r"[ !#-\[\]-~]{1,200}")  # ASCII without quotes and backslashes


class MailboxError(ServerError):
    """The mailbox cannot be reached, or its server refuses."""


class ImapServer(msgspec.Struct, frozen=True):
    """Where a mailbox is. The password is in no text that this gives.

    Attributes:
        tls: from the start.
        starttls: before the password is told; without either it goes in the clear.
        folder: which mailbox of the user.
    """

    host: str
    port: int
    tls: bool
    starttls: bool
    user: str
    password: str
    folder: str = "INBOX"

    def __repr__(self) -> str:
        return f"{self.host}:{self.port}"


def imap_server() -> ImapServer:
    """The mailbox that the environment names.

    Raises:
        UsageError: it names none, or what it says cannot be read.
    """
    stated = os.environ.get(URL_VARIABLE, "")
    if not stated:
        raise UsageError(said("{variable} must name the mailbox to look into", variable=URL_VARIABLE))
    try:
        url = read_server_url(stated, _PORTS)
        starttls = {"yes": True, "no": False}[url.options.get("starttls", "yes")]
        folder = url.path or "INBOX"
        if url.options.keys() - {"starttls"} or not url.user or not _FOLDER.fullmatch(folder):
            raise ValueError(url)
    except (KeyError, ValueError):  # no text of these errors: it may quote the password
        raise UsageError(
            said(
                "{variable} is not of the form imaps://user:password@host[:port][/FOLDER] or "
                "imap://…[?starttls=no|yes]",
                variable=URL_VARIABLE,
            )
        ) from None
    tls = url.scheme == "imaps"
    return ImapServer(url.host, url.port, tls, starttls and not tls, url.user, url.password, folder)


class Mailbox:
    """An open mailbox.

    Args:
        server: where it is.

    Attributes:
        generation: changes when the server counts its messages anew, so that a number means another one.

    Raises:
        MailboxError: the server cannot be reached, or does not let us in; so do all methods.
    """

    def __init__(self, server: ImapServer) -> None:
        self._server = server
        with self._errors():
            self._client = self._connected()
            try:
                self._log_in()
                self.generation = self._opened()
            except BaseException:
                self._client.shutdown()
                raise

    def close(self) -> None:
        """Log out."""
        with contextlib.suppress(imaplib.IMAP4.error, OSError):
            self._client.logout()
        with contextlib.suppress(OSError):
            self._client.shutdown()

    def unread(self) -> list[int]:
        """The numbers of the messages that nobody has read, the oldest first."""
        with self._errors():
            self._client.noop()  # so that the server tells of new ones
            kind, found = self._client.uid("SEARCH", "UNSEEN")
            self._require(kind)
            numbers = found[0].split() if found and isinstance(found[0], bytes) else []
            return sorted(int(number) for number in numbers if number.isdigit())

    def fetch(self, number: int) -> bytes | None:
        """A message, without marking it: all of it, or its first `LARGEST` bytes and one more. None for one
        that is gone meanwhile."""
        with self._errors():
            kind, found = self._client.uid("FETCH", str(number), f"(BODY.PEEK[]<0.{LARGEST + 1}>)")
            self._require(kind)
            return next((part[1][: LARGEST + 1] for part in found if isinstance(part, tuple)), None)

    def mark_read(self, number: int) -> None:
        """Mark a message as read."""
        with self._errors():
            kind, _ = self._client.uid("STORE", str(number), "+FLAGS.SILENT", r"(\Seen)")
            self._require(kind)

    def _connected(self) -> imaplib.IMAP4:
        server = self._server
        if server.tls:
            return imaplib.IMAP4_SSL(
                server.host, server.port, ssl_context=ssl.create_default_context(), timeout=SECONDS
            )
        return imaplib.IMAP4(server.host, server.port, timeout=SECONDS)

    def _log_in(self) -> None:
        if self._server.starttls:
            self._client.starttls(ssl.create_default_context())
        self._client.login(self._server.user, self._server.password)

    def _opened(self) -> bytes:
        kind, _ = self._client.select(f'"{self._server.folder}"')
        self._require(kind)
        _, validity = self._client.response("UIDVALIDITY")
        return validity[0] if validity and isinstance(validity[0], bytes) else b""

    def _require(self, kind: str) -> None:
        if kind != "OK":
            raise MailboxError(said("the mailbox at {server} refused a command", server=self._server))

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (imaplib.IMAP4.error, OSError) as error:
            # Only what the system says: what the server says could repeat what it was told.
            reason = error.strerror if isinstance(error, OSError) else None
            raise MailboxError(
                said(
                    "the mailbox at {server} cannot be used: {reason}",
                    server=self._server,
                    reason=printable(reason or type(error).__name__, 100),
                )
            ) from None
