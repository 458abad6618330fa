"""What a person has written in a reply, without what their program put around it."""

from __future__ import annotations

import re

MOST_LINES = 40
"""Lines that are looked at; commands stand in the first ones."""

_LONGEST_LINE = 3000  # a message to the table may come as one line
_ATTRIBUTION_LINES = 4  # programs break a long one

_SPACES = str.maketrans({"\xa0": " ", "\u202f": " ", "\u2007": " ", "\u200b": "", "\ufeff": "", "\xad": ""})

_WROTE = (
    "wrote|writes|schrieb|schreibt|hat geschrieben|geschrieben|a écrit|ha scritto|escribió|escreveu|schreef|"
    "skrev|napisał|napsal"
)
_SAID = re.compile(r"(?:say|sage?)\b", re.IGNORECASE)
_ATTRIBUTION = re.compile(rf"(?!(?:say|sage?)\b).{{0,300}}\b(?:{_WROTE})\b.{{0,200}}:", re.IGNORECASE)
_BEGINS_ATTRIBUTION = re.compile(
    r"(?:on|am|le|el|il|em|op|den|dnia)\s+.*\d|.*<[^<>\s]+@[^<>\s]+>", re.IGNORECASE
)
_MUTT = re.compile(r"\*\s.{1,200}<[^<>\s]+@[^<>\s]+>.{0,100}:?")
_SEPARATOR = re.compile(
    r"-{2,}\s*(?:original message|original appointment|forwarded message|reply message|"
    r"urspr(?:ü|ue|u)ngliche (?:nachricht|e-?mail)|original-?nachricht|weitergeleitete nachricht|"
    r"message d'origine|messaggio originale|mensaje original)\s*-{0,}"
    r"|[_=]{5,}|-{5,}|—{3,}",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"\W{0,3}(?P<name>from|von|de|da|sent|gesendet|date|datum|to|an|subject|betreff|cc|reply-to|antwort an)"
    r"\s*:\W{0,3}\s.*",
    re.IGNORECASE,
)
_FIRST_HEADERS = frozenset({"from", "von", "de", "da", "sent", "gesendet", "date", "datum"})
_SIGNATURE = re.compile(
    r"--|—"
    r"|(?:sent|gesendet|envoyé|inviato|enviado|verstuurd|skickat) "
    r"(?:from|with|via|mit|von|depuis|da|desde|vanaf)\b.*"
    r"|(?:von|aus) mein\w+ .*gesendet.*"
    r"|diese nachricht wurde von .* gesendet.*"
    r"|(?:get|holen sie sich|laden sie) outlook (?:for|für)\b.*"
    r"|outlook für \w+ (?:beziehen|abrufen|herunterladen)\b.*",
    re.IGNORECASE,
)


def own_lines(text: str) -> list[str]:
    """The lines of a reply that its sender has written, without space around them.

    They end with the first quoted line, signature, or line that says whose text follows. Where a reply begins
    with the quote, what counts is what stands behind the last quoted line and an empty one: programs break
    quoted lines and forget the mark, so what follows a quoted line at once may be a piece of it.

    Args:
        text: plain text.
    """
    lines = [line.translate(_SPACES).strip()[:_LONGEST_LINE] for line in text.splitlines()]
    first = _upto_foreign(lines)
    if any(first):
        return _bounded(first)
    return _bounded(_upto_foreign(_below_quotes(lines)))


def _bounded(lines: list[str]) -> list[str]:
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines[:MOST_LINES]


def _upto_foreign(lines: list[str]) -> list[str]:
    for index in range(len(lines)):
        if _foreign_begins(lines, index):
            return lines[:index]
    return lines


def _below_quotes(lines: list[str]) -> list[str]:
    quoted = [index for index, line in enumerate(lines) if line.startswith(">")]
    if not quoted:
        return []
    below = lines[quoted[-1] + 1 :]
    while below and below[0]:
        below = below[1:]
    return below


def _foreign_begins(lines: list[str], index: int) -> bool:
    line = lines[index]
    if not line:
        return False
    if line.startswith(("> ", ">")) or _SEPARATOR.fullmatch(line) or _SIGNATURE.fullmatch(line):
        return True
    if _MUTT.fullmatch(line):
        return True
    return _attribution_begins(lines, index) or _headers_begin(lines, index)


def _attribution_begins(lines: list[str], index: int) -> bool:
    """Whether “Am … schrieb …:” stands here, in one line or broken into several."""
    if _ATTRIBUTION.fullmatch(lines[index]) or _stands_before_quote(lines, index):
        return True
    if not _BEGINS_ATTRIBUTION.match(lines[index]):
        return False
    for end in range(index + 2, min(index + _ATTRIBUTION_LINES, len(lines)) + 1):
        if not lines[end - 1]:
            return False
        if _ATTRIBUTION.fullmatch(" ".join(lines[index:end])):
            return True
    return False


def _stands_before_quote(lines: list[str], index: int) -> bool:
    """Whether a line ends with a colon and a quote follows, whatever a program says there."""
    if not lines[index].endswith(":") or _SAID.match(lines[index]):
        return False
    following = next(filter(None, lines[index + 1 : index + 3]), "")
    return following.startswith(">")


def _headers_begin(lines: list[str], index: int) -> bool:
    """Whether a block of headers as Outlook puts it before a quote begins here: two of them or more."""
    found = _HEADER.fullmatch(lines[index])
    if found is None or found["name"].lower() not in _FIRST_HEADERS:
        return False
    following = [line for line in lines[index + 1 : index + 4] if line]
    return any(_HEADER.fullmatch(line) for line in following[:2])
