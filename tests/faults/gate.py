"""A proxy that stops a request on its way, so that a test can strike at exactly that moment."""

from __future__ import annotations

import threading

from tests.servers import Proxy

_LONGEST = 60.0


class Held:
    """A request that is to be stopped, or has been.

    Attributes:
        reached: set when the request is there. The server has not seen it yet.
    """

    def __init__(self, containing: bytes) -> None:
        self.containing = containing
        self.reached = threading.Event()
        self._decided = threading.Event()
        self._lost = False

    def wait(self) -> None:
        """Wait until the request is there."""
        assert self.reached.wait(_LONGEST), f"no request with {self.containing!r} came by"

    def pass_on(self) -> None:
        """Let the request go on to the server."""
        self._decided.set()

    def lose(self) -> None:
        """Let the server never see it."""
        self._lost = True
        self._decided.set()

    def is_lost(self) -> bool:
        """Report the request, and wait for what becomes of it."""
        self.reached.set()
        self._decided.wait(_LONGEST)
        return self._lost


class Gate(Proxy):
    """A `Proxy` that can also hold requests. Each connection waits by itself; others pass."""

    def __init__(self, upstream: str) -> None:
        super().__init__(upstream)
        self._held: list[Held] = []

    def hold(self, containing: bytes) -> Held:
        """Stop the next request that contains this; of several, each one stops one request."""
        held = Held(containing)
        self._held.append(held)
        return held

    def _fault_for(self, request: bytes) -> str:
        for held in self._held:
            if held.containing in request:
                self._held.remove(held)
                return "request" if held.is_lost() else ""
        return super()._fault_for(request)
