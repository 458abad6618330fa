"""A letter as a message (RFC 5322, MIME): both parts, and headers that mail programs and servers go by."""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from urllib.parse import quote

from mensch.core.quoting import printable
from mensch.events.words import Words
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.html import html_text
from mensch.workers.mail.letter import Letter
from mensch.workers.mail.plain import plain_text
from mensch.workers.mail.tokens import Token

NAME = "mensch"
"""How the service calls itself in front of its address."""

GENERATED = "auto-generated"
REPLIED = "auto-replied"
"""What `Auto-Submitted` says (RFC 3834): sent by itself, or in answer to a mail."""

_OPAQUE = frozenset({"in-reply-to", "list-unsubscribe", "references"})
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")


class _Policy(EmailPolicy):
    """The standard library's, which would write a long id or link as encoded words that nobody decodes: such
    a header is broken between its words only."""

    def fold(self, name: str, value: str) -> str:
        if name.lower() in _OPAQUE:
            return f"{name}: {f'{self.linesep} '.join(value.split())}{self.linesep}"
        folded: str = super().fold(name, value)
        return folded

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode("ascii")


_POLICY = _Policy(linesep="\r\n")


def message_id(key: bytes, cause: str, sender: ServiceAddress) -> str:
    """The Message-ID of a mail, which follows from its cause: whoever gets it twice has it once.

    Args:
        key: the seed of the game, without which nobody can tell ids beforehand.
        cause: its name among what was sent.
    """
    digest = hmac.digest(key, b"mensch/message-id/v1\n" + cause.encode(), "sha256")
    return f"<{digest.hex()[:40]}@{sender.domain}>"


def build(
    letter: Letter,
    words: Words,
    *,
    sender: ServiceAddress,
    to: str,
    name: str,
    identity: str,
    at: int,
    reply_to: str = "",
    thread: Sequence[str] = (),
    unsubscribe: Token | None = None,
    automatic: str = GENERATED,
) -> EmailMessage:
    """Write a message.

    Args:
        to: the recipient's address, as `checked_address` takes it.
        name: the recipient's name; empty for one that is not known.
        identity: its Message-ID.
        at: its time in milliseconds UTC.
        reply_to: where a reply goes; empty for the service's own address.
        thread: the Message-IDs of mails before it, the first of the thread first.
        unsubscribe: the token that ends such mails.
        automatic: `GENERATED` or `REPLIED`.
    """
    message = EmailMessage(_POLICY)
    message["From"] = Address(NAME, sender.local, sender.domain)
    local, _, domain = to.rpartition("@")
    message["To"] = Address(printable(name), local, domain)
    if reply_to:
        message["Reply-To"] = reply_to
    message["Subject"] = printable(letter.subject, 200)
    message["Date"] = datetime.fromtimestamp(at / 1000, UTC).replace(microsecond=0)
    message["Message-ID"] = identity
    # One of them may come from a mail, and so from anybody.
    if known := [one for one in dict.fromkeys(thread) if _MESSAGE_ID.fullmatch(one)]:
        message["In-Reply-To"] = known[-1]
        message["References"] = " ".join(known)
    message["Auto-Submitted"] = automatic
    message["X-Auto-Response-Suppress"] = "All"
    if unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{stop_link(sender, unsubscribe)}>"
    message.set_content(plain_text(letter, words), cte="quoted-printable")
    message.add_alternative(html_text(letter, words), subtype="html", cte="quoted-printable")
    message["Content-Language"] = words.language  # contents take such headers along
    return message


def stop_link(sender: ServiceAddress, token: Token) -> str:
    """The link that ends mails: whatever is sent there."""
    link = f"mailto:{sender.reply_to(token)}"
    return link if sender.plus else f"{link}?subject={quote(f'stop ({token.text})')}"
