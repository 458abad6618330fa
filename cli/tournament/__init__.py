"""`mensch tournament`: announcing, running and looking at tournaments."""

from __future__ import annotations

from importlib import import_module

import click

from mensch.cli.lazy_group import LazyGroup
from mensch.cli.tournament import texts

_MODULES = {"enter": "entering", "withdraw": "leaving", "disqualify": "leaving"}
"""The modules that are not called as their commands."""


class _Commands(LazyGroup):
    package = __name__
    summaries = texts.SUMMARIES
    about = ("tournament", texts.TOURNAMENT)

    def load(self, name: str) -> click.Command:
        plain = name.replace("-", "_")
        module = import_module(f"{self.package}.{_MODULES.get(name, plain)}")
        command: click.Command = getattr(module, "list_" if name == "list" else plain)
        return command


@click.group(cls=_Commands)
def command() -> None:
    """Bots play as jobs, people by mail. Its log is the only truth, as a game's is: mensch audit checks it,
    and recomputes its standings from the games."""
