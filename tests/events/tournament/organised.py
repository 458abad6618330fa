"""Tournaments in a store in memory, for tests."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.events.bodies import Bot
from mensch.events.ids import new_id
from mensch.events.memory import MemoryStore
from mensch.events.store import Append, Store
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest, Status, fold
from mensch.events.tournament.due import batch_of, batches_due, due_of_contest
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.records import verify
from mensch.events.tournament.secrets import SECRET, commitment
from mensch.workers.tournament.playing import play_batch
from mensch.workers.tournament.rounds import go_on

NOW = 1_764_440_400_000

ANNOUNCED = t.TournamentCreated("", "round-robin", 2, "spring-cup", t.TableRules("classic", 1), 2)


def organiser(store: Store | None = None) -> Organiser:
    """Whose clock stands at `NOW`."""
    return Organiser(store if store is not None else MemoryStore(), lambda: NOW)


def announced(
    by: Organiser,
    levels: Sequence[str] = ("greedy", "random", "greedy"),
    **changes: object,
) -> Contest:
    """A tournament of bots that has not begun.

    Args:
        changes: to `ANNOUNCED`.
    """
    contest = by.announce(
        lambda secret: msgspec.structs.replace(ANNOUNCED, commitment=commitment(secret), **changes)
    )
    for level in levels:
        contest = by.act(contest, c.EnterPlayer(new_id(), Bot(level, 1)))
    return contest


def started(
    by: Organiser, levels: Sequence[str] = ("greedy", "random", "greedy"), **changes: object
) -> Contest:
    """The same with its first round paired."""
    return by.act(announced(by, levels, **changes), c.StartTournament())


def copied(store: Store, tournament: str, records: int, there: Store) -> Organiser:
    """An organiser in another store with the first records of a tournament."""
    secret = store.secret(tournament, SECRET)
    assert secret is not None
    contest = Contest(tournament, secret)
    for entry in verify(store.read(tournament)[:records], tournament=tournament):
        seq = contest.seq
        fold(contest, [entry])
        there.append(
            Append(
                tournament,
                seq,
                [entry],
                entry.hash,
                contest.status.value,
                due_of_contest(contest),
                {SECRET: secret},
                tournament=True,
            )
        )
    return organiser(there)


def run_here(by: Organiser, contest: Contest) -> Contest:
    """Play bots' games in this process until the tournament is finished, or waits for people."""
    contest = go_on(by, contest)
    while due := batches_due(contest):
        for item in due:
            number, batch = batch_of(item.seq)
            if contest.status is not Status.RUNNING or number != len(contest.rounds):
                break  # the organiser has closed the round
            contest = play_batch(by, contest, batch)
        contest = go_on(by, contest)
    return contest
