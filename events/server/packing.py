"""How commands become bytes: numbers are written out in Python, before hiredis sees them.

hiredis (3.5) asks Python for the text of a number and does not look whether it got one. A signal whose
handler raises, Ctrl-C or the SIGTERM that ends a worker, can arrive in that very moment, and then the process
crashes.
"""

from __future__ import annotations

from typing import Any

from redis.connection import HiredisRespSerializer


class NumbersFirst(HiredisRespSerializer):
    """The client library's own packer, which gets no number."""

    def pack(self, *args: object) -> list[bytes]:
        """The bytes of a command and its arguments."""
        # Any: redis-py's own annotation of the arguments is wrong
        plain: list[Any] = [str(arg) if type(arg) is int or type(arg) is float else arg for arg in args]
        packed: list[bytes] = super().pack(*plain)
        return packed
