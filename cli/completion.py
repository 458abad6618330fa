"""`mensch completion`: what a shell has to read to complete words of this program."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from mensch.cli import texts
from mensch.cli.main import COMPLETION, commands

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Commands, options, ids of games and legal moves are completed with Tab once the shell has read this:
    put `eval "$(mensch completion bash)"` into ~/.bashrc, the same with zsh into ~/.zshrc, or for fish
    `mensch completion fish | source` into ~/.config/fish/config.fish."""
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(commands, {}, "mensch", COMPLETION).source()
    click.echo(f"{texts.COMPLETION_HEADER}\n{script}")
