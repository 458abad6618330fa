"""Commands are packed so that no signal can crash the process."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from redis.connection import HiredisRespSerializer

from mensch.events.server.connection import connect
from mensch.events.server.packing import NumbersFirst
from tests.servers import RedisServer

_INTERRUPTED = """
import os, signal, time
from mensch.events.server.packing import NumbersFirst

class Stop(Exception):
    pass

def stop(*_):
    raise Stop

packer, numbers, end = NumbersFirst(), range(5000), time.monotonic() + 1
tries = stopped = 0
signal.signal(signal.SIGALRM, stop)
while True:
    try:
        while time.monotonic() < end:
            tries += 1
            signal.setitimer(signal.ITIMER_REAL, 0.00005 * (1 + tries % 40))
            packer.pack("DEL", *numbers)
        os._exit(0 if stopped > 20 else 1)
    except Stop:
        stopped += 1
"""


def test_a_signal_that_raises_while_numbers_are_packed_crashes_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", _INTERRUPTED], check=False, timeout=60)
    assert done.returncode == 0


@pytest.mark.parametrize(
    "command",
    [("SET", "name", 1), ("ZADD", "due", -7, b"member", 1.5, "x"), ("CLIENT SETNAME", "mensch"), ("PING",)],
)
def test_the_bytes_are_those_of_the_client_library(command: tuple[str | bytes | int | float, ...]) -> None:
    own: Any = HiredisRespSerializer()  # Any: its annotation of the arguments is wrong
    assert NumbersFirst().pack(*command) == own.pack(*command)


def test_every_connection_packs_so(redis_server: RedisServer) -> None:
    client = connect(redis_server.url)
    connection = client.connection_pool.get_connection()
    assert isinstance(connection._command_packer, NumbersFirst)
    client.connection_pool.release(connection)
    client.close()
