"""The text of an HTML mail, as far as commands need it: lines, and where what is quoted begins.

A scanner of its own: the standard library's parser takes minutes for some hostile texts of this size, and
here every text takes time in proportion to its length.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

LARGEST = 128 * 1024
"""Characters that are looked at. Programs put their style sheets before the text, some of them long."""

RULE = "_" * 10
"""What stands for a line across the page, and for the beginning of what a program marks as quoted."""

_LONGEST_TAG = 2048
_TAG = re.compile(r"""<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]*)(?P<rest>(?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(
    r"""(?:^|[\s"'/])(?P<name>class|id)\s*=\s*(?:"(?P<a>[^"]*)"|'(?P<b>[^']*)'|(?P<c>[^\s"'>]+))""",
    re.IGNORECASE,
)
_DECLARATION = re.compile(r"<[!?][^<>]*>")
_BLOCKS = re.compile(
    r"address|article|aside|blockquote|body|br|center|dd|div|dl|dt|fieldset|footer|form|h[1-6r]|header|li|main|"
    r"nav|ol|p|pre|section|table|tr|ul"
)
_UNSEEN = frozenset({"head", "script", "style", "template", "title"})
_QUOTES = frozenset(
    {
        "gmail_attr",
        "gmail_extra",
        "gmail_quote",
        "gmail_quote_container",
        "gmail_signature",
        "moz-cite-prefix",
        "moz-signature",
        "protonmail_quote",
        "yahoo_quoted",
    }
)
_QUOTES_BY_ID = frozenset(
    {
        "appendonsend",
        "divrplyfwdmsg",
        "mail-editor-reference-message-container",
        "ms-outlook-mobile-signature",
    }
)
_ATTRIBUTES = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?""")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_EMPTY = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
)
"""Elements that have no end."""


class _Lines:
    """The lines so far. Nothing is nested but a counter, so that no depth does harm."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._quoted = 0
        self._typed = 0  # how many elements are open whose line ends count

    def add(self, text: str) -> None:
        """Text goes on in this line."""
        if not self._typed:
            self._line.append(text)
            return
        first, *others = text.replace("\r\n", "\n").split("\n")
        self._line.append(first)
        for line in others:
            self.end_line(always=True)
            self._line.append(line)

    def tag(self, found: re.Match[str]) -> None:
        """A tag opens or closes, whether or not that makes sense."""
        name, closes = found["name"].lower(), bool(found["end"])
        if _BLOCKS.fullmatch(name):
            self.end_line(always=name == "br")
        if name == "blockquote":
            self._quoted = max(0, self._quoted + (-1 if closes else 1))
        if name == "pre":
            self._typed = max(0, self._typed + (-1 if closes else 1))
        if name == "p" and closes:
            self.lines.append("")
        if name == "hr" or (not closes and _marks_quote(found["rest"])):
            self.end_line()
            self.lines.append(RULE)

    def end_line(self, *, always: bool = False) -> None:
        """Begin a new line.

        Args:
            always: also where nothing stands on this one, which is then an empty line.
        """
        line = " ".join(html.unescape("".join(self._line)).split())
        self._line.clear()
        if line or always:
            self.lines.append(("> " if self._quoted else "") + line)


def _marks_quote(attributes: str) -> bool:
    for found in _ATTRIBUTE.finditer(attributes):
        value = (found["a"] or found["b"] or found["c"] or "").lower()
        if found["name"].lower() == "id":
            if value in _QUOTES_BY_ID:
                return True
        elif not _QUOTES.isdisjoint(value.split()):
            return True
    return False


def text_of_html(page: str) -> str:
    r"""The lines of an HTML text; a line that somebody else wrote begins with `>`.

    >>> text_of_html("<div>B+5</div><blockquote>Your <b>turn</b></blockquote>")
    'B+5\n> Your turn'

    Args:
        page: looked at up to `LARGEST` characters.
    """
    lines = _Lines()
    for part in _parts(page[:LARGEST]):
        if isinstance(part, str):
            lines.add(part)
        else:
            lines.tag(part)
    lines.end_line()
    return "\n".join(lines.lines)


def _parts(page: str) -> Iterator[str | re.Match[str]]:
    """Texts and tags, without comments and what is not shown. A `<` that begins nothing is text."""
    at = 0
    while at < len(page):
        opens = page.find("<", at)
        if opens < 0:
            yield page[at:]
            return
        yield page[at:opens]
        if page.startswith("<!--", opens):
            end = page.find("-->", opens + 4)
            if end < 0:
                return
            at = end + 3
            continue
        limit = opens + _LONGEST_TAG
        found = _TAG.match(page, opens, limit) or _DECLARATION.match(page, opens, limit)
        if found is None:
            yield "<"
            at = opens + 1
            continue
        at = found.end()
        if found.re is not _TAG:
            continue
        name = found["name"].lower()
        if name in _UNSEEN and not found["end"]:
            closes = re.compile(f"</{name}", re.IGNORECASE).search(page, at)
            if closes is None:
                return
            at = closes.start()
        elif not found["end"] and name not in _EMPTY and _hides(found["rest"]):
            at = _behind(page, name, at)
            continue
        yield found


def _hides(attributes: str) -> bool:
    """Whether an element is there and is not shown."""
    found = ((name.lower(), value) for name, value in _ATTRIBUTES.findall(attributes))
    return any(name == "hidden" or (name == "style" and _INVISIBLE.search(value)) for name, value in found)


def _behind(page: str, name: str, at: int) -> int:
    """Where an element ends that has just begun; the end of the page where it does not end."""
    opened = 1
    for found in re.compile(rf"<(/?){name}\b", re.IGNORECASE).finditer(page, at):
        opened += -1 if found[1] else 1
        if not opened:
            end = page.find(">", found.end())
            return end + 1 if end >= 0 else len(page)
    return len(page)
