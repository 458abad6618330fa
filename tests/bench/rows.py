"""The rows of `make bench`: what is measured against what, and the target of each.

The targets are those of design.md, "Speed", in its order. A row without one is there so that nothing is
left unsaid.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tests.bench import appending, commanding, playing, replaying, starting, tournaments
from tests.bench.measure import Bound, Ratio, Subject, measure
from tests.bench.peers import availability as peer
from tests.bench.site import Site

_FASTER = Bound.AT_LEAST
_CHEAPER = Bound.AT_MOST


class Row(msgspec.Struct, frozen=True):
    """One comparison.

    Attributes:
        name: short and stable, for programs.
        what: what of ours is measured.
        against: what it is compared with.
        bound: what the ratio says, and on which side of the target it should be.
        target: what the ratio should be; None where it is only told.
        subjects: ours and the other one.
        package: the peer that has to be installed.
    """

    name: str
    what: str
    against: str
    bound: Bound
    target: float | None
    subjects: Callable[[Site], tuple[Subject, Subject]]
    package: str | None = None


ROWS = (
    Row(
        "playing-maedn",
        "random play-outs, in plain Python",
        "OpenSpiel's maedn, in C++",
        _FASTER,
        0.45,
        playing.beside_open_spiel("maedn"),
        peer.OPEN_SPIEL,
    ),
    Row(
        "playing-maedn-even",
        "random play-outs, in plain Python",
        "the same, told that its die is even",
        _FASTER,
        None,
        playing.beside_open_spiel("maedn", even_chance=True),
        peer.OPEN_SPIEL,
    ),
    Row(
        "playing-dominoes",
        "random play-outs, in plain Python",
        "OpenSpiel's python_block_dominoes",
        _FASTER,
        4,
        playing.beside_open_spiel("python_block_dominoes"),
        peer.OPEN_SPIEL,
    ),
    Row(
        "playing-chess",
        "random play-outs, in plain Python",
        "python-chess",
        _FASTER,
        10,
        playing.beside_chess,
        peer.CHESS,
    ),
    Row(
        "append",
        "append with all its duties",
        "EVALSHA that only does XADD",
        _CHEAPER,
        2,
        appending.beside_bare_script,
    ),
    Row(
        "command",
        "load, decide, append at 200 records",
        "eventsourcing in memory",
        _FASTER,
        6,
        commanding.on_redis,
        peer.EVENTSOURCING,
    ),
    Row(
        "command-in-memory",
        "the same in memory",
        "eventsourcing in memory",
        _FASTER,
        None,
        commanding.in_memory,
        peer.EVENTSOURCING,
    ),
    Row(
        "replay-eventsourcing",
        "full verified replay from Redis",
        "eventsourcing in memory",
        _FASTER,
        5,
        replaying.beside_eventsourcing,
        peer.EVENTSOURCING,
    ),
    Row(
        "replay-read",
        "full verified replay from Redis",
        "bare XRANGE, same client",
        _FASTER,
        0.2,
        replaying.beside_bare_read,
    ),
    Row(
        "tail",
        "read what is new after 500 records",
        "the same after 100 records",
        _CHEAPER,
        1.2,
        replaying.tail_of_long_and_short,
    ),
    Row(
        "replay-at",
        "replay --at the dearest of 500 records",
        "one full verified replay",
        _CHEAPER,
        2,
        replaying.at_the_dearest_record,
    ),
    Row(
        "audit",
        "audit of 500 records, without bots",
        "one full verified replay",
        _CHEAPER,
        None,
        replaying.audit_beside_replay,
    ),
    Row(
        "tournament-games",
        "tournament games, all moves in Redis",
        "the same games bare in one process",
        _CHEAPER,
        None,
        tournaments.beside_bare_games,
    ),
    Row(
        "tournament-queue",
        "tournament games by jobs and a worker",
        "the same without a queue",
        _CHEAPER,
        1.1,
        tournaments.job_beside_batch,
    ),
    Row(
        "help",
        "mensch --help",
        "--help of an empty click group",
        _CHEAPER,
        1.2,
        starting.beside_empty_group,
    ),
)


class Result(msgspec.Struct, frozen=True):
    """A row and what was measured.

    Attributes:
        ratio: None where it was not measured.
        met: whether the target is met; None where there is none, or nothing was measured.
        missing: the package without which it was not measured.
    """

    row: str
    what: str
    against: str
    bound: Bound
    target: float | None
    ratio: Ratio | None = None
    met: bool | None = None
    missing: str | None = None


def run(row: Row, site: Site) -> Result:
    """Measure a row, unless its peer is missing."""
    told = (row.name, row.what, row.against, row.bound, row.target)
    if row.package is not None and peer.installed(row.package) is None:
        return Result(*told, missing=row.package)
    ours, other = row.subjects(site)
    ratio = measure(ours, other, row.bound, site.effort.passes, site.clock)
    return Result(*told, ratio, None if row.target is None else row.bound.holds(ratio.median, row.target))
