"""Tables at which people sit: their games are made, go on by mail, and are recorded when they are over.

A round closes by clock: who is to move then and has never moved is a no-show. The games that are left end
without a winner, so that nobody goes on with what counts nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from mensch.core.deck import SEED_SIZE, commitment, joiner_bytes
from mensch.core.errors import GameOverError, MenschError, TurnError, UsageError
from mensch.core.rules import classic
from mensch.events import commands as games
from mensch.events.bodies import GameFinished, MovePlayed
from mensch.events.game import Game, Status
from mensch.events.loading import entries
from mensch.events.people import note_seat
from mensch.events.referee import Referee, derived_command
from mensch.events.tournament.bodies import GameResult
from mensch.events.tournament.bot_game import game_id
from mensch.events.tournament.commands import RecordResults, WithdrawPlayer
from mensch.events.tournament.contest import Contest, Round
from mensch.events.tournament.organiser import Organiser


def seat_people(organiser: Organiser, contest: Contest) -> None:
    """Make the games of the latest round at which people sit; those that are there are left alone."""
    current = contest.rounds[-1]
    for number in _open(contest, current):
        game = _id(contest, current, number)
        if organiser.store.head(game) is None:
            _make(organiser, contest, current, number, game)


def record_people(organiser: Organiser, contest: Contest) -> Contest:
    """Record the results of people's games that are over, with deck and causes public."""
    current = contest.rounds[-1]
    for number in list(_open(contest, current)):
        head = organiser.store.head(_id(contest, current, number))
        if head is None or head.status != Status.FINISHED.value:
            continue
        result = _result(organiser, head.hash, _id(contest, current, number))
        if result is not None:
            assert contest.secret is not None
            cmd = derived_command(contest.secret, f"results:{current.pairing.round}:{number}")
            command = RecordResults(current.pairing.round, number, [result])
            contest = organiser.act(contest, command, cmd=cmd)
    return contest


def end_people(organiser: Organiser, contest: Contest) -> Contest:
    """End the games of a round that closes before they are over, and note who never came."""
    referee = Referee(organiser.store, organiser.now)
    current = contest.rounds[-1]
    for number in list(_open(contest, current)):
        game_id = _id(contest, current, number)
        if organiser.store.head(game_id) is None:
            continue
        game = referee.load(game_id)
        if game.over:
            continue
        absent = _never_came(organiser, contest, current, number, game)
        try:
            referee.act(game, [games.AbortGame()])
        except (GameOverError, TurnError):  # it has ended meanwhile, or a dispute is open
            continue
        if absent is not None and contest.enrolled[absent - 1].entrant.leaving is None:
            contest = organiser.act(contest, WithdrawPlayer(absent, "no-show"))
    return contest


def _open(contest: Contest, current: Round) -> Iterator[int]:
    """The games of a round at which people sit and that have no result."""
    for number in range(current.size):
        if number not in current.results and not contest.is_bots_game(current.seat(number)):
            yield number


def _id(contest: Contest, current: Round, number: int) -> str:
    assert contest.secret is not None
    seating = current.seat(number)
    return game_id(contest.secret, current.pairing.round, seating.table, seating.number)


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
    names = [
        fields.get("name", b"").decode(errors="replace")
        for fields in organiser.store.players([one.player for one in seats])
    ]
    referee = Referee(organiser.store, organiser.now)
    try:
        referee.open_game(game, seed, [create, *joins, games.StartGame()], names)
    except UsageError:
        if organiser.store.head(game) is None:
            raise
        return  # somebody else was faster
    for seat, one in enumerate(seats):
        if one.bot is None:
            note_seat(organiser.store, one.player, game, seat)


def _result(organiser: Organiser, head: str, game: str) -> GameResult | None:
    """The result of a game that is over; None while something is still to come in its log."""
    loaded = Referee(organiser.store).load(game)
    if loaded.revealed is None or loaded.sealed or loaded.disputes:
        return None
    for entry in entries(organiser.store, game):
        if isinstance(entry.record.body, GameFinished):
            return GameResult(game, head, entry.record.body.places, entry.record.body.scores)
    return None


def _never_came(
    organiser: Organiser, contest: Contest, current: Round, number: int, game: Game
) -> int | None:
    """The starting number of who is to move in a game and has never moved; None for a bot, or nobody."""
    try:
        seat = game.table.turn
    except MenschError:  # it has not started
        return None
    moved = {
        entry.record.by
        for entry in entries(organiser.store, game.id)
        if isinstance(entry.record.body, MovePlayed)
    }
    entrant = current.seat(number).sitting.seats[seat]
    if f"seat:{seat}" in moved or contest.enrolled[entrant - 1].bot is not None:
        return None
    return entrant
