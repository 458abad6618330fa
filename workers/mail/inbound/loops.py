"""Messages that no person has written, or that we have: they are dropped, since an answer could go round."""

from __future__ import annotations

import re

from mensch.core.errors import UsageError
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.inbound.reading import Incoming
from mensch.workers.mail.inbound.sender import from_address

_NOBODY = frozenset({"<>", "<mailer-daemon>"})  # the second is how Postfix writes it for a pipe
_BULK = frozenset({"auto_reply", "bulk", "junk", "list"})
_MACHINES = frozenset({"mailer-daemon", "postmaster", "no-reply", "noreply"})
_AUTOMATIC_HEADERS = (
    "list-id",
    "x-autoreply",
    "x-autorespond",
    "x-autoresponder",
    "x-failed-recipients",
)
_REPORTS = frozenset({"multipart/report", "message/delivery-status", "message/disposition-notification"})
# Vacation answers of programs that mark them nowhere else.
_VACATION = re.compile(
    r"(?:automatic reply|auto[- ]?reply|out of (?:the )?office|automatische antwort|abwesenheitsnotiz|"
    r"abwesenheit|undelivered mail|mail delivery|delivery status notification|undeliverable|unzustellbar)\b",
    re.IGNORECASE,
)


def automatic(incoming: Incoming, service: ServiceAddress) -> str | None:
    """Why a message is not a person's, in a word or two for the log; None for one that is.

    Args:
        service: our own address.
    """
    stated = incoming.first("auto-submitted").partition(";")[0].partition("(")[0].strip().lower()
    if stated and stated != "no":
        return "auto-submitted"
    if incoming.content_type in _REPORTS:
        return "report"
    if not _NOBODY.isdisjoint(value.replace(" ", "").lower() for value in incoming.all("return-path")):
        return "bounce"
    if not _BULK.isdisjoint(value.strip().lower() for value in incoming.all("precedence")):
        return "bulk"
    for name in _AUTOMATIC_HEADERS:
        if incoming.all(name):
            return name
    # Exchange writes other values into what people write: what its own servers are not to answer.
    if "all" in (value.strip().lower() for value in incoming.all("x-auto-response-suppress")):
        return "x-auto-response-suppress"
    if _VACATION.match(incoming.subject.strip()):
        return "vacation"
    if _is_ours(incoming, service):
        return "own mail"
    return None


def _is_ours(incoming: Incoming, service: ServiceAddress) -> bool:
    """What we send has Auto-Submitted as well; this is for a server on the way that strips it."""
    # Exactly as `message_id` makes them: web mail programs make others of hexadecimal digits.
    made_by_us = re.fullmatch(r"<[0-9a-f]{40}@(.+)>", incoming.message_id)
    if made_by_us and made_by_us[1].lower() == service.domain.lower():
        return True
    try:
        sender = from_address(incoming)
    except UsageError:
        return False
    return service.owns(sender) or sender.partition("@")[0] in _MACHINES
