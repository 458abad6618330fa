"""The commands of the clock, as a log shows them: what is decided again for a flag, and for a late start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.audit.causes import Opened
from mensch.events.cause import autopilot_cause
from mensch.events.game import Game
from mensch.events.record import Entry

_NO_SALT = "00" * 32


def flag_fall(entry: Entry, game: Game, log: Sequence[Entry], opened: Mapping[int, Opened]) -> c.FlagFall:
    """The command that a fallen flag is the first event of; a move of the bot is the next record."""
    body = entry.record.body
    assert isinstance(body, t.TurnMissed)
    stand_in = game.clocks.stand_in if game.clocks is not None else None
    move, envelope, salt = None, "", ""
    following = log[entry.seq].record.body if entry.seq < len(log) else None
    if stand_in is not None and isinstance(following, t.MovePlayed):
        move, envelope, salt = following.move, autopilot_cause(stand_in).envelope, _NO_SALT
        known = opened.get(entry.seq + 1)
        if known is not None and known.cause is not None:
            envelope, salt = known.reason.envelope, known.reason.salt
    return c.FlagFall(body.seat, game.turn_began, entry.record.at, move, envelope, salt)


def lapse(entry: Entry, log: Sequence[Entry]) -> c.LapseStart:
    """The command that a start without some players, or its end, is the first event of."""
    together = takewhile(lambda one: one.record.cmd == entry.record.cmd, log[entry.seq - 1 :])
    joins = [one.record.body for one in together if isinstance(one.record.body, t.PlayerJoined)]
    return c.LapseStart(entry.record.at, [join.player for join in joins], [join.entropy for join in joins])
