"""How a command ends: exit codes that are no error's, and what to do when nobody reads its output."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

import click

NEEDS_A_PERSON = 9
"""The exit code when something needs a person (design.md)."""


def drop_output() -> None:
    """Write nothing more to stdout, also not what is still buffered when the program ends."""
    _drop(sys.stdout)


def drop_messages() -> None:
    """The same for stderr; what Python could not write there would become an exit code of its own."""
    _drop(sys.stderr)


def _drop(stream: TextIO | None) -> None:
    if stream is not None:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())


@contextlib.contextmanager
def ending_with(verdict: int) -> Iterator[None]:
    """Show a verdict inside, and end with it as the exit code, also where its reader has enough before the
    end: 0 would then say that nothing is broken."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        drop_output()
    except SystemExit as error:
        if not isinstance(error.__context__, BrokenPipeError):  # rich's way to say the same
            raise
        drop_output()
    raise click.exceptions.Exit(verdict)
