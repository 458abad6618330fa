"""Logs to read, from what a person typed: a file, standard input, or a game in the store."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import msgspec

from mensch.cli.opening import open_store
from mensch.core.errors import NotFoundError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.archive import read_lines
from mensch.events.ids import prefix_of
from mensch.events.loading import find_log
from mensch.events.store import Store
from mensch.events.tournament.finding import SLUG
from mensch.events.words.reasons import reason_of

STANDARD_INPUT = "-"


class Stored(msgspec.Struct, frozen=True):
    """A game where it lies.

    Attributes:
        store: the store.
        game: its id, in full.
    """

    store: Store
    game: str

    @property
    def lines(self) -> list[bytes]:
        """Its records as they stand there, whatever the index says."""
        return self.store.read_all(self.game)


class Lines(msgspec.Struct, frozen=True):
    """A log that was read from a file, within the limits of `mensch.events.archive`."""

    lines: list[bytes]


def open_log(typed: str) -> Stored | Lines:
    """The log that a person means: a file of this name if there is one, else a game.

    Raises:
        NotFoundError: there is neither, or the file cannot be read.
        UsageError: several games begin so.
        ServerError: it is not a file, and the server is missing or unfit.
    """
    if typed == STANDARD_INPUT or os.path.exists(typed):  # Path's raises where a name is too long for a file
        return Lines(lines_of(typed))
    if prefix_of(typed) is None and SLUG.fullmatch(typed.strip().lower()) is None:
        raise NotFoundError(
            said("there is no file “{typed}”, and no game id looks like that", typed=printable(typed, 200))
        )
    store = open_store()
    try:
        return Stored(store, find_log(store, typed))
    except NotFoundError:
        raise NotFoundError(
            said("there is neither a file nor a game “{typed}”", typed=printable(typed, 200))
        ) from None


def lines_of(file: str) -> list[bytes]:
    """The lines of a file, with their line feeds; of one past the limits so many that this shows.

    Args:
        file: its name; `-` for standard input.

    Raises:
        NotFoundError: it is not there, or cannot be read.
    """
    if file == STANDARD_INPUT:
        stdin: BinaryIO = sys.stdin.buffer
        return list(read_lines(stdin))
    try:
        with open(file, "rb") as stream:
            return list(read_lines(stream))
    except (OSError, ValueError) as error:  # the second for a name with a NUL in it
        reason = reason_of(error) if isinstance(error, OSError) else said("it has an impossible name")
        raise NotFoundError(
            said("the file “{file}” cannot be read: {reason}", file=printable(file, 200), reason=reason)
        ) from None
