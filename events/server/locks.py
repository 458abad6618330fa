"""Locks between processes that the kernel lets go of when their holder dies, however it dies."""

import fcntl
import os
import time
from pathlib import Path

_RETRY_SECONDS = 0.005


def try_lock(path: Path, *, shared: bool = False) -> int | None:
    """Lock the file at `path`, which is made if need be, without waiting.

    The lock belongs to the open file: it lasts until every process that has the descriptor, by fork or
    inheritance, has closed it or ended.

    Returns:
        The file descriptor that holds the lock, not inherited by programs that are started; None if another
        process holds a lock that excludes this one.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def lock(path: Path, *, seconds: float, shared: bool = False) -> int | None:
    """As `try_lock`, but wait up to `seconds` for the lock."""
    end = time.monotonic() + seconds
    while True:
        descriptor = try_lock(path, shared=shared)
        if descriptor is not None or time.monotonic() > end:
            return descriptor
        time.sleep(_RETRY_SECONDS)


def unlock(descriptor: int) -> None:
    """Let go of a lock and close its file. Children that were forked keep what they have."""
    os.close(descriptor)


def is_locked(path: Path) -> bool:
    """Whether some process holds an exclusive lock on the file at `path`."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        return is_file_locked(descriptor)
    finally:
        os.close(descriptor)


def is_file_locked(descriptor: int) -> bool:
    """As `is_locked`, for a file that was opened earlier, and may have been moved or deleted since.

    The descriptor must not itself hold a lock that is still wanted.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False
