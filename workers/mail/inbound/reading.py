"""A raw message, which anybody may have made, as headers and plain text: bounded, and with one kind of error.

Attachments, forwarded messages and everything else that is no text are left aside.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterator, Sequence
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

import msgspec

from mensch.core.errors import UsageError
from mensch.core.said import said
from mensch.workers.mail.inbound.html_text import text_of_html

LARGEST = 256 * 1024
"""Bytes of a raw message that are looked at. Of a larger one only the headers count."""

MOST_PARTS = 50
"""Parts of a message that are looked at."""

DEEPEST = 10
"""How deep parts may lie in one another."""

LONGEST_TEXT = 64 * 1024
"""Characters of a part's text that are looked at; commands stand at its beginning."""

LONGEST_SUBJECT = 1000
"""Characters of a subject that are looked at."""

_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
_HEADER_END = re.compile(rb"\r?\n\r?\n")
# The library takes a line's time for each multipart that a line lies in, and hundreds take minutes.
_MULTIPART = re.compile(rb"(?:^|[\r\n])content-type:\s*multipart/", re.IGNORECASE)
_BARE_RETURN = re.compile(rb"\r(?!\n)")
# Python decodes these too, and they are no charsets of mail: some take quadratic time.
_NO_CHARSETS = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"})


class UnreadableMailError(UsageError):
    """These bytes are no message that a person's program has made, or they are past the bounds."""


class Incoming(msgspec.Struct, frozen=True):
    """A message that came in.

    Attributes:
        digest: SHA-256 of its bytes, in hexadecimal.
        headers: name in lower case and unfolded value, undecoded, in their order.
        content_type: of the whole, in lower case: `text/plain`, `multipart/report`.
        text: the plain text, at most `LONGEST_TEXT` characters; empty where it has none.
        oversized: whether it was larger than `LARGEST`, so that its text is not known.
    """

    digest: str
    headers: tuple[tuple[str, str], ...]
    content_type: str
    text: str
    oversized: bool = False

    def all(self, *names: str) -> list[str]:
        """The values of some headers, in the order of the message.

        Args:
            names: in lower case.
        """
        return [value for name, value in self.headers if name in names]

    def first(self, name: str) -> str:
        """The value of the topmost header of a name; empty where there is none."""
        return next(iter(self.all(name)), "")

    @property
    def subject(self) -> str:
        """Its subject, decoded and at most `LONGEST_SUBJECT` characters of it."""
        return _decoded_words(self.first("subject")[:LONGEST_SUBJECT])

    @property
    def message_id(self) -> str:
        """Its Message-ID with the brackets; empty where it has none that can be quoted."""
        found = _MESSAGE_ID.fullmatch(self.first("message-id").strip())
        return found[0] if found and found[0].isascii() and found[0].isprintable() else ""

    @property
    def identity(self) -> str:
        """What it is known by when it comes again, in hexadecimal: its Message-ID, else its bytes. A second
        delivery differs in headers that were added on the way."""
        return hashlib.sha256(self.message_id.encode()).hexdigest() if self.message_id else self.digest


def read(raw: bytes) -> Incoming:
    """Read a message.

    Args:
        raw: its bytes, or the first `LARGEST` of them and at least one more.

    Raises:
        UnreadableMailError: it has too many parts, or they lie too deep, or it is damaged.
    """
    oversized = len(raw) > LARGEST
    head = _HEADER_END.split(raw[:LARGEST], maxsplit=1)[0]
    if b"\0" in head or _BARE_RETURN.search(head):
        # Some programs take a bare CR for the end of a line and others do not: a header could hide behind it.
        raise UnreadableMailError(said("the headers of this message hold characters that belong in none"))
    if sum(1 for _ in _MULTIPART.finditer(raw)) > MOST_PARTS // 2:  # each has a part of its own at least
        raise _too_many_parts()
    try:
        message = BytesParser(policy=compat32).parsebytes(head if oversized else raw)
        return Incoming(
            digest=hashlib.sha256(raw).hexdigest(),
            headers=tuple((name.lower(), _unfolded(value)) for name, value in message.items()),
            content_type=message.get_content_type(),
            text="" if oversized else _text_of(message),
            oversized=oversized,
        )
    except UnreadableMailError:
        raise
    except Exception as error:  # noqa: BLE001  # the library's parser raises whatever hostile bytes lead it to
        raise UnreadableMailError(
            said("this message cannot be read ({kind})", kind=type(error).__name__)
        ) from None


def _unfolded(value: object) -> str:
    return " ".join(str(value).split())


def _decoded_words(value: str) -> str:
    """A header with its encoded words (RFC 2047) decoded; as it is where they are damaged."""
    try:
        return str(make_header(decode_header(value)))
    except (MessageError, LookupError, ValueError):
        return value


def _text_of(message: Message) -> str:
    _require_bounded(message)
    return (_first_text(message) or "")[:LONGEST_TEXT]


def _require_bounded(message: Message) -> None:
    for count, depth in enumerate(_depths(message), 1):
        if count > MOST_PARTS:
            raise _too_many_parts()
        if depth > DEEPEST:
            raise UnreadableMailError(said("the parts of this message lie too deep in one another"))


def _too_many_parts() -> UnreadableMailError:
    return UnreadableMailError(said("this message has more than {most} parts", most=MOST_PARTS))


def _depths(message: Message) -> Iterator[int]:
    """How deep each part lies."""
    waiting = [(0, message)]
    while waiting:
        depth, part = waiting.pop()
        yield depth
        waiting += [(depth + 1, below) for below in _below(part)]


def _below(part: Message) -> Sequence[Message]:
    payload = part.get_payload()
    return [below for below in payload if isinstance(below, Message)] if isinstance(payload, list) else []


def _first_text(part: Message) -> str | None:
    """The first text that a person has written; None where there is none in this part."""
    if part.get_content_disposition() == "attachment":
        return None
    kind = part.get_content_type()
    if part.get_content_maintype() == "multipart":
        below = _below(part)
        if kind == "multipart/alternative":  # the same text several times: the plain one, if it says anything
            below = sorted(below, key=lambda one: one.get_content_type() != "text/plain")
        return next((text for one in below if (text := _first_text(one)) is not None), None)
    if kind not in ("text/plain", "text/html"):
        return None
    text = _decoded(part)
    if kind == "text/html":
        text = text_of_html(text)
    elif str(part.get_param("format", "")).lower() == "flowed":
        text = unflowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")
    return text if text.strip() else None


def _decoded(part: Message) -> str:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    stated = part.get_content_charset("us-ascii")
    for charset in (stated, "utf-8"):
        try:
            if codecs.lookup(charset).name not in _NO_CHARSETS:
                return content.decode(charset)
        except (LookupError, UnicodeError):
            continue
    return content.decode("cp1252", "replace")


def unflowed(text: str, *, delete_space: bool = False) -> str:
    """A text of format=flowed (RFC 3676) with its paragraphs in one line each.

    >>> unflowed("say see \\nyou\\n> old \\n> text\\n-- \\nanna")
    'say see you\\n> old \\n> text\\n-- \\nanna'

    Args:
        delete_space: whether the space at the end of a line only says that it goes on (DelSp=yes).
    """
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        quoted = line.startswith(">")
        plain = line[1:] if line.startswith(" ") and not quoted else line  # stuffed on the way
        signature = plain == "-- "
        if goes_on and not (quoted or signature):
            lines[-1] += plain
        else:
            lines.append(plain)
        goes_on = plain.endswith(" ") and not (quoted or signature)
        if goes_on and delete_space:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
