"""A signer in a process of its own, talking to it, and logs that go back behind its back."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import redis

from mensch.events.game import Game
from mensch.events.record import digest
from mensch.events.server.folder import DATA_VARIABLE
from mensch.workers.signer_folder import signer_folder
from tests.events.redis.live import shard
from tests.servers import eventually
from tests.workers.programs import Program, Programs

Reply = dict[str, Any]  # Any: what the signer answers, which each test asks for its parts


def signer_socket(data: Path) -> Path:
    """Where the signer of a data folder listens."""
    return signer_folder(data).path / "signer.sock"


def start_signer(programs: Programs, data: Path) -> Program:
    """Start `mensch signer` with a data folder, and wait until it listens."""
    signer = programs.start("signer", changes={DATA_VARIABLE: str(data)})
    eventually(
        lambda: "listens at" in signer.output or ended(signer), f"the signer to listen; {signer.output}"
    )
    assert not ended(signer), signer.output
    return signer


def ended(program: Program) -> bool:
    """Whether a program has said why it ends."""
    return "mensch: " in program.output


@contextmanager
def connected(data: Path) -> Iterator[socket.socket]:
    """A connection to the signer of a data folder."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(20)
        connection.connect(str(signer_socket(data)))
        yield connection


def asked(data: Path, request: bytes) -> Reply:
    """What the signer answers to one line."""
    with connected(data) as connection, connection.makefile("rb") as replies:
        connection.sendall(request)
        return msgspec.json.decode(replies.readline(), type=Reply)


def rewrite(client: redis.Redis, game: Game, raws: list[bytes]) -> None:
    """Let the log of a game be these records, index and all, as a restored backup or a forger would."""
    names = shard(game)
    client.delete(names.log(game.id))
    for seq, raw in enumerate(raws, 1):
        client.xadd(names.log(game.id), {"r": raw}, id=f"{seq}-0")
    client.hset(names.head(game.id), mapping={"seq": len(raws), "hash": digest(raws[-1])})
