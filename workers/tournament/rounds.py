"""The rounds of a tournament: what is to be played is scheduled, and a round that is done is closed."""

from __future__ import annotations

from mensch.events.clock import MINUTE
from mensch.events.due import GAMES, Due
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.due import batch_of, batches_due, round_item, waits_for_people
from mensch.events.tournament.organiser import Organiser
from mensch.workers.sweeper import AGAIN
from mensch.workers.tournament.closing import close, closes_at, end_games, waits_for_ruling
from mensch.workers.tournament.people import record_people, seat_people
from mensch.workers.tournament.playing import play_batch

LOOK = MINUTE
"""Milliseconds between two looks at a round that waits for people alone."""


def mind(organiser: Organiser, contest: Contest) -> Contest:
    """Close the round if it is done, and schedule what is to be played.

    Args:
        contest: folded with its secret.

    Returns:
        the tournament afterwards.
    """
    contest = go_on(organiser, contest)
    for item in batches_due(contest):
        organiser.store.schedule(item)
    if waits_for_people(contest):
        now = organiser.now()
        again = min(now + LOOK, closes_at(organiser.store, contest, now) or now + LOOK)
        organiser.store.put_off(round_item(contest), max(again, now + AGAIN))
    return contest


def go_on(organiser: Organiser, contest: Contest) -> Contest:
    """Record what people have played, close the round if it is done, and make the games of people."""
    if contest.status is Status.RUNNING:
        contest = record_people(organiser, contest)
    contest = close_if_done(organiser, contest)
    if contest.status is Status.RUNNING:
        seat_people(organiser, contest)
    return contest


def close_if_done(organiser: Organiser, contest: Contest) -> Contest:
    """Close the latest round once all its games have results or its time is over; then the next is paired, or
    the tournament is finished. A second run, also at the same time, changes nothing."""
    while contest.status is Status.RUNNING:
        if not contest.rounds[-1].is_complete():
            until = closes_at(organiser.store, contest, organiser.now())
            if until is None or organiser.now() < until:
                break
            contest = end_games(organiser, contest)
            if waits_for_ruling(organiser, contest):
                break
        contest = close(organiser, contest, "clock")
    return contest


def play_due(organiser: Organiser, contest: Contest, seq: int) -> bool:
    """Play the batch that a due item means, and see to what comes after it.

    Returns:
        Whether there was anything to do.
    """
    number, batch = batch_of(seq)
    item = Due(GAMES, contest.id, seq, 0)
    before = contest.seq
    if contest.status is Status.RUNNING and number == len(contest.rounds):

        def alive() -> None:
            organiser.store.put_off(item, organiser.now() + AGAIN)

        alive()
        contest = mind(organiser, play_batch(organiser, contest, batch, alive))
    organiser.store.done(item)
    return contest.seq > before
