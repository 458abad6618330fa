"""The end of a round of people: by its time, by the organiser, or with its last game.

Games that are not over then end there. Whoever never came is noted before the next round is paired.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from mensch.core.errors import GameOverError, TurnError
from mensch.events import commands as games
from mensch.events.game import Game, fold, initial
from mensch.events.loading import entries
from mensch.events.referee import Referee
from mensch.events.store import Store
from mensch.events.tournament.adjudication import closing_command, no_shows
from mensch.events.tournament.commands import CloseRound, WithdrawPlayer
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.decide import decide
from mensch.events.tournament.fixture import note_no_show
from mensch.events.tournament.open_games import people_games
from mensch.events.tournament.organiser import Organiser
from mensch.workers.downtime import downtime
from mensch.workers.tournament.people import happened, is_closed, open_games, record_people


def closes_at(store: Store, contest: Contest, now: int) -> int | None:
    """When the latest round closes by itself, in milliseconds UTC; None where it has all the time.

    Time in which the service was down is given back.
    """
    within = contest.announced.within
    if within is None or not contest.rounds:
        return None
    paired = contest.rounds[-1].at
    return paired + within + downtime(store, paired, now)


def end_games(organiser: Organiser, contest: Contest) -> Contest:
    """End the people's games of the latest round that are not over, and record what has become of them. One
    that waits for a ruling goes on."""
    referee = Referee(organiser.store, organiser.now)
    for _, game in list(open_games(contest)):
        if organiser.store.head(game) is None:
            continue
        loaded = referee.load(game)
        if not loaded.over:
            assert loaded.seed is not None
            try:
                loaded = referee.act(loaded, [games.AbortGame()], cmd=closing_command(loaded.seed))
            except GameOverError:  # it has ended meanwhile
                loaded = referee.load(game)
            except TurnError:  # a dispute is open
                continue
        if loaded.revealed is not None and loaded.sealed:
            referee.publish_reasons(loaded)
    return record_people(organiser, contest)


def waits_for_ruling(organiser: Organiser, contest: Contest) -> bool:
    """Whether a game of the latest round without a result is disputed."""
    referee = Referee(organiser.store, organiser.now)
    return any(
        organiser.store.head(game) is not None and referee.load(game).disputes
        for _, game in open_games(contest)
    )


def close(organiser: Organiser, contest: Contest, by: Literal["clock", "operator"]) -> Contest:
    """Note who never came, and close the latest round. A second run, also at the same time, changes nothing.

    Args:
        contest: folded with its secret.
        by: `clock` where its games are over or its time is, `operator` for the organiser.

    Returns:
        the tournament afterwards.

    Raises:
        TurnError: it is too early for the clock.
    """
    current = contest.rounds[-1]
    number = current.pairing.round
    for entrant in _absent(organiser, contest):
        tell_no_show(organiser, contest, entrant)  # first, so that nobody is left out where this is cut off
        command = WithdrawPlayer(entrant, "no-show", "clock")
        contest = happened(
            organiser, contest, command, f"no-show:{number}:{entrant}", partial(_has_left, entrant)
        )
    if is_closed(contest, current):
        return contest
    cause = f"close:{number}" if by == "clock" else f"close:{number}:{by}"
    closing = CloseRound(number, by, organiser.now())
    return happened(organiser, contest, closing, cause, lambda after: is_closed(after, current))


def tell_no_show(organiser: Organiser, contest: Contest, entrant: int) -> None:
    """Let somebody hear by mail that they are paired no more; nothing where they have no game in this round.

    Args:
        contest: folded with its secret.
        entrant: the starting number.
    """
    for number, game in people_games(contest) if contest.rounds else ():
        seats = contest.rounds[-1].seat(number).sitting.seats
        if entrant in seats and organiser.store.head(game) is not None:
            note_no_show(organiser.store, game, seats.index(entrant), organiser.now())
            return


def _has_left(entrant: int, contest: Contest) -> bool:
    return contest.enrolled[entrant - 1].entrant.leaving is not None


def leave(
    organiser: Organiser, contest: Contest, entrant: int, cause: Literal["disqualified", "withdrawn"]
) -> Contest:
    """Let an entrant leave for good: a person also resigns in the games of the round that is on.

    Args:
        contest: folded with its secret.
        entrant: the starting number.

    Returns:
        the tournament afterwards.

    Raises:
        GameOverError: the tournament is finished.
        UsageError: there is no such entrant, or they have left already.
    """
    command = WithdrawPlayer(entrant, cause)
    decide(contest, command)
    if contest.rounds and contest.enrolled[entrant - 1].bot is None:
        referee = Referee(organiser.store, organiser.now)
        for game, seat in _running(organiser, referee, contest, entrant):
            try:
                after = referee.act(game, [games.Resign(seat)])
            except GameOverError:  # it has ended meanwhile
                continue
            referee.publish_reasons(after)
    return organiser.act(contest, command)


def _running(
    organiser: Organiser, referee: Referee, contest: Contest, entrant: int
) -> Iterator[tuple[Game, int]]:
    """The games in which an entrant still plays, with their seat."""
    current = contest.rounds[-1]
    for number, game in open_games(contest):
        seats = current.seat(number).sitting.seats
        if entrant in seats and organiser.store.head(game) is not None:
            loaded = referee.load(game)
            seat = seats.index(entrant)
            if not loaded.over and seat not in loaded.table.departed:
                yield loaded, seat


def _absent(organiser: Organiser, contest: Contest) -> list[int]:
    """The starting numbers of people who came to none of their games in the latest round."""
    current = contest.rounds[-1]
    came: dict[int, bool] = {}
    for number, game in people_games(contest):
        if organiser.store.head(game) is None:
            continue
        log = entries(organiser.store, game)
        away = no_shows(log, current.at) if fold(initial(game), log).over else frozenset()
        for seat, entrant in enumerate(current.seat(number).sitting.seats):
            came[entrant] = came.get(entrant, False) or seat not in away
    return [
        entrant
        for entrant, has_come in came.items()
        if not has_come and contest.enrolled[entrant - 1].entrant.leaving is None
    ]
