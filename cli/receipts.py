"""Receipts for what a command has just let happen: asked for, kept in a file, shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import click

from mensch.cli import texts
from mensch.cli.complaint import complain
from mensch.cli.documents import Document
from mensch.cli.ending import NEEDS_A_PERSON
from mensch.cli.language import WORDS
from mensch.core.errors import MenschError, NotFoundError, ServerError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.game import Game
from mensch.events.receipts import Receipt
from mensch.events.words.reasons import reason_of
from mensch.workers.receiving import ask_receipt, signer_runs

_P = ParamSpec("_P")
_R = TypeVar("_R")


def receipt_option(command: Callable[_P, _R]) -> Callable[_P, _R]:
    """The option --receipt FILE, whose value is for `Receipts`."""
    return click.option(
        "receipt_file", "--receipt", metavar="FILE", type=click.Path(path_type=Path), help=texts.RECEIPT_FILE
    )(command)


class Receipts:
    """What the signer says to one command. Where no signer runs, it says nothing.

    Made before anything happens, so that a command whose receipt could not be kept is refused.

    Args:
        file: to which receipts are added; None if the screen is enough.
        distant: whether the receipt comes with an answer, so that no signer is looked for here.

    Raises:
        NotFoundError: the file cannot be written.
        ServerError: a receipt is wanted in a file, and no signer runs.
    """

    def __init__(self, file: Path | None, *, distant: bool = False) -> None:
        self._file = file
        self._latest: Receipt | None = None
        self._missing = False
        if file is not None:
            if not distant and not signer_runs():
                raise ServerError(
                    said("no signer runs, so there would be no receipt: mensch signer, or mensch up")
                )
            _append(file, "")

    def take(self, game: Game) -> None:
        """Get the receipt for a game as it stands now.

        What was commanded has happened, so what goes wrong with the receipt does not undo it, but is said.
        """
        try:
            self._latest = self._kept(ask_receipt(game.id, game.seq), game.id, game.seq, game.head)
        except MenschError as error:
            self._miss(error)

    def take_answered(self, receipt: Receipt | None, game: str, seq: int, head: str) -> None:
        """Take the receipt that came with the answer to a command, as `take` does.

        Args:
            game: the game that the answer names.
            seq: its last record by that answer.
            head: the hash of that record.
        """
        try:
            self._latest = self._kept(receipt, game, seq, head)
        except MenschError as error:
            self._miss(error)

    def _kept(self, receipt: Receipt | None, game: str, seq: int, head: str) -> Receipt | None:
        if receipt is None:
            if self._file is not None:
                raise ServerError(said("no signer runs"))
            return None
        if (receipt.game, receipt.seq, receipt.hash) != (game, seq, head):
            raise ServerError(said("the signer has signed another record: {line}", line=receipt.line))
        if self._file is not None:
            _append(self._file, f"{receipt.line}\n")
        return receipt

    def _miss(self, error: MenschError) -> None:
        self._latest = None
        self._missing = True
        complain(texts.NO_RECEIPT.format(reason=WORDS.of_error(error)))

    def with_latest(self, document: Document) -> Document:
        """A document with the latest receipt in it; without one it stays as it is."""
        return document if self._latest is None else {**document, "receipt": self._latest}

    def finish(self, *, as_json: bool) -> None:
        """Print the latest one, on one line that can be pasted into a mail; not where a document has it.

        Exits with 9, something needs a person, where one that was wanted in a file is missing there.
        """
        if self._latest is not None and not as_json:
            click.echo(self._latest.line)
        if self._missing and self._file is not None:
            raise click.exceptions.Exit(NEEDS_A_PERSON)


def _append(file: Path, text: str) -> None:
    try:
        with file.open("a", encoding="ascii") as kept:
            kept.write(text)
    except OSError as error:
        shown = printable(str(file), 200)
        raise NotFoundError(
            said(
                "the file {shown} for the receipt cannot be written: {reason}",
                shown=shown,
                reason=reason_of(error),
            )
        ) from None
