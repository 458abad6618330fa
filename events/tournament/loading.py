"""From a store to a tournament: reading, verifying and folding a log."""

from __future__ import annotations

from mensch.core.errors import NotFoundError
from mensch.core.said import said
from mensch.events.record import genesis
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest, fold
from mensch.events.tournament.records import verify


def load_public(store: Store, tournament: str, secret: bytes | None = None) -> Contest:
    """A tournament as its log tells it.

    Raises:
        NotFoundError: there is no such tournament.
        mensch.core.errors.LogError: the log cannot be used.
    """
    contest = catch_up(store, Contest(tournament, secret))
    if contest.seq == 0:
        raise NotFoundError(said("there is no tournament {tournament}", tournament=tournament))
    return contest


def catch_up(store: Store, contest: Contest) -> Contest:
    """Lead a tournament on to where its log stands now."""
    raws = store.read(contest.id, contest.seq)
    head = contest.head if contest.seq else genesis(contest.id)
    return fold(contest, verify(raws, tournament=contest.id, after=contest.seq, head=head, at=contest.at))
