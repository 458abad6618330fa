"""Loops that never give up: whoever looks for work waits for a server that is away, and goes on after it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from mensch.core.errors import ServerError
from mensch.events.server.address import server_url
from mensch.workers.joblog import log

AWAY_PAUSE = 1.0
"""Seconds between two looks for a server that is away."""


def keep_looking(name: str, look: Callable[[], float], stop: threading.Event) -> None:
    """Look for work again and again until told to stop. The private server is started again if need be.

    Args:
        name: who looks, for the log.
        look: does what there is to do, and says how many seconds to wait before the next look.
    """
    away = False
    pause = 0.0
    while not stop.wait(pause):
        try:
            if away:
                server_url()
            pause = look()
        except ServerError as error:
            if not away:
                log(f"{name} waits", reason=str(error))
            away, pause = True, AWAY_PAUSE
            continue
        if away:
            log(f"{name} goes on")
            away = False
