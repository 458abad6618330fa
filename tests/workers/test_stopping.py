"""Signals reach a loop that waits, whenever they come."""

import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal
from mensch.cli.stopping import stop_on_signals

stop = stop_on_signals()
with stop._cond:  # what `stop.wait` holds for a moment
    os.kill(os.getpid(), signal.{signal})
assert stop.wait(30)
print("told")
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_signal_in_the_middle_of_waiting_stops_nobody_for_ever(name: str) -> None:
    command = [sys.executable, "-P", "-c", INTERRUPTED.format(signal=name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "told\n", "")
