"""How a command ends: exit codes that are no error's, and what to do when nobody reads its output."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

import click

NEEDS_A_PERSON = 9
"""The exit code when something needs a person (design.md)."""


def drop_output() -> None:
    """Write nothing more, also not what is still buffered when the program ends."""
    if sys.stdout is not None:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


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
