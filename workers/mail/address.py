"""The service's own mail address, and what is an address at all."""

from __future__ import annotations

import os
import re

import msgspec

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.workers.mail.tokens import Token

FROM_VARIABLE = "MENSCH_MAIL_FROM"
"""Environment variable with the service's own address."""

PLUS_VARIABLE = "MENSCH_MAIL_PLUS"
"""Environment variable that says `no` where mail to `name+anything@…` does not arrive at `name@…`."""

LONGEST = 254
"""Characters of an address (RFC 5321)."""

_LOCAL = 64  # RFC 5321, before the @

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@{_LABEL}(?:\.{_LABEL})*")


class ServiceAddress(msgspec.Struct, frozen=True):
    """The service's own address.

    Attributes:
        local: what stands before the @.
        domain: what stands behind it.
        plus: whether mail to `local+anything@domain` arrives.
    """

    local: str
    domain: str
    plus: bool = True

    @property
    def plain(self) -> str:
        """The address without a token."""
        return f"{self.local}@{self.domain}"

    def reply_to(self, token: Token) -> str:
        """The address that a mail with this token is answered to."""
        return f"{self.local}+{token.text}@{self.domain}" if self.plus else self.plain

    def owns(self, address: str) -> bool:
        """Whether mail to an address comes to this service."""
        local, _, domain = address.lower().rpartition("@")
        name, _, _ = local.partition("+")
        return domain == self.domain.lower() and self.local.lower() in (name, local)


def service_address() -> ServiceAddress:
    """The address that the environment names.

    Raises:
        UsageError: there is none, or it is no address.
    """
    stated = os.environ.get(FROM_VARIABLE, "")
    if not stated:
        raise UsageError(
            said("{variable} must name the address that mails come from", variable=FROM_VARIABLE)
        )
    local, _, domain = checked_address(stated).rpartition("@")
    plus = os.environ.get(PLUS_VARIABLE, "").lower() != "no"
    longest = Token("0" * 10, "0", 10**6, "0" * 20).text
    if plus and len(f"{local}+{longest}") > _LOCAL:
        raise UsageError(
            said(
                "the address in {variable} has so long a name that no token fits behind it; shorten it, or "
                "set {plus}=no",
                variable=FROM_VARIABLE,
                plus=PLUS_VARIABLE,
            )
        )
    return ServiceAddress(local, domain, plus)


def checked_address(typed: str) -> str:
    """An address as it may be kept and sent to: `local@domain` in ASCII, nothing around it.

    Raises:
        UsageError: it is no such address.
    """
    address = typed.strip()
    if len(address) > LONGEST or not _ADDRESS.fullmatch(address) or len(address.rpartition("@")[0]) > _LOCAL:
        raise UsageError(said("“{address}” is no mail address", address=printable(typed, 80)))
    return address


def is_address(text: str) -> bool:
    """Whether a text is an address that `checked_address` takes."""
    try:
        checked_address(text)
    except UsageError:
        return False
    return True
