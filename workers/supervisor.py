"""Several processes of this program as one: they are started, started again when they end, and ended."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import msgspec

from mensch.workers.joblog import log

LONGEST_PAUSE = 30.0
"""Seconds before a process that keeps ending is started again, at most."""

_STEADY = 10.0  # a process that ran for so many seconds is not one that keeps ending
_LOOK = 0.2


class _Child(msgspec.Struct):
    arguments: Sequence[str]
    process: subprocess.Popen[bytes]
    started: float
    pause: float = 0.5


def supervise(commands: Sequence[Sequence[str]], stop: threading.Event, *, again: bool = True) -> None:
    """Keep some commands of this program running until told to stop; then end them and wait for them.

    A worker finishes the job in hand before it ends.

    Args:
        commands: the arguments of each, as typed after `mensch`.
        again: start one that ended again; otherwise return when all have ended.
    """
    children = [_Child(command, _start(command), time.monotonic()) for command in commands]
    waiting: list[tuple[float, _Child]] = []
    try:
        while not stop.wait(_LOOK) and (again or children):
            now = time.monotonic()
            for child in [child for child in children if child.process.poll() is not None]:
                children.remove(child)
                if now - child.started > _STEADY:
                    child.pause = 0.5
                log("process ended", command=" ".join(child.arguments), code=child.process.returncode)
                if again:
                    waiting.append((now + child.pause, child))
                child.pause = min(2 * child.pause, LONGEST_PAUSE)
            for at, child in [entry for entry in waiting if entry[0] <= now]:
                waiting.remove((at, child))
                child.process, child.started = _start(child.arguments), now
                children.append(child)
    finally:
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                child.process.send_signal(signal.SIGTERM)
        for child in children:
            child.process.wait()


def _start(arguments: Sequence[str]) -> subprocess.Popen[bytes]:
    # A session of its own: Ctrl-C reaches this process alone, which then ends the others in order.
    return subprocess.Popen([sys.executable, "-m", "mensch.cli.main", *arguments], start_new_session=True)
