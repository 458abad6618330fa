"""How many bytes a game of bots takes: in its records, in Redis, in the append-only file, in the archive."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import msgspec

from mensch.events import clock
from mensch.events.archived.folder import ArchiveFolder
from mensch.events.archived.moving import move_to_archive
from mensch.events.redis.store import RedisStore
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.playing import play_batch
from tests.bench.measure import Effort
from tests.bench.tournaments import started
from tests.servers import RedisServer


class Sizes(msgspec.Struct, frozen=True):
    """Bytes per game of `greedy` against `random`, and how the memory of who plays grows.

    Attributes:
        games: how many were looked at.
        records: the exact records alone.
        redis: memory of the server, with indexes and all that lies beside the logs.
        append_only_file: what the server wrote for them.
        archive: files, without what a file system adds.
        grown: bytes by which the process that plays grew with each game, after the first half of them.
    """

    games: int
    records: int
    redis: int
    append_only_file: int
    archive: int
    grown: int


def sizes(effort: Effort) -> Sizes:
    """Play a tournament on a server of its own, archive it, and weigh both."""
    games = 200 * effort.repeats
    with RedisServer() as server, tempfile.TemporaryDirectory(prefix="mensch-") as temporary:
        client = server.client()
        organiser = Organiser(RedisStore(client), clock.now)
        contest = started(organiser, games)
        empty, log = _used(client)
        batches = range(len(contest.rounds[-1].batches))
        grown = []
        for number in batches:
            before = _resident()
            contest = play_batch(organiser, contest, number)
            grown.append(_resident() - before)
        full, written = _used(client)
        store = organiser.store
        named = store.games()
        records = sum(len(raw) for game in named for raw in store.read(game))
        folder = ArchiveFolder(Path(temporary))
        for game in named:
            move_to_archive(store, folder, game)
        archive = sum(file.stat().st_size for file in folder.path.rglob("*.zst"))
        half = grown[len(grown) // 2 :]
        return Sizes(
            games,
            records // games,
            (full - empty) // games,
            (written - log) // games,
            archive // games,
            sum(half) * len(grown) // len(half) // games,
        )


def _used(client: Any) -> tuple[int, int]:  # noqa: ANN401  # redis-py types a reply as sync or async in one
    """Bytes of memory of a server, and of its append-only file."""
    return int(client.info("memory")["used_memory"]), int(client.info("persistence")["aof_current_size"])


def _resident() -> int:
    """Bytes of memory of this process; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * 4096


def lines(found: Sizes) -> list[str]:
    """What is printed of it."""
    return [
        f"bytes of a game of bots, average of {found.games}",
        f"  its records{found.records:>30,}",
        f"  in Redis, with all beside it{found.redis:>13,}",
        f"  in the append-only file{found.append_only_file:>18,}",
        f"  in the archive{found.archive:>27,}",
        f"  in the memory of who plays it{found.grown:>12,}",
    ]
