"""Tables at which people sit: their games are made, go on by mail, and are recorded when they are over."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from functools import partial

from mensch.core.deck import SEED_SIZE, commitment, joiner_bytes
from mensch.core.errors import MenschError, UsageError
from mensch.core.rules import classic
from mensch.events import commands as games
from mensch.events.away import coming_absences
from mensch.events.game import Status as GameStatus
from mensch.events.loading import entries
from mensch.events.people import note_seat, people
from mensch.events.referee import Referee, derived_command
from mensch.events.tournament.adjudication import result_of
from mensch.events.tournament.commands import RecordResults, TournamentCommand
from mensch.events.tournament.contest import Contest, Round, Status
from mensch.events.tournament.fixture import fixture_fields
from mensch.events.tournament.open_games import people_games
from mensch.events.tournament.organiser import Organiser


def seat_people(organiser: Organiser, contest: Contest) -> None:
    """Make the games of the latest round at which people sit; those that are there are left alone."""
    current = contest.rounds[-1]
    for number, game in open_games(contest):
        if organiser.store.head(game) is None:
            _make(organiser, contest, current, number, game)


def record_people(organiser: Organiser, contest: Contest) -> Contest:
    """Record the results of people's games that are over, with deck and causes public."""
    current = contest.rounds[-1]
    for number, game in list(open_games(contest)):
        head = organiser.store.head(game)
        if head is None or head.status not in (GameStatus.FINISHED.value, GameStatus.ABORTED.value):
            continue
        result = result_of(entries(organiser.store, game), current.at)
        if result is None:
            continue
        command = RecordResults(current.pairing.round, number, [result])
        cause = f"results:{current.pairing.round}:{number}"
        contest = happened(organiser, contest, command, cause, partial(_has_result, current, number))
        if is_closed(contest, current):
            break
    return contest


def _has_result(current: Round, number: int, contest: Contest) -> bool:
    """Whether a game has its result, or its round is closed without."""
    return is_closed(contest, current) or number in contest.rounds[-1].results


def happened(
    organiser: Organiser,
    contest: Contest,
    command: TournamentCommand,
    cause: str,
    settled: Callable[[Contest], bool],
) -> Contest:
    """Let a command happen, unless somebody faster has settled it.

    Args:
        contest: folded with its secret.
        cause: what the id of the command follows from, so that a second run changes nothing.
        settled: whether it is, in the tournament as it is then.

    Returns:
        the tournament afterwards.

    Raises:
        MenschError: it is refused, and not because of that.
    """
    assert contest.secret is not None
    try:
        return organiser.act(contest, command, cmd=derived_command(contest.secret, cause))
    except MenschError:
        after = organiser.catch_up(contest)
        if not settled(after):
            raise
        return after


def is_closed(contest: Contest, current: Round) -> bool:
    """Whether a round that was the latest one is closed by now."""
    return contest.status is not Status.RUNNING or contest.rounds[-1].pairing.round != current.pairing.round


def open_games(contest: Contest) -> Iterator[tuple[int, str]]:
    """The games of the latest round at which people sit and that have no result: number there, and id."""
    current = contest.rounds[-1]
    for number, game in people_games(contest):
        if number not in current.results:
            yield number, game


def _make(organiser: Organiser, contest: Contest, current: Round, number: int, game: str) -> None:
    """Make a game. Its seed is random: that of the tournament may become public while it is disputed."""
    seed = secrets.token_bytes(SEED_SIZE)
    seats = [contest.enrolled[entrant - 1] for entrant in current.seat(number).sitting.seats]
    create = games.create(classic(len(seats)), commitment(seed), game, clock=contest.announced.clock)
    joins = [
        games.JoinGame(
            seat,
            one.player,
            (joiner_bytes(seed, seat) if one.bot else secrets.token_bytes(SEED_SIZE)).hex(),
            one.bot,
            mail=one.bot is None,
        )
        for seat, one in enumerate(seats)
    ]
    names = [person.name for person in people(organiser.store, [one.player for one in seats])]
    persons = {seat: one.player for seat, one in enumerate(seats) if one.bot is None}
    for seat, player in persons.items():  # first, so that whoever is cut off here loses no mail of the game
        note_seat(organiser.store, player, game, seat)
    referee = Referee(organiser.store, organiser.now)
    absences = coming_absences(referee, persons, organiser.now()) if contest.announced.clock else []
    try:
        commands: list[games.Command] = [create, *joins, *absences, games.StartGame()]
        referee.open_game(game, seed, commands, names, secret=fixture_fields(contest, current))
    except UsageError:  # somebody else was faster
        if organiser.store.head(game) is None:
            raise
