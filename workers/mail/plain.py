"""A mail as plain text, good in any mail program: 76 columns where names allow it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from unicodedata import combining, east_asian_width

from mensch.events.words import Words
from mensch.workers.mail import texts
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.table import Card, Place, Table

WIDTH = 76
"""Columns, so that a line fits into 80 when it is quoted once."""

_NAME = 14


def plain_text(letter: Letter, words: Words) -> str:
    """The text part of a mail, ending with a line end."""
    blocks = [block for section in letter.sections for block in _blocks(section, words)]
    if letter.footer:
        blocks.append([line for text in letter.footer for line in _wrapped(text)])
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks) + "\n"


def _blocks(section: Section, words: Words) -> Iterator[list[str]]:
    """What stands between empty lines."""
    if section.title:
        yield [section.title, "=" * _columns(section.title)]
    for paragraph in section.lead:
        yield _wrapped(paragraph)
    if section.happened:
        told = [line for text in section.happened for line in _wrapped(text, "  ", "      ")]
        yield [f"{section.heading}:", *told]
    if section.table is not None:
        yield [*table_lines(section.table, words)]
    if section.moves:
        yield [section.dice, *_numbered(section.moves)]
    elif section.dice:
        yield [section.dice]
    for paragraph in (*section.time, *section.closing):
        yield _wrapped(paragraph)
    if section.receipt:
        yield [words.text(texts.RECEIPT), section.receipt]


def table_lines(table: Table, words: Words) -> Iterator[str]:
    """The players with their scores, dice and rows, the centre, and the piles."""
    width = min(_NAME, max(_columns(place.name) for place in table.places))
    for place in table.places:
        yield from _place(place, width, words)
    centre = [f"{_figure(card)} " for card in table.centre]
    yield from _filled(f"{words.text(texts.CENTRE)}    ", centre or [words.text(texts.NONE)])
    dice = " ".join(f"{number}×{pips}" for pips, number in table.discards) or words.text(texts.NONE)
    yield f"{words.say(texts.PILE, count=table.pile)}, {words.say(texts.DISCARDS, dice=dice)}"


def _place(place: Place, width: int, words: Words) -> Iterator[str]:
    dice = words.text(texts.LEFT_TABLE) if place.left else " ".join(str(die or "?") for die in place.dice)
    first = f"{'>' if place.to_move else ' '} {_fitted(place.name, width)}{place.score:4}  {dice:5}"
    parts = []
    for row in place.rows:
        for index, card in enumerate(row.cards):
            slot = "" if index else f" {row.slot}"
            parts.append(f"{slot}[{'x' if card.stolen else ''}{_figure(card)}]")
    yield from _filled(first, parts)


def _figure(card: Card) -> str:
    return f"{card.figure}{'*' * card.stars}"


def _filled(first: str, parts: Iterable[str]) -> Iterator[str]:
    """A line that goes on below itself when it is full; no part is broken."""
    line, margin = first, " " * _columns(first)
    for part in parts:
        if _columns(line) + _columns(part.rstrip()) > WIDTH and line != margin:
            yield line
            line = margin
        line += part
    yield line


def _numbered(moves: Sequence[str]) -> list[str]:
    """Moves to choose from by number, in columns."""
    width = max(map(_columns, moves)) + 6
    across = max(1, WIDTH // width)
    cells = [f"{number:3} {move}" for number, move in enumerate(moves, 1)]
    cells = [cell + " " * (width - _columns(cell)) for cell in cells]
    return ["".join(cells[at : at + across]) for at in range(0, len(cells), across)]


def _wrapped(text: str, first: str = "", later: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,  # addresses stay whole
        break_on_hyphens=False,
    )


def _fitted(text: str, width: int) -> str:
    """A text in exactly so many columns, with a mark where it was cut."""
    if _columns(text) > width:
        while _columns(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - _columns(text))


def _columns(text: str) -> int:
    """How wide a text is where letters have one width."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)
