"""`mensch completion`: what makes a shell complete the words of this program."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, get_completion_class

from mensch.cli import texts
from mensch.cli.lazy_group import COMPLETION
from mensch.cli.main import commands

SHELLS = ("bash", "zsh", "fish")

_BASH = """\
%(complete_func)s() {
    # Bash breaks a move at its @, so what belongs together is joined first, and $2, the last piece of it, is
    # what the answers have to go on from.
    local words=() word type value
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ ${#words[@]} -gt 0 && ( $word == @* || ${words[-1]} == *@ ) ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    local before=$((${#words[-1]} - ${#2})) last=$((${#words[@]} - 1))
    while IFS=',' read -r type value; do
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("${value:before}") ;;
        esac
    done < <(env COMP_WORDS="${words[*]}" COMP_CWORD=$last %(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class _Bash(BashComplete):
    """Bash with moves that hold an @."""

    source_template = _BASH


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Commands, options, ids of games and legal moves are completed with Tab once the shell has read this:
    put `eval "$(mensch completion bash)"` into ~/.bashrc, the same with zsh into ~/.zshrc, or for fish
    `mensch completion fish | source` into ~/.config/fish/config.fish."""
    kind = _Bash if shell == "bash" else get_completion_class(shell)
    assert kind is not None
    script = kind(commands, {}, "mensch", COMPLETION).source()
    click.echo(f"{texts.COMPLETION_HEADER}\n{script}")
