"""Locks that outlive nobody."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mensch.events.server.locks import is_file_locked, is_locked, lock, try_lock, unlock

HOLDER = """
import sys
from pathlib import Path
from mensch.events.server.locks import try_lock
print(try_lock(Path(sys.argv[1])) is not None, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lock"


def test_one_holds_it_or_many_share_it(path: Path) -> None:
    exclusive = try_lock(path)
    assert exclusive is not None
    assert try_lock(path) is None
    assert try_lock(path, shared=True) is None
    unlock(exclusive)
    sharing = [try_lock(path, shared=True) for _ in range(2)]
    assert None not in sharing
    assert try_lock(path) is None
    for each in sharing:
        assert each is not None
        unlock(each)


def test_only_an_exclusive_lock_counts_as_locked(path: Path) -> None:
    assert not is_locked(path)
    shared = try_lock(path, shared=True)
    assert shared is not None
    assert not is_locked(path)
    unlock(shared)
    exclusive = try_lock(path)
    assert exclusive is not None
    assert is_locked(path)
    unlock(exclusive)
    assert not is_locked(path)


def test_asking_leaves_the_lock_free(path: Path) -> None:
    is_locked(path)
    held = try_lock(path)
    assert held is not None
    unlock(held)


def test_waiting_ends_without_the_lock_when_the_time_is_up(path: Path) -> None:
    held = try_lock(path)
    assert held is not None
    assert lock(path, seconds=0.02) is None
    unlock(held)


def test_a_killed_holder_holds_nothing(path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert is_locked(path)
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
        assert not is_locked(path)


def test_a_deleted_file_is_still_known_to_be_locked(path: Path) -> None:
    held = try_lock(path)
    assert held is not None
    watching = os.open(path, os.O_RDWR)
    path.unlink()
    assert is_file_locked(watching)
    assert not is_locked(path)
    unlock(held)
    assert not is_file_locked(watching)
    os.close(watching)
