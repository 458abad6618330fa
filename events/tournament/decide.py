"""Decide: which events a command leads to in a tournament. Everything is checked here, nothing is changed."""

from __future__ import annotations

from collections import Counter

from mensch.core.bots import bot
from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.rules import require_known
from mensch.core.said import said
from mensch.core.tournament.pairing import is_over, pair_round, takes_late_entries
from mensch.core.tournament.rounds import RoundPairing
from mensch.core.tournament.standings import standings
from mensch.core.tournament.terms import Entrant, Format, Terms, require_possible
from mensch.events.bodies import CLOCK, OPERATOR
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.batches import batch_size
from mensch.events.tournament.bodies import TournamentEvent as Event
from mensch.events.tournament.bot_game import game_id
from mensch.events.tournament.contest import Contest, Round, Status, paired
from mensch.events.tournament.secrets import commitment

_RECORD = 200
"""Results of a record, which so stays far below the largest."""

_UNPLAYED = 5_000
"""Games that a round can be closed without, so that their numbers fit into a record."""

MOST_ENTRANTS = 1_000
"""Entrants of a tournament, so that tables and byes of a round fit into a record."""


def decide(contest: Contest, command: c.TournamentCommand) -> list[Event]:
    """The events that a command leads to.

    Args:
        contest: folded with its secret.

    Raises:
        TurnError: too early or too late for it.
        GameOverError: the tournament is finished.
        UsageError: the command makes no sense in this tournament.
    """
    match command:
        case c.CreateTournament(body=body):
            return [_created(contest, body)]
        case c.EnterPlayer():
            return [_entered(contest, command)]
        case c.WithdrawPlayer():
            return [_withdrawn(contest, command)]
        case c.StartTournament():
            return [_started(contest)]
        case c.RecordResults():
            return _recorded(contest, command)
        case c.CorrectResult():
            return [_corrected(contest, command)]
        case c.CloseRound():
            return _closed(contest, command)


def _created(contest: Contest, body: t.TournamentCreated) -> Event:
    if contest.status is not Status.NEW:
        raise UsageError(said("tournament {tournament} exists already", tournament=contest.id))
    require_possible(Terms(Format(body.format), body.seats, body.games, body.rounds, body.duplicate))
    require_known(body.rules.name, body.rules.version)
    if contest.secret is not None and commitment(contest.secret) != body.commitment:
        raise UsageError(said("the commitment does not fit the secret"))
    return Event(OPERATOR, body)


def _entered(contest: Contest, command: c.EnterPlayer) -> Event:
    _require_going_on(contest)
    if contest.rounds and not takes_late_entries(contest.terms):
        raise TurnError(
            said(
                "tournament {tournament} has begun, and its format takes no late entries",
                tournament=contest.id,
            )
        )
    if len(contest.enrolled) >= MOST_ENTRANTS:
        raise UsageError(
            said(
                "tournament {tournament} is full: {most} entrants", tournament=contest.id, most=MOST_ENTRANTS
            )
        )
    if any(one.player == command.player for one in contest.enrolled):
        raise UsageError(said("player {player} has entered already", player=command.player))
    if command.bot is None:
        require_people_can_enter(contest.announced)
    if command.bot is not None:
        bot(command.bot.level, command.bot.version)
    return Event(OPERATOR, t.PlayerEntered(command.player, command.bot))


def require_people_can_enter(announced: t.TournamentCreated) -> None:
    """Keep people out of what is for bots alone: who had the deck before could tell.

    Raises:
        UsageError: it is.
    """
    if announced.duplicate or announced.keep or announced.adjusted:
        raise UsageError(
            said("duplicate decks, luck-adjusted figures and keeping results alone are for bots only")
        )


def _withdrawn(contest: Contest, command: c.WithdrawPlayer) -> Event:
    _require_going_on(contest)
    entrant = require_entrant(contest, command.entrant)
    if entrant.leaving is not None:
        raise UsageError(said("entrant {entrant} has left already", entrant=entrant.number))
    if command.by == CLOCK and command.cause != "no-show":
        raise UsageError(said("the clock lets nobody leave but who did not come"))
    return Event(command.by, t.PlayerWithdrew(command.cause, command.entrant))


def require_entrant(contest: Contest, number: int) -> Entrant:
    """An entrant by starting number.

    Raises:
        UsageError: there is none.
    """
    if not 1 <= number <= len(contest.enrolled):
        raise UsageError(
            said(
                "tournament {tournament} has the entrants 1 to {last}, not {entrant}",
                tournament=contest.id,
                last=len(contest.enrolled),
                entrant=number,
            )
        )
    return contest.enrolled[number - 1].entrant


def _started(contest: Contest) -> Event:
    _require_going_on(contest)
    if contest.rounds:
        raise TurnError(said("tournament {tournament} has begun already", tournament=contest.id))
    return _paired(contest, pair_round(contest.value()))


