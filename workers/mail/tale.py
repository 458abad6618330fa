"""A game with all that is needed to tell of it: what happened, and how the table stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mensch.core.position import Effect
from mensch.core.quoting import printable
from mensch.core.view import SeatView
from mensch.events.game import Game, fold, initial
from mensch.events.loading import digest_of, entries, names_of, said_in
from mensch.events.record import Entry
from mensch.events.referee import Referee
from mensch.events.store import Store
from mensch.events.story import scenes
from mensch.events.telling import happening
from mensch.events.tournament.fixture import Fixture, fixture_of
from mensch.events.words import Words
from mensch.workers.downtime import downtime
from mensch.workers.mail.table import Table, table_of

LONGEST_NAME = 24
"""Characters of a name that are shown."""

SHORTEST_ID = 4
"""Characters of an id in a subject, where no other game begins with them."""

MOST_TOLD = 40
"""Records that one mail tells; of more, the latest."""


class Tale(msgspec.Struct, frozen=True):
    """A game to tell of.

    Attributes:
        game: at the end of the log, with its seed; what of it is shown goes through a `SeatView`.
        log: all its records.
        names: the players' names by seat, safe to show.
        said: the texts that were left at the table, by digest.
        short: the beginning of its id, as people write it.
        now: the time in milliseconds UTC.
        fixture: the tournament and round that it belongs to; None for no tournament.
        closes: when that round closes by itself, in milliseconds UTC; None where it does not.
    """

    game: Game
    log: Sequence[Entry]
    names: Sequence[str]
    said: Mapping[str, str]
    short: str
    now: int
    fixture: Fixture | None = None
    closes: int | None = None

    def view(self, seat: int | None) -> SeatView | None:
        """The table as a seat may see it, or everybody; None before the start."""
        return self.game.position.view(seat) if self.game.position is not None else None


def load_tale(referee: Referee, game_id: str, now: int) -> Tale:
    """Read a game.

    Args:
        now: the time in milliseconds UTC.

    Raises:
        NotFoundError: there is no such game.
        mensch.core.errors.LogError: its log cannot be used.
    """
    store = referee.store
    game = referee.load(game_id)
    log = entries(store, game_id)[: game.seq]  # a record may have come meanwhile
    names = [printable(name, LONGEST_NAME) for name in names_of(store, game)]
    fixture, closes = fixture_of(store, game_id), None
    if fixture is not None and fixture.within is not None:
        closes = fixture.paired + fixture.within + downtime(store, fixture.paired, now)
    return Tale(game, log, names, said_in(store, game_id), short_id(store, game_id), now, fixture, closes)


def short_id(store: Store, game_id: str) -> str:
    """The beginning of an id that no other game has."""
    for length in range(SHORTEST_ID, len(game_id)):
        if len(store.games(game_id[:length], most=2)) < 2:
            return game_id[:length]
    return game_id


def happened(tale: Tale, since: int, upto: int, words: Words) -> tuple[str, ...]:
    """What happened after a record and up to another, a line each: the public story."""
    upto = min(upto, tale.game.seq)
    lines = []
    for scene in scenes(initial(tale.game.id), tale.log[:upto]):
        if scene.entry.seq > since:
            digest = digest_of(scene.entry.record.body)
            spoken = tale.said.get(digest) if digest is not None else None
            lines.append(f"{scene.entry.seq}  {happening(scene, tale.names, spoken, words)}")
    if (skipped := len(lines) - MOST_TOLD) > 0:
        before = words.many("… {n} record before that", "… {n} records before that", skipped)
        lines = [before, *lines[skipped:]]
    return tuple(lines)


def shown_table(tale: Tale, seat: int | None) -> Table | None:
    """The table as a seat may see it, or everybody; None before the start."""
    view = tale.view(seat)
    return None if view is None else table_of(view, tale.names, _last_move(tale), over=tale.game.over)


def _last_move(tale: Tale) -> tuple[int, Effect] | None:
    """Who moved last, and what that did; None after anything else that changed the table."""
    began = tale.game.ended - 1 if tale.game.ended else tale.game.turn_began
    if not tale.game.started < began <= tale.game.seq:
        return None
    before = fold(initial(tale.game.id), tale.log[: began - 1])
    for scene in scenes(before, tale.log[began - 1 : began]):
        if scene.played is not None:
            return scene.played.seat, scene.played.effect
    return None
