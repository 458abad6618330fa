"""What must happen next in a tournament, as data: its round is looked after, and batches are played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mensch.events.due import GAMES, ROUND, Due
from mensch.events.tournament.contest import Contest, Status

AT_ONCE = 100
"""Batches that are due at the same time, which is more than there are workers."""

_BATCHES = 1 << 24
"""Batches of a round, at most, in the numbers of due items."""


def due_of_contest(contest: Contest) -> tuple[Due, ...]:
    """What must happen next in a tournament that runs: its round is looked after, and that job schedules the
    games."""
    if contest.status is not Status.RUNNING:
        return ()
    return (round_item(contest),)


def round_item(contest: Contest) -> Due:
    """The due item of the latest round."""
    return Due(ROUND, contest.id, len(contest.rounds), contest.rounds[-1].at)


def batch_item(contest: Contest, number: int) -> Due:
    """The due item of a batch of the latest round, by its number there from 0."""
    current = contest.rounds[-1]
    return Due(GAMES, contest.id, len(contest.rounds) * _BATCHES + number, current.at)


def batch_of(item: int) -> tuple[int, int]:
    """The round, and the number of the batch in it, that a due item of `batch_item` means by its seq."""
    return divmod(item, _BATCHES)


def batches_due(contest: Contest) -> tuple[Due, ...]:
    """The first of the batches of bots' games that have no results yet; the others follow when these have."""
    if contest.status is not Status.RUNNING:
        return ()
    return tuple(batch_item(contest, number) for number in islice(open_batches(contest), AT_ONCE))


def open_batches(contest: Contest) -> Iterator[int]:
    """The numbers of the latest round's batches in which games of bots have no results yet."""
    current = contest.rounds[-1]
    for number, games in enumerate(current.batches):
        if any(game not in current.results and contest.is_bots_game(current.seat(game)) for game in games):
            yield number


def waits_for_people(contest: Contest) -> bool:
    """Whether all that its latest round still lacks are results of games at which people sit."""
    if contest.status is not Status.RUNNING or not contest.has_people:
        return False
    current = contest.rounds[-1]
    return bool(current.missing) and not any(
        contest.is_bots_game(current.seat(number)) for number in current.missing
    )
