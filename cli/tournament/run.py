"""`mensch tournament run`: begin a tournament, or go on with it."""

from __future__ import annotations

import os

import click

from mensch.cli import texts as common
from mensch.cli.documents import print_json
from mensch.cli.tournament import texts
from mensch.cli.tournament.documents import tournament_document
from mensch.cli.tournament.entrants import entrant_names
from mensch.cli.tournament.opening import open_organiser
from mensch.cli.tournament.progress import Progress, expected_games, follow
from mensch.core.errors import GameOverError, ServerError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events import clock
from mensch.events.redis.store import RedisStore
from mensch.events.store import LONGEST_SILENCE, Store
from mensch.events.tournament.commands import StartTournament
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.organiser import Organiser
from mensch.workers.queues import TOURNAMENTS, connect_queues, living_workers
from mensch.workers.sweeper import await_first_beat
from mensch.workers.tournament.rounds import mind

_LOCAL = "local"
_MOST_JOBS = 256


@click.command()
@click.argument("tournament")
@click.option("--jobs", metavar="N|local", help=texts.JOBS)
@click.option("as_json", "--json", is_flag=True, help=common.JSON)
def run(tournament: str, jobs: str | None, as_json: bool) -> None:
    """Where workers for tournaments are alive they play, and this looks on; else, or with --jobs, it is
    played here. It can be stopped and gone on with at any point, and by any number of machines."""
    number = _number(jobs)
    organiser, contest = open_organiser(tournament)
    if contest.status is Status.FINISHED:
        raise GameOverError(said("tournament {tournament} is finished", tournament=contest.id))
    if contest.status is Status.OPEN:
        if contest.announced.clock is not None or contest.announced.within is not None:
            await_first_beat(organiser.store)
        contest = organiser.act(contest, StartTournament())
    contest = _played(organiser, contest, number)
    if as_json:
        print_json(tournament_document(contest, entrant_names(organiser.store, contest)))
    elif contest.status is Status.FINISHED:
        click.echo(texts.FINISHED.format(name=contest.announced.name, tournament=contest.id))
    else:
        current = contest.rounds[-1]
        waits = texts.WAITS.format(
            round=current.pairing.round, open=current.size - len(current.results), games=current.size
        )
        click.echo(waits)


def _played(organiser: Organiser, contest: Contest, jobs: int | None) -> Contest:
    progress = Progress(contest)
    looks_on = jobs is None and _workers_play(organiser.store)
    try:
        if looks_on:
            click.echo(texts.WORKERS, err=True)
            contest = follow(organiser.store, mind(organiser, contest), progress)
        else:
            from mensch.workers.tournament.local import run_in_processes

            contest = run_in_processes(organiser, contest, jobs or os.cpu_count() or 1, progress.tell)
    except KeyboardInterrupt:
        progress.end()
        contest = organiser.catch_up(contest)
        left = texts.LEFT_RUNNING if looks_on else texts.GO_ON
        games = expected_games(contest)
        click.echo(left.format(played=contest.played, games=games, tournament=contest.id), err=True)
        raise
    progress.end()
    return contest


def _number(jobs: str | None) -> int | None:
    """How many processes are to play here; None where nobody has said."""
    if jobs is None:
        return None
    if jobs == _LOCAL:
        return os.cpu_count() or 1
    if jobs.isdecimal() and 1 <= int(jobs) <= _MOST_JOBS:
        return int(jobs)
    raise UsageError(
        said(
            "--jobs takes “local” or a number from 1 to {most}, not “{typed}”",
            most=_MOST_JOBS,
            typed=printable(jobs),
        )
    )


def _workers_play(store: Store) -> bool:
    """Whether a worker for tournaments and a sweeper are alive; who cannot be asked does not count."""
    if clock.now() - (store.last_beat() or 0) > LONGEST_SILENCE:
        return False  # without a sweeper no worker hears of the games
    try:
        return isinstance(store, RedisStore) and any(
            TOURNAMENTS in worker.queue_names() for worker in living_workers(connect_queues(store.client))
        )
    except ServerError:
        return False  # the queues have a server of their own, and it is away
