"""Rebuilding the index: heads, list of games and due items are folds of the logs, and can be made anew."""

from __future__ import annotations

import msgspec

from mensch.core.errors import CorruptLogError, LogError
from mensch.events import clock
from mensch.events.due import due_by
from mensch.events.game import fold, initial
from mensch.events.record import verify
from mensch.events.referee import SEED
from mensch.events.store import Head, Index, Store


class Rebuilt(msgspec.Struct, frozen=True):
    """What a rebuild found.

    Attributes:
        games: how many logs are indexed now.
        broken: for each log that cannot be used, why; its index is left as it was.
        pruned: how many entries of the index had no log behind them.
    """

    games: int
    broken: dict[str, str]
    pruned: int


def rebuild(store: Store) -> Rebuilt:
    """Make the index anew from the logs. Games may go on meanwhile."""
    before = store.index()
    broken: dict[str, str] = {}
    current: set[str] = set()
    logs = store.logs()
    for game in logs:
        try:
            current |= _reindex(store, game)
        except LogError as error:
            broken[game] = str(error)
    lasting = set(before.due) & set(store.index().due)  # the others went with a move that was made meanwhile
    stale = Index(
        sorted(set(before.games) - set(logs)),
        sorted(member for member in lasting - current if member.partition(":")[0] not in broken),
    )
    store.prune(stale)
    return Rebuilt(len(logs) - len(broken), broken, len(stale.games) + len(stale.due))


def _reindex(store: Store, game: str) -> set[str]:
    """Index one log, and again where it moved on meanwhile; the members of its due items."""
    after = initial(game)
    while True:
        seen = after.seq
        after = fold(after, verify(store.read_all(game, seen), game=game, after=seen, head=after.head))
        if after.seq == seen:
            raise CorruptLogError(f"the log of {game} {'was cut while it was read' if seen else 'is empty'}")
        # Nothing can be done in a game without its seed, such as one that was imported to be looked at.
        items = due_by(after, clock.now()) if store.secret(game, SEED) is not None else ()
        if store.reindex(game, Head(after.seq, after.head, after.status.value, after.at), items):
            return {item.member for item in items}
