"""Pages of golden logs, and what stands in a page."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any  # what JSON holds

import msgspec

from mensch.cli.page.contents import Contents, contents
from mensch.cli.page.render import replay_page
from mensch.events.game import Game, fold, initial
from mensch.events.record import Entry
from mensch.events.words import words
from tests.golden import recorded

NAMES = ("anna", "bert", "carla", "doris")


class GoldenGame(msgspec.Struct, frozen=True):
    """A golden log, folded.

    Attributes:
        log: its records.
        whole: what they fold to without a seed.
    """

    log: list[Entry]
    whole: Game

    def contents(self, names: Sequence[str] = NAMES, language: str = "en") -> Contents:
        """What a page of it holds; nobody has left a message that is still known."""
        return contents(self.log, self.whole, names[: len(self.whole.seats)], {}, words(language))

    def page(self, names: Sequence[str] = NAMES, language: str = "en") -> str:
        """The page."""
        return replay_page(self.contents(names, language), words(language)).decode()


def golden(name: str) -> GoldenGame:
    """A golden log."""
    log = recorded.read(name)
    return GoldenGame(log, fold(initial(log[0].record.game), log))


class Element(msgspec.Struct):
    """An element of a page: its name, its attributes, and the text in it."""

    name: str
    attributes: dict[str, str]
    text: str = ""


class Page(HTMLParser):
    """A page taken apart as a browser would, without running anything.

    Attributes:
        elements: in order.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in {"meta", "link", "input"}:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> ends nothing"
        assert self._open.pop().name == tag, f"</{tag}> ends something else"

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, name: str) -> list[Element]:
        """The elements of a name."""
        return [element for element in self.elements if element.name == name]

    def by_id(self, id: str) -> Element:  # noqa: A002  # the attribute's own name
        """The element of an id."""
        (found,) = (element for element in self.elements if element.attributes.get("id") == id)
        return found

    @property
    def game(self) -> dict[str, Any]:
        """What the scripts are told."""
        told: dict[str, Any] = msgspec.json.decode(self.by_id("game").text)
        return told

    @property
    def records(self) -> list[bytes]:
        """The records, unpacked."""
        return zlib.decompress(base64.b64decode(self.by_id("records").text), -zlib.MAX_WBITS).splitlines()

    @property
    def policy(self) -> dict[str, list[str]]:
        """The content security policy."""
        (meta,) = (
            element
            for element in self.all("meta")
            if element.attributes.get("http-equiv") == "Content-Security-Policy"
        )
        parts = [part.split() for part in meta.attributes["content"].split(";")]
        return {name: sources for name, *sources in parts}

    @property
    def moves(self) -> list[str]:
        """The list of moves as a person reads it."""
        return [
            re.sub(r"\s+", " ", element.text).strip()
            for element in self.all("button")
            if "data-seq" in element.attributes
        ]
