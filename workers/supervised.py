"""How a supervised process learns that its supervisor is gone, however that died.

Its standard input is a pipe whose other end the supervisor alone holds. The kernel closes that end with the
supervisor, on every system, and nobody has to ask again and again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading

VARIABLE = "MENSCH_SUPERVISED"
"""Environment variable that says to a process that its standard input is that pipe."""


def end_with_supervisor() -> None:
    """From here on the end of the supervisor is a SIGTERM. Nothing happens where there is none."""
    if os.environ.pop(VARIABLE, None) is not None:
        threading.Thread(target=_wait, daemon=True).start()


def _wait() -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 1):
            pass
    # To the main thread: only there a signal interrupts what waits for a server.
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
