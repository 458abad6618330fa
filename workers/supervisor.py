"""Several processes of this program as one: they are started, started again when they end, and ended."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

import msgspec

from mensch.workers.joblog import log
from mensch.workers.queues import JOB_SECONDS
from mensch.workers.supervised import VARIABLE

LONGEST_PAUSE = 30.0
"""Seconds before a process that keeps ending is started again, at most."""

_FIRST_PAUSE = 0.5
_LONGEST_END = JOB_SECONDS + 10.0  # a process that takes longer to end hangs
_STEADY = 10.0  # a process that ran for so many seconds is not one that keeps ending
_LOOK = 0.2


class _Child(msgspec.Struct):
    """One of the processes.

    Attributes:
        process: the one that runs, or ran last.
        started: when it was started, by the monotonic clock.
        pause: seconds until it is started again once it has ended.
        due: when that is, by the monotonic clock; None while it runs.
    """

    arguments: Sequence[str]
    process: subprocess.Popen[bytes]
    started: float
    pause: float = _FIRST_PAUSE
    due: float | None = None


def supervise(commands: Sequence[Sequence[str]], stop: threading.Event, *, again: bool = True) -> None:
    """Keep some commands of this program running until told to stop; then end them and wait for them.

    A worker finishes the job in hand before it ends. If this process is killed, the others end by themselves
    (`mensch.workers.supervised`).

    Args:
        commands: the arguments of each, as typed after `mensch`.
        again: start one that ended again; otherwise return when all have ended.
    """
    ours, theirs = os.pipe()  # closed with this process, and never written to
    children: list[_Child] = []
    try:
        for command in commands:
            children.append(_Child(command, _start(command, ours), time.monotonic()))
        while not stop.wait(_LOOK) and (again or any(child.due is None for child in children)):
            now = time.monotonic()
            for child in children:
                if child.due is None:
                    _notice_end(child, now)
                elif again and child.due <= now:
                    child.process, child.started, child.due = _start(child.arguments, ours), now, None
    finally:
        running = [child for child in children if child.due is None]
        for child in running:
            with contextlib.suppress(ProcessLookupError):
                child.process.send_signal(signal.SIGTERM)
        for child in running:
            _wait_for_end(child)
        os.close(ours)
        os.close(theirs)


def _notice_end(child: _Child, now: float) -> None:
    code = child.process.poll()
    if code is None:
        return
    log("process ended", command=" ".join(child.arguments), code=code)
    if now - child.started > _STEADY:
        child.pause = _FIRST_PAUSE
    child.due = now + child.pause
    child.pause = min(2 * child.pause, LONGEST_PAUSE)


def _wait_for_end(child: _Child) -> None:
    try:
        child.process.wait(_LONGEST_END)
    except subprocess.TimeoutExpired:
        log("process killed", command=" ".join(child.arguments))
        child.process.kill()
        child.process.wait()


def _start(arguments: Sequence[str], pipe: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        # -P: whatever lies in the current folder is not imported.
        [sys.executable, "-P", "-m", "mensch.cli.main", *arguments],
        stdin=pipe,
        env=os.environ | {VARIABLE: "1"},
        # A session of its own: Ctrl-C reaches this process alone, which then ends the others in order.
        start_new_session=True,
    )
