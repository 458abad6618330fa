"""The command as a program sees it: words and input go in; exit code, output and messages come out.

`mensch` in this process for the many cases of what is said, the installed script in one of its own for what
only a process has: pipes, signals, encodings.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from mensch.cli.main import main
from mensch.events.server.address import URL_VARIABLE

SCRIPT = Path(sys.executable).parent / "mensch"
"""The installed script."""

Document = dict[str, Any]  # Any: what --json prints is asked for its parts, test by test
"""A JSON object."""


class Answer(msgspec.Struct, frozen=True):
    """What a command did.

    Attributes:
        code: the exit code.
        out: what stood on stdout.
        err: what stood on stderr.
    """

    code: int
    out: str
    err: str = ""

    @property
    def lines(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()

    @property
    def documents(self) -> list[Document]:
        """The JSON documents of stdout, one per line and nothing else; of a command that succeeded."""
        assert self.code == 0, self.err
        assert self.out.endswith("\n") or not self.out
        return [msgspec.json.decode(line, type=Document) for line in self.out.splitlines()]

    @property
    def document(self) -> Document:
        """The one JSON document of stdout."""
        (only,) = self.documents
        return only

    def ok(self) -> Answer:
        """This answer, of a command that did what it was asked to and had nothing to say about it."""
        assert (self.code, self.err) == (0, ""), self.err
        return self

    def refused(self, code: int, *texts: str) -> Answer:
        """This answer, of a command that said in one clear line why not, and did and printed nothing."""
        assert self.code == code, (self.code, self.err)
        assert self.out == ""
        return self.complained(*texts)

    def complained(self, *texts: str) -> Answer:
        """This answer, with one clear line on stderr that holds all of these texts."""
        assert self.err.startswith("mensch: ")
        assert self.err.endswith("\n")
        line = self.err[:-1]
        assert line.isprintable(), "more than one line, or signs that steer a terminal"
        for text in texts:
            assert text in line, line
        return self


class Mensch(Protocol):
    """`mensch("show", game)` runs that command against a test's own server."""

    def __call__(self, *words: str, typed: str | bytes = "") -> Answer:
        """Run a command; `typed` is what stands on stdin."""


def in_this_process(*words: str, typed: str | bytes = "") -> Answer:
    """Run `mensch` with these words, from its first line to its exit code."""
    content = typed.encode() if isinstance(typed, str) else typed
    out, err = io.BytesIO(), io.BytesIO()
    with _streams(content, out, err), _arguments(words):
        code: str | int | None = None
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        assert isinstance(code, int)
        return Answer(code, out.getvalue().decode(), err.getvalue().decode())


@contextmanager
def _streams(typed: bytes, out: io.BytesIO, err: io.BytesIO) -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8")
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextmanager
def _arguments(words: Sequence[str]) -> Iterator[None]:
    before = sys.argv
    sys.argv = ["mensch", *words]
    try:
        yield
    finally:
        sys.argv = before


def environment(url: str | None, changes: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """The environment of a child: this one's with changes; None takes a variable away.

    Args:
        url: of the server; None for the private one.
    """
    result = dict(os.environ)
    for name, value in {URL_VARIABLE: url, "NO_COLOR": None, "TERM": "xterm", **(changes or {})}.items():
        result.pop(name, None)
        if value is not None:
            result[name] = value
    return result


def installed(
    words: Sequence[str | bytes],
    url: str | None,
    *,
    typed: bytes = b"",
    env: Mapping[str, str | None] | None = None,
) -> Answer:
    """Run the installed script in a process of its own."""
    done = subprocess.run(
        [SCRIPT, *words], input=typed, capture_output=True, env=environment(url, env), timeout=60, check=False
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())
