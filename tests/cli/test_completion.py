"""What a shell offers at Tab."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from mensch.events.referee import Referee
from tests.cli.command_line import SCRIPT, Mensch, environment
from tests.cli.games import PEOPLE, begun, choice_of_rows, played
from tests.cli.terminal import Terminal

PATH = f"{SCRIPT.parent}:{os.environ['PATH']}"


def offered(url: str, *words: str) -> list[str]:
    """What is offered for the last of some words, as `bash` gets it."""
    line = " ".join(("mensch", *words))
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words)), "_MENSCH_COMPLETE": "bash_complete"}
    run = subprocess.run(
        [SCRIPT], env=environment(url, asked), capture_output=True, text=True, check=True, timeout=60
    )
    assert not run.stderr
    return [word.partition(",")[2] for word in run.stdout.split()]


def test_a_game_is_completed_from_its_beginning(url: str, referee: Referee) -> None:
    game = begun(referee)
    assert game.id in offered(url, "show", game.id[:4])
    assert offered(url, "show", game.id[:9]) == [game.id]


def test_a_move_is_completed_with_what_is_legal(url: str, referee: Referee) -> None:
    game = begun(referee)
    legal = [move.text for move in game.table.legal_moves()]
    assert offered(url, "play", game.id, "n") == [text for text in legal if text.startswith("N")]


def test_nothing_is_offered_for_what_is_no_game(url: str) -> None:
    assert offered(url, "play", "???") == []
    assert offered(url, "play", "zzzzzzzzzz", "N") == []


def test_a_server_that_is_away_offers_nothing(tmp_path: Path) -> None:
    assert offered(f"unix://{tmp_path}/nobody", "show", "") == []


@pytest.mark.parametrize(("typed", "completed"), [("N6", "N6@"), ("n6@1", "n6@1A")])
def test_bash_completes_a_move_that_says_from_which_row(
    url: str, referee: Referee, typed: str, completed: str
) -> None:
    game = played(referee, begun(referee, PEOPLE), until=choice_of_rows)
    assert {"N6@0A", "N6@1A"} <= {move.text for move in game.table.legal_moves()}
    with Terminal(["--norc", "-i"], url, program="bash", env={"PATH": PATH, "PS1": "ready> "}) as terminal:
        terminal.shows("ready>")
        terminal.types('eval "$(mensch completion bash)"; echo taken\r')
        terminal.shows("\ntaken\n")
        terminal.types(f"mensch play {game.id} {typed}\t")
        terminal.shows(f"ready> mensch play {game.id} {completed}")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_of_its_own(mensch: Mensch, shell: str) -> None:
    script = mensch("completion", shell).ok().out
    assert f"{shell}_complete" in script


def test_bash_takes_the_script(mensch: Mensch) -> None:
    script = mensch("completion", "bash").ok().out
    bash = shutil.which("bash")
    assert bash is not None
    shown = subprocess.run(
        [bash, "--norc", "-c", f"{script}\ncomplete -p mensch"], capture_output=True, text=True, check=True
    )
    assert "_mensch_completion" in shown.stdout
