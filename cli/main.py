"""The command `mensch`: a group that loads a command only when it is asked for.

Listing the commands needs nothing but click, so help is there at once. What goes wrong leaves by one door:
one line on stderr and the exit code of its error.
"""

from __future__ import annotations

import errno
import os
import sys
from importlib import import_module

import click

from mensch.cli import texts

DEBUG = "MENSCH_DEBUG"
"""Environment variable that shows where an unexpected error came from."""


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, each loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of help."""
        return list(texts.SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, loaded now."""
        if cmd_name not in texts.SUMMARIES:
            return None
        command: click.Command = import_module(f"mensch.cli.{cmd_name}").command
        details = command.help or ""
        command.help = f"{texts.SUMMARIES[cmd_name]}\n\n{details}" if details else texts.SUMMARIES[cmd_name]
        command.name = cmd_name
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run; abbreviations are not taken, so that a new command breaks no script."""
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None:
            from difflib import get_close_matches

            close = get_close_matches(name, texts.SUMMARIES, 1)
            hint = f" Did you mean “{close[0]}”?" if close else ""
            ctx.fail(f"There is no command “{click.format_filename(name)}”.{hint}")
        return command.name, command, args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(texts.SUMMARIES.items()))


def _report(error: BaseException) -> int:
    """Say in one line what went wrong; the exit code."""
    from mensch.core.errors import MenschError

    match error:
        case MenschError():
            return _say(str(error), error.exit_code)
        case click.exceptions.Exit():
            return error.exit_code
        case click.ClickException():
            error.show()
            return error.exit_code
        case click.Abort() | KeyboardInterrupt():
            click.echo(err=True)
            return 130
        case BrokenPipeError():
            _drop_output()  # whoever read it has enough
            return 0
        case OSError(errno=errno.ENOSPC | errno.EIO | errno.EDQUOT | errno.EFBIG):
            _drop_output()
            return _say(texts.NO_SPACE.format(reason=error.strerror), 1)
        case SystemExit():
            return error.code if isinstance(error.code, int) else 1
    if os.environ.get(DEBUG):
        raise error
    return _say(texts.INTERNAL.format(error=f"{type(error).__name__}: {error}"), 1)


def _drop_output() -> None:
    """Write nothing more, also not what is still buffered when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str, code: int) -> int:
    click.echo(f"mensch: {' '.join(message.split())}", err=True)
    return code


@click.group(cls=LazyGroup, help=texts.PROGRAM, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mensch", prog_name="mensch")
def commands() -> None:
    """Nothing happens before a command does."""


def main() -> None:
    """Run the program, and turn every error into one line and an exit code."""
    try:
        code = commands.main(prog_name="mensch", standalone_mode=False)
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001  # the one door through which everything leaves
        code = _report(error)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
