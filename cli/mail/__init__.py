"""`mensch mail`: what goes out and comes in by mail."""

from __future__ import annotations

from importlib import import_module

import click

from mensch.cli import texts
from mensch.cli.lazy_group import LazyGroup

_MODULES = {"test": "probe"}  # a module `test` would be taken for one of tests


class _Commands(LazyGroup):
    package = __name__
    summaries = texts.MAIL_SUMMARIES

    def load(self, name: str) -> click.Command:
        command: click.Command = import_module(f"{self.package}.{_MODULES.get(name, name)}").command
        return command


@click.group(cls=_Commands)
def command() -> None:
    """The service sends by itself, with a worker for the queue mail; docs/mail.md says how to set it up."""
