"""A table at which something is disputed, and an arbiter with a key."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.core.deck import commitment
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.arbitration import Ruling
from mensch.events.bodies import Reason, RulingGiven
from mensch.events.disputes import ruling_message
from mensch.events.ed25519 import public_key, sign
from tests.events.table import GAME, GREEDY, SEED, Table, join, salt

ARBITER = "arb0000001"
PRIVATE = bytes(range(100, 132))
KEY = public_key(PRIVATE)
FORK = "game000009"
DAY = 24 * 3600 * 1000


def windowed(window: int | None = DAY, seats: int = 2, bots: Sequence[int] = ()) -> Table:
    """A running game with a dispute window, in milliseconds."""
    table = Table()
    table.does(c.create(classic(seats), commitment(SEED), GAME, dispute_window=window))
    for seat in range(seats):
        table.does(join(table, seat, GREEDY if seat in bots else None))
    table.does(c.StartGame())
    return table


def disputes(table: Table, seq: int | None = None, seat: int = 1) -> int:
    """Let a seat dispute a record, the last one unless told; the record that opens the dispute."""
    table.does(c.OpenDispute(seat, table.game.seq if seq is None else seq, salt(99)))
    return table.game.seq


def ruling(
    table: Table,
    kind: Ruling,
    dispute: int,
    *,
    seat: int | None = None,
    replayed_from: int | None = None,
    fork: str | None = None,
    grounds: str | None = None,
    private: bytes = PRIVATE,
    key: str = KEY,
) -> c.GiveRuling:
    """The command to rule, signed over the game as it stands."""
    given = RulingGiven(dispute, kind, "", fork, grounds, replayed_from, seat)
    signature = sign(private, ruling_message(table.game, given))
    return c.GiveRuling(ARBITER, key, msgspec.structs.replace(given, signature=signature))


def opening(table: Table, number: int) -> c.OpenReason:
    """The command to open the cause of a move, by its number among the moves."""
    published = table.publishes(number)
    return c.OpenReason(Reason(*msgspec.structs.astuple(published.reasons[0])), published.sealed[0])