def _paired(contest: Contest, pairing: RoundPairing) -> Event:
    players = [contest.enrolled[number - 1] for table in pairing.tables for number in table.entrants]
    bots = [one.bot for one in players if one.bot is not None]
    terms = contest.terms
    games = len(pairing.tables) * terms.games * (terms.seats if terms.duplicate else 1)
    return Event(CLOCK, paired(pairing, batch_size(bots, games, adjusted=contest.announced.adjusted)))


def _recorded(contest: Contest, command: c.RecordResults) -> list[Event]:
    _require_going_on(contest)
    current = _require_open(contest, command.round)
    last = command.first + len(command.results)
    if last > current.size:
        raise UsageError(said("round {round} has {size} games", round=command.round, size=current.size))
    for number, result in enumerate(command.results, command.first):
        if number in current.results:
            raise TurnError(
                said("game {number} of round {round} has a result", number=number, round=command.round)
            )
        _require_result(contest, current, number, result)
    return [
        Event(CLOCK, t.ResultsRecorded(command.first + at, command.results[at : at + _RECORD], command.round))
        for at in range(0, len(command.results), _RECORD)
    ]


def _require_result(contest: Contest, current: Round, number: int, result: t.GameResult) -> None:
    """Check that a result is one of the game that it is recorded for."""
    seating = current.seat(number)
    seats = len(seating.sitting.seats)
    lists = [result.places, result.scores, *([result.luck] if result.luck is not None else [])]
    if any(len(one) != seats for one in lists) or (result.luck is not None) != contest.announced.adjusted:
        raise UsageError(said("the result of game {game} does not fit its table", game=result.game))
    _require_places(result.places, shared=result.adjudicated)
    if result.adjudicated and contest.is_bots_game(seating):
        raise UsageError(said("game {game} of bots is played to its end", game=result.game))
    if contest.secret is not None:
        right = game_id(contest.secret, current.pairing.round, seating.table, seating.number)
        if result.game != right:
            raise UsageError(
                said("game {game} is not the one that belongs here: {right}", game=result.game, right=right)
            )


def _require_places(places: list[int], *, shared: bool) -> None:
    """Check that places are those of a game: as many share one as are left out behind it.

    Args:
        shared: whether several may share the first.
    """
    counted = Counter(places)
    ahead = 0
    for place in sorted(counted):
        if place != ahead + 1:
            raise UsageError(said("{places} are no places of a game", places=" ".join(map(str, places))))
        ahead += counted[place]
    if counted[1] != 1 and not shared:
        raise UsageError(said("a game has one winner, not {count}", count=counted[1]))


def _corrected(contest: Contest, command: c.CorrectResult) -> Event:
    _require_going_on(contest)
    if not 1 <= command.round <= len(contest.rounds):
        raise UsageError(said("there is no round {round}", round=command.round))
    found = contest.rounds[command.round - 1]
    if command.number not in found.results:
        raise UsageError(
            said("game {number} of round {round} has no result", number=command.number, round=command.round)
        )
    if len(command.places) != len(found.seat(command.number).sitting.seats):
        raise UsageError(said("the game has {seats} seats", seats=len(found.results[command.number].places)))
    _require_places(command.places, shared=found.results[command.number].adjudicated)
    body = t.ResultCorrected(command.number, command.places, command.reason, command.round)
    return Event(OPERATOR, body)


def _closed(contest: Contest, command: c.CloseRound) -> list[Event]:
    _require_going_on(contest)
    current = _require_open(contest, command.round)
    if command.by == CLOCK and not current.is_complete():
        within = contest.announced.within
        if within is None or command.now < current.at + within:
            raise TurnError(said("round {round} has games that are not played yet", round=command.round))
    unplayed = current.missing
    if len(unplayed) > _UNPLAYED:
        raise TurnError(
            said(
                "{count} games of round {round} are not played, too many to leave out: play them first",
                count=len(unplayed),
                round=command.round,
            )
        )
    closing = Event(command.by, t.RoundClosed(command.round, unplayed))
    value = contest.value(closing=True)
    if not is_over(value):
        return [closing, _paired(contest, pair_round(value))]
    places = {standing.entrant: standing.place or 0 for standing in standings(value)}
    finished = t.TournamentFinished([places[one.entrant.number] for one in contest.enrolled])
    events = [closing, Event(CLOCK, finished)]
    if contest.secret is not None:
        events.append(Event(OPERATOR, t.TournamentRevealed(contest.secret.hex())))
    return events


def _require_going_on(contest: Contest) -> None:
    if contest.status is Status.NEW:
        raise UsageError(said("there is no tournament {tournament}", tournament=contest.id))
    if contest.status is Status.FINISHED:
        raise GameOverError(said("tournament {tournament} is finished", tournament=contest.id))


def _require_open(contest: Contest, number: int) -> Round:
    if number != len(contest.rounds) or contest.rounds[-1].unplayed is not None:
        raise TurnError(
            said("round {round} of tournament {tournament} is not open", round=number, tournament=contest.id)
        )
    return contest.rounds[-1]
