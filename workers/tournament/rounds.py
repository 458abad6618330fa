"""The rounds of a tournament: what is to be played is scheduled, and a round that is done is closed."""

from __future__ import annotations

from mensch.core.errors import TurnError
from mensch.events.due import Due
from mensch.events.referee import derived_command
from mensch.events.tournament.commands import CloseRound
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.organiser import Organiser, batch_of, batches_due
from mensch.workers.sweeper import AGAIN
from mensch.workers.tournament.people import end_people, record_people, seat_people
from mensch.workers.tournament.playing import play_batch


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
    secret = contest.secret
    assert secret is not None
    while contest.status is Status.RUNNING:
        current = contest.rounds[-1]
        number = current.pairing.round
        within = contest.announced.within
        now = organiser.now()
        if not current.is_complete() and (within is None or now < current.at + within):
            break
        if not current.is_complete():
            contest = end_people(organiser, record_people(organiser, contest))
        try:
            contest = organiser.act(
                contest,
                CloseRound(number, "clock", now),
                cmd=derived_command(secret, f"close:{number}"),
            )
        except TurnError:  # somebody else was faster
            contest = organiser.catch_up(contest)
    return contest


def play_due(organiser: Organiser, contest: Contest, seq: int) -> bool:
    """Play the batch that a due item means, and see to what comes after it.

    Returns:
        Whether there was anything to do.
    """
    number, batch = batch_of(seq)
    item = Due("games", contest.id, seq, 0)
    before = contest.seq
    if contest.status is Status.RUNNING and number == len(contest.rounds):

        def alive() -> None:
            organiser.store.put_off(item, organiser.now() + AGAIN)

        alive()
        contest = mind(organiser, play_batch(organiser, contest, batch, alive))
    organiser.store.done(item)
    return contest.seq > before
