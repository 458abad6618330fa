"""Rebuilding the index: heads, list of games and due items are folds of the logs and of what is kept beside
them, and can be made anew. A mail that has gone out already may become due again: what is marked sent is not
sent twice, and so its item ends."""

from __future__ import annotations

import msgspec

from mensch.core.errors import CorruptLogError, LogError
from mensch.core.said import message_of, said
from mensch.events import clock
from mensch.events.due import due_by
from mensch.events.game import fold as fold_game
from mensch.events.game import initial
from mensch.events.record import verify
from mensch.events.referee import SEED
from mensch.events.scheduled import answers, digests
from mensch.events.spectators import summaries
from mensch.events.store import Head, Index, Store
from mensch.events.tournament.contest import Contest, fold
from mensch.events.tournament.due import batches_due, due_of_contest
from mensch.events.tournament.records import is_tournament
from mensch.events.tournament.records import verify as verify_tournament
from mensch.events.tournament.secrets import SECRET


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
    now = clock.now()
    for item in digests(store, now):
        store.schedule(item)
        current.add(item.member)
    for game in logs:
        kept = store.secrets(game)
        for item in (*answers(game, kept, now), *summaries(game, kept, now)):
            store.schedule(item)
            current.add(item.member)
        try:
            current |= _reindex(store, game)
        except LogError as error:
            broken[game] = message_of(error)
    archived = store.entombed()
    for game, head in archived.items():
        store.reindex_entombed(game, head)
    lasting = set(before.due) & set(store.index().due)  # the others went with a move that was made meanwhile
    stale = Index(
        sorted(set(before.games) - set(logs) - archived.keys()),
        sorted(member for member in lasting - current if member.partition(":")[0] not in broken),
    )
    store.prune(stale)
    return Rebuilt(len(logs) - len(broken) + len(archived), broken, len(stale.games) + len(stale.due))


def _reindex(store: Store, game: str) -> set[str]:
    """Index one log, and again where it moved on meanwhile; the members of its due items."""
    raws = store.read_all(game)
    if raws and is_tournament(raws[0]):
        return _reindex_tournament(store, game)
    after = initial(game)
    while True:
        seen = after.seq
        after = fold_game(after, verify(raws, game=game, after=seen, head=after.head))
        if after.seq == seen:
            raise CorruptLogError(
                said(
                    "the log of {game} {fault}",
                    game=game,
                    fault=said("was cut while it was read") if seen else said("is empty"),
                )
            )
        # Nothing can be done in a game without its seed, such as one that was imported to be looked at.
        seed = store.secret(game, SEED)
        items = due_by(after, clock.now(), seed) if seed is not None else ()
        if store.reindex(game, Head(after.seq, after.head, after.status.value, after.at), items):
            return {item.member for item in items}
        raws = store.read_all(game, after.seq)


def _reindex_tournament(store: Store, tournament: str) -> set[str]:
    """The same for the log of a tournament, and the games that its jobs are to play."""
    contest = Contest(tournament)
    while True:
        seen = contest.seq
        raws = store.read_all(tournament, seen)
        fold(contest, verify_tournament(raws, tournament=tournament, after=seen, head=contest.head))
        items = due_of_contest(contest) if store.secret(tournament, SECRET) is not None else ()
        head = Head(contest.seq, contest.head, contest.status.value, contest.at)
        if store.reindex(tournament, head, items, tournament=True):
            scheduled = batches_due(contest) if items else ()
            for item in scheduled:
                store.schedule(item)
            return {item.member for item in (*items, *scheduled)}
        if contest.seq == seen:
            raise CorruptLogError(said("the log of {game} was cut while it was read", game=tournament))
