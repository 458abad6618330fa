"""Tournaments: games with every move in Redis against the same games bare, and what jobs cost beside them.

A unit is a game of `greedy` against `random`.
"""

from __future__ import annotations

import os
from contextlib import redirect_stderr
from io import StringIO
from itertools import count
from unittest import mock

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.core.match import play
from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.bodies import Bot
from mensch.events.ids import new_id
from mensch.events.server.address import URL_VARIABLE
from mensch.events.server.meta import open_meta
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import commitment
from mensch.workers.queues import TOURNAMENTS, enqueue, open_queue
from mensch.workers.sweeper import sweep
from mensch.workers.tournament.playing import play_batch
from tests.bench.measure import Subject, Work
from tests.bench.site import Site

LEVELS = ("greedy", "random")


def started(organiser: Organiser, games: int) -> Contest:
    """A tournament of two bots with one table."""
    contest = organiser.announce(
        lambda secret: t.TournamentCreated(
            commitment(secret), "round-robin", games, "bench", t.TableRules("classic", 1), 2
        )
    )
    for level in LEVELS:
        contest = organiser.act(contest, c.EnterPlayer(new_id(), Bot(level, 1)))
    return organiser.act(contest, c.StartTournament())


def beside_bare_games(site: Site) -> tuple[Subject, Subject]:
    """A batch, with every move of every game in a log of its own, and games that leave nothing behind."""
    games = 10 * site.effort.repeats
    seeds = count()

    def bare() -> Work:
        rules = classic(2)
        players = [bot(level) for level in LEVELS]

        def work() -> int:
            for number in range(games):
                seats = players if number % 2 else players[::-1]
                play(rules, seats, bot_key(b"bench", next(seeds), 0))
            return games

        return work

    return _batch(site, games), bare


def job_beside_batch(site: Site) -> tuple[Subject, Subject]:
    """The same batch as a job: due, swept, queued, taken by a worker, recorded; and without all that."""
    games = 50 * site.effort.repeats  # at its whole length 500, which is what a job of such games has

    def job() -> Work:
        from mensch.workers.worker import work as work_on

        site.client.flushall()  # every pass finds the same queue
        open_meta(site.client)
        started(Organiser(site.store), games)
        queue = open_queue(TOURNAMENTS, site.client)

        def work() -> int:
            with mock.patch.dict(os.environ, {URL_VARIABLE: site.server.url}), redirect_stderr(StringIO()):
                while sweep(site.store, lambda item: enqueue(queue, item)):
                    work_on(TOURNAMENTS, site.client, burst=True)
            return games

        return work

    return job, _batch(site, games)


def _batch(site: Site, games: int) -> Subject:
    def subject() -> Work:
        organiser = Organiser(site.store, clock.now)
        contest = started(organiser, games)

        def work() -> int:
            for number in range(len(contest.rounds[-1].batches)):
                play_batch(organiser, contest, number)
            return games

        return work

    return subject
