"""How far a tournament is, at what rate, and what is left, in one line on stderr."""

from __future__ import annotations

import sys
import time

import click

from mensch.cli.duration import written_span
from mensch.cli.tournament import texts
from mensch.core.tournament.pairing import round_count
from mensch.events.clock import SECOND
from mensch.events.store import Store
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.due import waits_for_people
from mensch.events.tournament.loading import catch_up

_PAUSE = 0.2
_LINES = 10.0
"""Seconds between two lines where there is no terminal to write one over."""


class Progress:
    """Tells how far a tournament is.

    Args:
        contest: as it stands at the beginning.
    """

    def __init__(self, contest: Contest) -> None:
        self._began = time.monotonic()
        self._before = contest.played
        self._told = self._began
        self._over = sys.stderr.isatty()
        self._open = False

    def tell(self, contest: Contest) -> None:
        """Tell it, at most a few times a second."""
        now = time.monotonic()
        if now - self._told < (_PAUSE if self._over else _LINES):
            return
        self._told = now
        line = self.line(contest, now)
        if self._over:
            click.echo(f"\r{line}\x1b[K", err=True, nl=False)
            self._open = True
        else:
            click.echo(line, err=True)

    def line(self, contest: Contest, now: float) -> str:
        """The line for now, by the monotonic clock."""
        rate = (contest.played - self._before) / max(now - self._began, 0.001)
        games = expected_games(contest)
        line = texts.PROGRESS.format(
            played=contest.played, games=games, round=len(contest.rounds), rounds=_rounds(contest)
        )
        if rate <= 0:  # nothing was played since the first look
            return line
        left = written_span(round((games - contest.played) / rate * SECOND))
        return line + texts.PROGRESS_RATE.format(rate=rate, left=left)

    def end(self) -> None:
        """Leave the line that is written over."""
        if self._open:
            click.echo(err=True)
            self._open = False


def expected_games(contest: Contest) -> int:
    """How many games it will have in all, if the rounds to come are like the last one."""
    if not contest.rounds:
        return 0
    return contest.games + (_rounds(contest) - len(contest.rounds)) * contest.rounds[-1].size


def _rounds(contest: Contest) -> int:
    return max(round_count(contest.value()), len(contest.rounds), 1)


def follow(store: Store, contest: Contest, progress: Progress) -> Contest:
    """Look on until a tournament is finished, or waits for people."""
    while contest.status is not Status.FINISHED and not waits_for_people(contest):
        time.sleep(_PAUSE)
        contest = catch_up(store, contest)
        progress.tell(contest)
    return contest
