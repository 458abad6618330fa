"""Who has sent a message, as far as our own mail server states it.

Anybody can write any From. Only a header that our server has put on top of what it received tells whether
the domain in From stands behind the message (RFC 8601, RFC 7489).
"""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.workers.mail.address import is_address
from mensch.workers.mail.inbound.reading import Incoming

AUTHSERV_VARIABLE = "MENSCH_MAIL_AUTHSERV"
"""Environment variable with the name under which our own mail server states what it has verified."""

_LONGEST = 8000
_PROPERTY = re.compile(r"([a-z]+\.[a-z][a-z0-9_-]*)=(\S+)", re.IGNORECASE)
_METHOD = re.compile(r"([a-z][a-z0-9-]*)(?:/\d+)?\s*=\s*([a-z]+)\b", re.IGNORECASE)


class Verified(msgspec.Struct, frozen=True):
    """One thing that a server states.

    Attributes:
        method: `dmarc`, `dkim`, `spf` …, in lower case.
        result: `pass`, `fail`, `none` …, in lower case.
        properties: such as `header.from`, in lower case, to their values.
    """

    method: str
    result: str
    properties: dict[str, str]


def from_address(incoming: Incoming) -> str:
    """The one address in From, in lower case.

    Raises:
        UsageError: there are several From headers or none, several addresses in it, a group, or no address.
    """
    values = incoming.all("from")
    if len(values) != 1:
        raise UsageError(said("a mail has one From header, and this one has {count}", count=len(values)))
    return mailbox(values[0])


def mailbox(value: str) -> str:
    """The address of a header value that names one person, in lower case.

    What stands in quotes or comments, and any display name, is never taken for the address.

    >>> mailbox('"alice@example.com" <eve@evil.test>')
    'eve@evil.test'

    Raises:
        UsageError: it names none, several, or a group.
    """
    plain, angled = _outside(value)
    bare = "".join(plain).strip()
    if len(angled) > 1 or any(sign in bare for sign in ",;:<>"):
        raise _no_mailbox(value)
    address = angled[0].strip() if angled else bare
    if not is_address(address):
        raise _no_mailbox(value)
    return address.lower()


def _no_mailbox(value: str) -> UsageError:
    return UsageError(said("“{value}” does not name one sender", value=printable(value, 80)))


def _outside(value: str) -> tuple[list[str], list[str]]:
    """What stands outside of quotes, comments and angle brackets, and what stands in the brackets.

    Raises:
        UsageError: something is opened and not closed, or stands behind the brackets.
    """
    plain: list[str] = []
    angled: list[str] = []
    inside = ""  # what a quote, comment or bracket holds, by its opening sign
    depth = 0
    escaped = False
    if len(value) > _LONGEST:
        raise _no_mailbox(value)
    for sign in value:
        if escaped:
            escaped = False
        elif inside in ('"', "(") and sign == "\\":
            escaped = True
        elif inside == '"':
            inside = "" if sign == '"' else inside
        elif inside == "(":
            depth += (sign == "(") - (sign == ")")
            inside = "(" if depth else ""
        elif inside == "<":
            if sign == ">":
                inside = ""
            else:
                angled[-1] += sign
        elif sign in '"(<':
            inside, depth = sign, 1
            if sign == "<":
                angled.append("")
            elif sign == '"':
                plain.append(" ")
        elif angled and not sign.isspace():
            raise _no_mailbox(value)
        else:
            plain.append(sign)
    if inside or escaped:
        raise _no_mailbox(value)
    return plain, angled


def is_verified(incoming: Incoming, address: str, authserv: str) -> bool:
    """Whether our own server states that the domain of an address stands behind the message.

    Only the topmost header under our server's name counts: a server puts what it states above everything
    that it got, so what a sender has made up lies below. One that cannot be read may be our server's, so no
    header below it counts.

    Args:
        address: the one in From.
        authserv: the name under which our server states what it has verified.
    """
    domain = address.rpartition("@")[2].lower()
    for value in incoming.all("authentication-results"):
        name, stated = read_results(value)
        if name in ("", authserv.lower()):
            return _stands_behind(stated, domain)
    return False


def _stands_behind(stated: list[Verified], domain: str) -> bool:
    passed = [one for one in stated if one.result == "pass"]
    for one in passed:
        if one.method == "dmarc" and one.properties.get("header.from", "").lower() == domain:
            return True
    spf = any(one.method == "spf" and _aligned(one, domain, "smtp.mailfrom") for one in passed)
    dkim = any(one.method == "dkim" and _aligned(one, domain, "header.d", "header.i") for one in passed)
    return spf and dkim


def _aligned(one: Verified, domain: str, *names: str) -> bool:
    """Whether what was verified is the domain in From, or one below it."""
    stated = next((one.properties[name] for name in names if name in one.properties), "")
    verified = stated.strip("<>").rpartition("@")[2].lower()
    return verified == domain or verified.endswith(f".{domain}")


def read_results(value: str) -> tuple[str, list[Verified]]:
    """What an Authentication-Results header states: under which name, and what.

    >>> read_results("mx.example.org; spf=pass smtp.mailfrom=a@b.test (a comment)")[1][0].result
    'pass'

    Returns:
        The name in lower case, empty where the header cannot be read; and the results.
    """
    parts = _split(value)
    if parts is None:
        return "", []
    words = parts[0].split()
    if not words or len(words) > 2 or (len(words) == 2 and not words[1].isdecimal()):
        return "", []
    stated = []
    for part in parts[1:]:
        method = _METHOD.match(part.strip())
        if method is not None:
            found = [(name.lower(), text) for name, text in _PROPERTY.findall(part)]
            times = Counter(name for name, _ in found)
            # What is said twice may have come in with a sender's own words.
            properties = {name: text for name, text in found if times[name] == 1}
            stated.append(Verified(method[1].lower(), method[2].lower(), properties))
    return words[0].lower(), stated


def _split(value: str) -> list[str] | None:
    """A header's parts between semicolons, without comments; a quoted text is kept without its quotes and
    without what could be taken for another part. None where something is not closed."""
    parts = [""]
    quoted = escaped = False
    depth = 0
    for sign in value[:_LONGEST]:
        if escaped:
            escaped = False
        elif sign == "\\" and (quoted or depth):
            escaped = True
        elif depth:
            depth += (sign == "(") - (sign == ")")
        elif sign == '"':
            quoted = not quoted
        elif quoted:
            parts[-1] += "_" if sign in ";=() " else sign
        elif sign == "(":
            depth = 1
            parts[-1] += " "
        elif sign == ";":
            parts.append("")
        else:
            parts[-1] += sign
    return None if quoted or depth or escaped or len(value) > _LONGEST else parts
