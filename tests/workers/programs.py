"""`mensch …` as processes: started with an environment of their own, read, and ended by their ids."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from mensch.events.clock import OFFSET
from mensch.events.server.address import URL_VARIABLE
from mensch.workers.queues import URL_VARIABLE as QUEUE_VARIABLE
from tests.servers import alive, eventually

COMMAND = (sys.executable, "-P", "-m", "mensch.cli.main")

Line = dict[str, Any]  # Any: a log line, whose fields each test asks for
"""One line of a program's log."""


class Program:
    """One running `mensch …`.

    Args:
        words: what is typed after `mensch`.
        environment: of the process.
        folder: where its output goes.
        command: another program in place of `mensch`.
    """

    def __init__(
        self, words: tuple[str, ...], environment: dict[str, str], folder: Path, command: tuple[str, ...]
    ) -> None:
        self.words = words
        self._kept = ""
        with tempfile.NamedTemporaryFile("wb", dir=folder, prefix=f"{words[0]}-", delete=False) as output:
            self._output = Path(output.name)
            self._process = subprocess.Popen(
                [*command, *words], env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def output(self) -> str:
        """All that it, and what it started, has printed so far."""
        if self._output.exists():
            self._kept = self._output.read_text()
        return self._kept

    def keep_output(self) -> None:
        """Read what it has printed, so that it can be asked for when its folder is gone."""
        self._kept = self.output

    @property
    def log(self) -> list[Line]:
        """Its log; every line that begins like JSON has to be JSON, whole lines only."""
        lines = self.output.rpartition("\n")[0].splitlines()
        return [msgspec.json.decode(line, type=Line) for line in lines if line.startswith("{")]

    def lines(self, event: str) -> list[Line]:
        """The log lines of one event."""
        return [line for line in self.log if line["event"] == event]

    def says(self, event: str, *, seconds: float = 20, **fields: object) -> None:
        """Wait for a log line of an event with these fields."""
        eventually(
            lambda: any(fields.items() <= line.items() for line in self.lines(event)),
            f"{' '.join(self.words)} to log {event} {fields}; so far: {self.output[-2000:]}",
            seconds,
        )

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def ended(self, seconds: float = 30) -> int:
        """Wait for its end; the exit code."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{' '.join(self.words)} does not end: {self.output[-2000:]}") from None

    def terminate(self) -> int:
        """End it as an operator does; the exit code."""
        self.send(signal.SIGTERM)
        return self.ended()

    def kill(self, *, with_children: bool = True) -> None:
        """End it with SIGKILL, and all that it has started first, so that nothing of it goes on."""
        kill(self.pid, with_children=with_children)
        self._process.wait()


class Programs:
    """Starts programs and ends at the end whichever still run.

    Args:
        url: of the log's server; None for the private one.
        queue_url: of the queues' own server.
    """

    def __init__(
        self, url: str | None, queue_url: str | None = None, changes: dict[str, str] | None = None
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="mensch-")
        self._started: list[Program] = []
        self._environment = {
            name: value for name, value in os.environ.items() if name not in (URL_VARIABLE, QUEUE_VARIABLE)
        }
        self._environment |= {URL_VARIABLE: url} if url else {}
        self._environment |= {QUEUE_VARIABLE: queue_url} if queue_url else {}
        self._environment |= changes or {}

    def start(
        self,
        *words: str,
        ahead: float = 0,
        command: tuple[str, ...] = COMMAND,
        changes: dict[str, str] | None = None,
    ) -> Program:
        """Start `mensch` with these words.

        Args:
            ahead: by how many seconds its clock is ahead.
            changes: to the environment.
        """
        environment = self._environment | (changes or {}) | ({OFFSET: str(ahead)} if ahead else {})
        program = Program(words, environment, Path(self._folder.name), command)
        self._started.append(program)
        return program

    def run(self, *words: str, ahead: float = 0, code: int = 0) -> Program:
        """Start `mensch`, wait for its end, and check the exit code."""
        program = self.start(*words, ahead=ahead)
        ended = program.ended()
        assert ended == code, program.output
        return program

    @property
    def output(self) -> str:
        """All that any of them has printed."""
        return "".join(program.output for program in self._started)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for program in self._started:
            with contextlib.suppress(ProcessLookupError):
                program.kill()
            program.keep_output()
        self._folder.cleanup()


def children(pid: int) -> list[int]:
    """The ids of the processes that a process has started."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def descendants(pid: int) -> Iterator[int]:
    """All processes below a process, the nearest first."""
    for child in children(pid):
        yield child
        yield from descendants(child)


def kill(pid: int, *, with_children: bool = True) -> None:
    """SIGKILL for a process; and for all below it, which are stopped before so that they start nothing."""
    doomed = [pid]
    if with_children and alive(pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
        for child in descendants(pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGSTOP)
            doomed.append(child)
    for one in doomed:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)
