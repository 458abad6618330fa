"""What the operating system gives as a reason, so that it too can be said in another language."""

from __future__ import annotations

from mensch.core.said import Said, said
from mensch.events.words import marked

COMMON = (
    marked("Address already in use"),
    marked("Bad file descriptor"),
    marked("Broken pipe"),
    marked("Connection refused"),
    marked("Connection reset by peer"),
    marked("Connection timed out"),
    marked("Disk quota exceeded"),
    marked("File exists"),
    marked("File name too long"),
    marked("Input/output error"),
    marked("Is a directory"),
    marked("No route to host"),
    marked("No space left on device"),
    marked("No such file or directory"),
    marked("Not a directory"),
    marked("Operation not permitted"),
    marked("Permission denied"),
    marked("Read-only file system"),
    marked("Too many levels of symbolic links"),
    marked("Too many open files"),
)
"""The reasons that are translated; another one stays as the system says it."""


def reason_of(error: OSError) -> Said:
    """Why something failed, in the system's words."""
    return said(error.strerror or str(error))
