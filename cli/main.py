"""The command `mensch`: what goes wrong leaves by one door, as one line on stderr and an exit code."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import sys

import click

from mensch.cli import texts
from mensch.cli.ending import drop_messages, drop_output
from mensch.cli.language import OPTION, WORDS
from mensch.cli.lazy_group import COMPLETION, LazyGroup
from mensch.events.words import LANGUAGES

DEBUG = "MENSCH_DEBUG"
"""Environment variable that shows where an unexpected error came from."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


def _report(error: BaseException) -> int:
    """Say in one line what went wrong; the exit code."""
    from mensch.core.errors import MenschError

    match error:
        case MenschError():
            return _say(WORDS.of_error(error), error.exit_code)
        case click.exceptions.Exit():
            return error.exit_code
        case click.exceptions.NoArgsIsHelpError():
            error.show()
            return error.exit_code
        case click.UsageError(ctx=click.Context(command_path=command)):
            problem = error.format_message().rstrip(".")
            usage = texts.USAGE.format(problem=problem, command=command)
            return _say(usage, error.exit_code)
        case click.ClickException():
            return _say(error.format_message(), error.exit_code)
        case click.Abort() | KeyboardInterrupt():
            with contextlib.suppress(OSError):
                click.echo(err=True)  # what comes next does not stand behind the ^C
            return INTERRUPTED
        case BrokenPipeError() | SystemExit(__context__=BrokenPipeError()):  # the second is rich's
            drop_output()  # whoever read it has enough
            return 0
        case OSError(errno=errno.ENOSPC | errno.EIO | errno.EDQUOT | errno.EFBIG | errno.EBADF):
            drop_output()
            return _say(texts.NO_OUTPUT.format(reason=WORDS.text(error.strerror or "")), 1)
        case SystemExit():
            return error.code if isinstance(error.code, int) else 1
    if os.environ.get(DEBUG):
        raise error
    return _say(texts.INTERNAL.format(error=f"{type(error).__name__}: {error}"), 1)


def _say(message: str, code: int) -> int:
    """Say one line on stderr; the code."""
    from mensch.cli.complaint import complain

    try:
        complain(message)
    except OSError:  # where nobody can read it, the code still says it
        drop_messages()
    return code


def _open_streams() -> None:
    """Make the standard streams fit for any text: what a terminal cannot show becomes a question mark.

    Raises:
        OSError: the output is closed, and nothing should happen that nobody hears of.
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  # open for as long as the program runs
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            # click takes ASCII for a locale that was forgotten and writes UTF-8; so does this, then.
            stream.reconfigure(encoding="utf-8" if ascii_only else None, errors="replace")


@click.group(cls=LazyGroup, help=texts.PROGRAM, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(OPTION, type=click.Choice(LANGUAGES), expose_value=False, help=texts.LANG)
@click.version_option(package_name="mensch", prog_name="mensch")
def commands() -> None:
    """Nothing happens before a command does."""


def _run() -> object:
    """What click's own main does, but that leaves a closed pipe to us; the exit code, None for 0."""
    if COMPLETION in os.environ:  # a shell asks how a word may go on
        return commands.main(prog_name="mensch", standalone_mode=False)
    with commands.make_context("mensch", sys.argv[1:]) as context:
        commands.invoke(context)
    return None


def main() -> None:
    """Run the program, and turn every error into one line and an exit code."""
    try:
        _open_streams()
        code = _run()
        sys.stdout.flush()
    except BaseException as error:  # noqa: BLE001  # the one door through which everything leaves
        code = _report(error)
    sys.exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    main()
