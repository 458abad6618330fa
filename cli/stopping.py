"""Signals that end a long-running command in order, with exit code 0."""

from __future__ import annotations

import _thread
import signal
import sys
import threading

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def end_on_signals() -> None:
    """Let SIGTERM or Ctrl-C end this process where it is, for as long as it has no job in hand."""
    for number in _SIGNALS:
        signal.signal(number, lambda *_: sys.exit(0))


def stop_on_signals() -> threading.Event:
    """An event that SIGTERM or Ctrl-C sets."""
    stop = threading.Event()
    for number in _SIGNALS:
        # Set by another thread: the signal may interrupt this one inside `stop.wait`, which holds the event's
        # lock then, and would wait for it for ever.
        signal.signal(number, lambda *_: _thread.start_new_thread(stop.set, ()))
    return stop
