"""Groups of commands, each of which is loaded only when it is asked for.

Listing them needs nothing but click, so help is there at once.
"""

from __future__ import annotations

import inspect
import keyword
import os
from collections.abc import Mapping
from importlib import import_module

import click

from mensch.cli import texts
from mensch.cli.language import WORDS

COMPLETION = "_MENSCH_COMPLETE"
"""Environment variable with which a shell asks click for completions."""


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own.

    Attributes:
        package: where these modules are.
        summaries: what each command does, in a sentence, by its name and in the order of help.
        about: an argument that commands have in common, and what their help says of it.
    """

    package = "mensch.cli"
    summaries: Mapping[str, str] = texts.SUMMARIES
    about = ("game", texts.GAME)

    def load(self, name: str) -> click.Command:
        """Load a command: what is called `command` in the module of its name, which has an underscore behind
        it where Python could not import it otherwise."""
        module = f"{name}_" if keyword.iskeyword(name) else name
        command: click.Command = import_module(f"{self.package}.{module}").command
        return command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of help."""
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, loaded now."""
        if cmd_name not in self.summaries:
            return None
        command = self.load(cmd_name)
        summary, details = self.summaries[cmd_name], inspect.cleandoc(command.help or "")
        if not details.startswith(summary):
            parts = [summary, WORDS.text(details)]
            argument, text = self.about
            if any(parameter.name == argument for parameter in command.params):
                parts.append(text)
            command.help = "\n\n".join(parts)
        command.name = cmd_name
        if COMPLETION in os.environ:
            _offer_words(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run; abbreviations are not taken, so that a new command breaks no script."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None:
            from difflib import get_close_matches

            close = get_close_matches(name, self.summaries, 1)
            text = texts.NO_COMMAND_BUT if close else texts.NO_COMMAND
            ctx.fail(text.format(name=click.format_filename(name), close="".join(close)))
        return command.name, command, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section(texts.COMMANDS):
            formatter.write_dl(list(self.summaries.items()))


def _offer_words(command: click.Command) -> None:
    """Let a shell complete the arguments of a command that are ids of games, or moves."""
    from mensch.cli.completing import TYPES

    for parameter in command.params:
        if isinstance(parameter, click.Argument) and parameter.name in TYPES:
            parameter.type = TYPES[parameter.name]
