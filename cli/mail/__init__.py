"""`mensch mail`: a group of commands, each loaded when it is called."""

from __future__ import annotations

import inspect
from importlib import import_module

import click

from mensch.cli import texts
from mensch.cli.language import WORDS

_MODULES = {"test": "probe", "receive": "receive", "poll": "poll", "kept": "kept"}
"""The module of each command, below this one."""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _MODULES:
            return None
        command: click.Command = import_module(f"mensch.cli.mail.{_MODULES[cmd_name]}").command
        summary, details = texts.MAIL_SUMMARIES[cmd_name], inspect.cleandoc(command.help or "")
        if not details.startswith(summary):
            command.help = f"{summary}\n\n{WORDS.text(details)}"
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(texts.COMMANDS):
            formatter.write_dl([(name, texts.MAIL_SUMMARIES[name]) for name in _MODULES])


@click.group(cls=_Commands)
def command() -> None:
    """The service sends by itself, with a worker for the queue mail; docs/mail.md says how to set it up."""
