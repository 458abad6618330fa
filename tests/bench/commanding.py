"""One command from cold: load a game, decide, append. A unit is one command after 200 records.

Four of these are the game's opening, which is one event of the peer's.
"""

from __future__ import annotations

from collections.abc import Callable

from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.referee import Referee
from tests.bench.logs import CAUSE, play_to
from tests.bench.measure import Subject, one_after_another
from tests.bench.peers.event_sourcing import Games
from tests.bench.site import Site

RECORDS = 200


def on_redis(site: Site) -> tuple[Subject, Subject]:
    """Ours on the real server, and the `eventsourcing` library in memory."""
    return _ours(site, site.referee), _theirs(site)


def in_memory(site: Site) -> tuple[Subject, Subject]:
    """Both in memory."""
    return _ours(site, Referee(MemoryStore())), _theirs(site)


def _ours(site: Site, referee: Referee) -> Subject:
    def prepare() -> Callable[[], object]:
        game = play_to(referee, RECORDS).id

        def command() -> None:
            loaded = referee.load(game)
            move = loaded.table.legal_moves()[0]
            referee.play(loaded, loaded.table.turn, move.text, CAUSE)

        return command

    return one_after_another(site.effort.repeats, prepare)


def _theirs(site: Site) -> Subject:
    games = Games()

    referee = Referee(MemoryStore())

    def prepare() -> Callable[[], object]:
        played = play_to(referee, RECORDS)
        game = games.add(played, entries(referee.store, played.id))
        return lambda: games.command(game)

    return one_after_another(site.effort.repeats, prepare)
