"""`mensch mail receive`: one message from a mail server."""

from __future__ import annotations

import sys

import click

from mensch.cli import texts
from mensch.cli.complaint import complain
from mensch.cli.language import WORDS
from mensch.cli.opening import open_referee
from mensch.core.errors import MenschError

TEMPORARY = 75
"""Exit code of sysexits.h: the mail server keeps the message and tries again later."""

_CHUNK = 65536


@click.command()
def command() -> None:
    """Reads the message from standard input, as a mail server's pipe hands it over. Whatever becomes of it,
    the exit code is 0; it is 75 when a server is away or something is wrong here, so that the mail server
    keeps the message and tries again. A sender is never told anything but by an answer of our own."""
    from mensch.workers.mail.inbound.receive import receive, terms

    try:
        receive(open_referee(), _message(), terms())
    except MenschError as error:
        complain(WORDS.of_error(error))
    except Exception as error:  # noqa: BLE001  # mail servers send the sender what they do not understand
        complain(texts.INTERNAL.format(error=type(error).__name__))
    else:
        return
    raise click.exceptions.Exit(TEMPORARY)


def _message() -> bytes:
    """The message, as far as it is looked at. All of it is read, so that nobody writes into a closed pipe."""
    from mensch.workers.mail.inbound.reading import LARGEST

    source = sys.stdin.buffer
    kept = source.read(LARGEST + 1)
    while source.read(_CHUNK):
        pass
    return kept
