"""`mensch tournament`: a group of commands, each loaded when it is called."""

from __future__ import annotations

import inspect
from importlib import import_module

import click

from mensch.cli import texts as common
from mensch.cli.language import WORDS
from mensch.cli.tournament import texts

_MODULES = {
    "new": "new",
    "enter": "entering",
    "withdraw": "leaving",
    "disqualify": "leaving",
    "run": "run",
    "watch": "watch",
    "list": "list",
    "show": "show",
    "standings": "standings",
    "cross-table": "cross_table",
    "correct": "correct",
    "close-round": "close_round",
}


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(texts.SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _MODULES:
            return None
        module = import_module(f"mensch.cli.tournament.{_MODULES[cmd_name]}")
        command: click.Command = getattr(
            module, "list_" if cmd_name == "list" else cmd_name.replace("-", "_")
        )
        summary, details = texts.SUMMARIES[cmd_name], inspect.cleandoc(command.help or "")
        if not details.startswith(summary):
            parts = [summary, WORDS.text(details)]
            if any(parameter.name == "tournament" for parameter in command.params):
                parts.append(texts.TOURNAMENT)
            command.help = "\n\n".join(parts)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(common.COMMANDS):
            formatter.write_dl(list(texts.SUMMARIES.items()))


@click.group(cls=_Commands)
def command() -> None:
    """Bots play as jobs, people by mail. Its log is the only truth, as a game's is: mensch audit checks it,
    and recomputes its standings from the games."""
