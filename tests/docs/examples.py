"""The shell examples of a document: how they are read, run and compared.

An example is a line `$ command` in a block fenced as ```console, and what it prints is what stands below it.
`…` stands for whatever a run prints there (times, hashes, addresses); everything else has to be the same. At
a prompt the document shows what a person typed, and the run gets it as input.

`python -m tests.docs.examples` runs all examples and writes into the documents what has changed.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.servers import RedisServer

ROOT = Path(__file__).parents[2]
DOCUMENTS = (
    "README.md",
    "docs/play.md",
    "docs/operate.md",
    "docs/disputes.md",
    "docs/correspondence.md",
    "docs/tournaments.md",
)

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_EXAMPLE = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
# The two prompts of `mensch play`. In a terminal what is typed there ends the line; with input from a pipe it
# is not seen, and the line goes on.
_PROMPT = r"\(number, move, .*?\) \[.*?\]: |press Enter"


class Example(msgspec.Struct, frozen=True):
    """A command in a document.

    Attributes:
        start: where what it prints begins in the document, in characters.
        command: what a person types, for a shell.
        printed: what the document says that it prints, with what is typed at prompts.
    """

    start: int
    command: str
    printed: str

    @property
    def typed(self) -> list[str]:
        """What a person types at its prompts, line by line."""
        return [found[1] for found in re.finditer(f"(?:{_PROMPT})(.*)\n", self.printed)]


class Run(msgspec.Struct, frozen=True):
    """What became of an example.

    Attributes:
        example: which one.
        output: what it printed, with what was typed put back in behind the prompts.
        failed: whether it ended with an exit code other than 0.
    """

    example: Example
    output: str
    failed: bool

    @property
    def as_documented(self) -> bool:
        """Whether the output is the one that the document shows."""
        pattern = ".*?".join(map(re.escape, self.example.printed.split("…")))
        return re.fullmatch(pattern, self.output, re.DOTALL) is not None

    @property
    def refused(self) -> bool:
        """Whether the program said that something went wrong."""
        return re.search(r"^(mensch|Error): ", self.output, re.MULTILINE) is not None


def examples(text: str) -> list[Example]:
    """The examples of a document, in order."""
    return [
        Example(block.start(1) + found.start(2), found[1], found[2])
        for block in _BLOCK.finditer(text)
        for found in _EXAMPLE.finditer(block[1])
    ]


def run(document: str) -> Iterator[Run]:
    """Run the examples of a document one after the other against one real server.

    Args:
        document: its path in the checkout.
    """
    with RedisServer() as server, tempfile.TemporaryDirectory(prefix="mensch-") as temporary:
        folder = Path(temporary)
        (folder / "bin").mkdir()
        (folder / "here").mkdir()
        environment = {
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "MENSCH_REDIS_URL": server.url,
            "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHONSAFEPATH": "1",
        }
        times: Counter[str] = Counter()
        for example in examples((ROOT / document).read_text(encoding="utf-8")):
            times[example.command] += 1
            # By the command and not by its place, so that one more example leaves the others as they are.
            _install(folder / "bin" / "mensch", f"{example.command} {times[example.command]}")
            yield _run(example, folder / "here", environment)


def _install(program: Path, source: str) -> None:
    command = [sys.executable, "-m", "tests.docs.reproducible", source]
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n', encoding="utf-8")
    program.chmod(0o700)


def _run(example: Example, folder: Path, environment: dict[str, str]) -> Run:
    done = subprocess.run(
        ["sh", "-c", example.command],
        cwd=folder,
        env=environment,
        input="".join(f"{line}\n" for line in example.typed),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    answers = iter(example.typed)
    output = re.sub(
        _PROMPT,
        lambda found: f"{found[0]}{line}\n" if (line := next(answers, None)) is not None else found[0],
        done.stdout,
    )
    return Run(example, output, done.returncode != 0)


def refresh(document: str) -> int:
    """Write into a document what its examples print now; how many of them had changed."""
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    changed = [done for done in run(document) if not done.as_documented]
    for done in reversed(changed):
        start = done.example.start
        text = text[:start] + done.output + text[start + len(done.example.printed) :]
    path.write_text(text, encoding="utf-8")
    return len(changed)


if __name__ == "__main__":
    for document in DOCUMENTS:
        print(f"{document}: {refresh(document)} changed")
