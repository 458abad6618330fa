"""Help: there at once, complete, and short enough for 80 columns."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

from mensch.cli import texts
from tests.cli.command_line import environment, in_this_process

_HEAVY = """
import sys
sys.argv = ["mensch", "--help"]
from mensch.cli.main import main
try:
    main()
finally:
    heavy = {"redis", "rq", "rich", "msgspec", "platformdirs", "hiredis"} & set(sys.modules)
    print("heavy:", sorted(heavy), file=sys.stderr)
"""


def test_help_imports_nothing_that_takes_long() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _HEAVY], capture_output=True, text=True, env=environment(None), check=True
    )
    assert done.stderr == "heavy: []\n"
    assert done.stdout.startswith("Usage: mensch [OPTIONS] COMMAND")


@pytest.mark.parametrize("words", [["--help"], ["-h"]])
def test_help_lists_every_command_with_what_it_is_for(words: list[str]) -> None:
    lines = in_this_process(*words).ok().lines
    for name, summary in texts.SUMMARIES.items():
        assert any(line.split() == [name, *summary.split()] for line in lines)


def test_without_a_command_it_is_help_and_an_error() -> None:
    answer = in_this_process()
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == in_this_process("--help").ok().out


@pytest.mark.parametrize("name", texts.SUMMARIES)
def test_each_command_explains_itself(name: str) -> None:
    for _ in range(2):  # asking twice in one process changes nothing
        lines = in_this_process(name, "--help").ok().lines
        assert lines[0].startswith(f"Usage: mensch {name} ")
        assert lines[2] == f"  {texts.SUMMARIES[name]}"
        text = lines[: lines.index("Options:")]
        assert not any(line.startswith("   ") or "   " in line.strip() for line in text), "ragged"
        assert not any(line.strip() == texts.SUMMARIES[name] for line in lines[3:])
        assert max(map(len, lines)) <= 80


def test_the_version_is_told() -> None:
    assert in_this_process("--version").ok().out == f"mensch, version {version('mensch')}\n"


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("paly", "There is no command “paly”. Did you mean “play”?; see mensch --help"),
        ("replays", "Did you mean “replay”?"),
        ("xyzzy", "There is no command “xyzzy”; see mensch --help"),
        ("", "There is no command “”"),
        ("PLAY", "There is no command “PLAY”"),
        ("sho", "There is no command “sho”. Did you mean “show”?"),
        ("main", "There is no command “main”"),
        ("texts", "There is no command “texts”"),
        ("../new", "There is no command “../new”"),
        ("\x1b[2J", "There is no command “�[2J”"),
        ("--nonsense", "No such option '--nonsense'"),
    ],
)
def test_a_command_that_is_none_is_refused(typed: str, complaint: str) -> None:
    in_this_process(typed).refused(2, complaint)
