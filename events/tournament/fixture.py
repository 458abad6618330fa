"""What a game of people knows of its tournament, for the mails to its players.

No record of the game names the tournament, so it lies with the game's secrets. Nothing in it is personal.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mensch.events.due import MAIL, Due
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest, Round

FIXTURE = "fixture"
"""The field of a game's secrets that holds its `Fixture`."""

_NO_SHOW = "no-show:"


class Fixture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as a part of a round.

    Attributes:
        tournament: what the tournament is called.
        round: its number, from 1.
        paired: when the round was paired, in milliseconds UTC.
        within: how long people have for it, in milliseconds; None where it never closes by itself.
    """

    tournament: str
    round: int
    paired: int
    within: int | None = None


def fixture_fields(contest: Contest, current: Round) -> dict[str, bytes]:
    """What a game of a round keeps among its secrets."""
    announced = contest.announced
    fixture = Fixture(announced.name, current.pairing.round, current.at, announced.within)
    return {FIXTURE: msgspec.json.encode(fixture)}


def fixture_of(store: Store, game: str) -> Fixture | None:
    """The tournament and round of a game; None for one of no tournament."""
    kept = store.secret(game, FIXTURE)
    return msgspec.json.decode(kept, type=Fixture) if kept else None


def note_no_show(store: Store, game: str, seat: int, now: int) -> None:
    """Let a player of a game hear by mail that they are paired no more.

    Args:
        now: in milliseconds UTC.
    """
    store.keep(game, {f"{_NO_SHOW}{seat}": b"%d" % now})
    if (head := store.head(game)) is not None:
        store.schedule(Due(MAIL, game, head.seq, now))


def noted_no_shows(kept: Mapping[str, bytes]) -> frozenset[int]:
    """The seats of those who are paired no more.

    Args:
        kept: the secrets of a game.
    """
    return frozenset(seat for seat in range(4) if f"{_NO_SHOW}{seat}" in kept)
