"""Reading games: whole, at one record, and only what is new. Logs have 500 records unless a row says else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mensch.events import commands as c
from mensch.events.audit import audit
from mensch.events.audit.report import Verdict
from mensch.events.game import Game, fold, initial
from mensch.events.loading import entries, public_game
from mensch.events.record import verify
from mensch.events.redis.keys import shard_of
from mensch.events.store import Store
from tests.bench.logs import play_to
from tests.bench.measure import Subject, again_and_again
from tests.bench.peers.event_sourcing import Games
from tests.bench.site import Site

RECORDS = 500
SHORT = 100


def replay(store: Store, game: str) -> Game:
    """A full verified replay: read, decode, check chain, fold."""
    return fold(initial(game), entries(store, game))


def beside_eventsourcing(site: Site) -> tuple[Subject, Subject]:
    """A replay from Redis, and a repository's `get` in memory. A unit is a record."""
    game = play_to(site.referee, RECORDS).id
    games = Games()
    theirs = games.add(replay(site.store, game), entries(site.store, game))
    return (
        _records(site, lambda: replay(site.store, game).seq),
        _records(site, lambda: games.load(theirs).version),
    )


def beside_bare_read(site: Site) -> tuple[Subject, Subject]:
    """A replay from Redis, and one XRANGE of the same log by the same client. A unit is a record."""
    game = play_to(site.referee, RECORDS).id
    log = shard_of(game, 1).log(game)
    client: Any = site.client  # Any: redis-py types a reply as sync or async in one
    return (
        _records(site, lambda: replay(site.store, game).seq),
        _records(site, lambda: len(client.xrange(log))),
    )


def _records(site: Site, read: Callable[[], int]) -> Subject:
    """Passes that read a log again and again, and count its records."""

    def work() -> int:
        return sum(read() for _ in range(site.effort.repeats))

    return lambda: work


def tail_of_long_and_short(site: Site) -> tuple[Subject, Subject]:
    """What one new record costs whoever has the game at the record before it: of 500, and of 100."""
    return _tail(site, RECORDS), _tail(site, SHORT)


def _tail(site: Site, records: int) -> Subject:
    game = play_to(site.referee, records).id
    cached = fold(initial(game), entries(site.store, game)[:-1])

    def read() -> None:
        new = verify(site.store.read(game, cached.seq), game=game, after=cached.seq, head=cached.head)
        assert fold(cached, new).seq == records

    return again_and_again(20 * site.effort.repeats, read)


def audit_beside_replay(site: Site) -> tuple[Subject, Subject]:
    """The audit of a game that is over, with its decks and every move decided again, and one replay.

    A unit is a record. Bots are not run again: chance plays for them here.
    """
    referee = site.referee
    over = referee.act(play_to(referee, RECORDS - 2), [c.AbortGame()])

    def audited() -> int:
        report = audit(site.store.read(over.id), bots=False)
        assert report.verdict is Verdict.SOUND
        return report.records

    return (
        _records(site, audited),
        _records(site, lambda: replay(site.store, over.id).seq),
    )


def at_the_dearest_record(site: Site) -> tuple[Subject, Subject]:
    """`replay --at` the last move of a game that is over, and one full replay of it.

    No record costs more: all are read to learn whether the deck is public, and then folded once more with
    the dice, up to the one that is asked for.
    """
    referee = site.referee
    over = referee.act(play_to(referee, RECORDS - 2), [c.AbortGame()])
    assert over.seq == RECORDS
    assert over.revealed is not None

    def at() -> None:
        shown = public_game(over.id, entries(site.store, over.id), RECORDS - 2)
        assert shown.seq == RECORDS - 2

    return (
        again_and_again(site.effort.repeats, at),
        again_and_again(site.effort.repeats, lambda: replay(site.store, over.id)),
    )
