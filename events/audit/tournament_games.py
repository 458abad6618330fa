"""The audit of a tournament's games: results are those of their logs, and bots play them again.

Games are looked up where they lie. Those of bots follow from the revealed secret, which gives every byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mensch.core.errors import LogError, NewerLogError
from mensch.core.said import said
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Standing, Step, Verdict
from mensch.events.bodies import CLOCK, GameFinished, PlayerJoined
from mensch.events.record import verify
from mensch.events.tournament import bodies as t
from mensch.events.tournament.adjudication import no_shows, result_of
from mensch.events.tournament.bot_game import game_id, write_game
from mensch.events.tournament.contest import Contest, Enrolled, Round
from mensch.events.tournament.plans import plan_of
from mensch.events.tournament.records import TournamentEntry

Games = Callable[[str], Sequence[bytes]]
"""From a game's id to its exact records; none where it is not at hand."""


def check_games(contest: Contest, log: Sequence[TournamentEntry], games: Games | None, draft: Draft) -> None:
    """Compare every result with the log of its game, where that is at hand.

    Args:
        contest: folded from the log.
        games: where its games lie; None where they are not at hand.
    """
    noted = _noted_no_shows(log)
    if games is None:
        draft.leaves(Step.GAMES, said("the logs of its games are not at hand here"))
        return
    same = absent = 0
    for current in contest.rounds:
        for number, result in current.results.items():
            raws = games(result.game)
            if not raws:
                absent += 1
            elif (problem := _differs(contest, current, number, raws)) is None:
                same += 1
            else:
                says = said("the result of game {game}: {problem}", game=result.game, problem=problem)
                draft.breaks(Verdict.VIOLATION, Code.RESULT_DIFFERS, says)
    if same:
        says = said("the results of {count} games are those of their logs", count=same)
        draft.holds(Code.RESULTS_OK, Standing.PROVEN, says)
    for game in _left_out(contest, log, games):
        says = said("game {game} was over before its round closed, and its result is not recorded", game=game)
        draft.breaks(Verdict.VIOLATION, Code.RESULT_DIFFERS, says)
    for one in contest.enrolled:
        if one.entrant.number in noted and _came(contest, one, games):
            says = said("entrant {entrant} is noted as a no-show and has come", entrant=one.entrant.number)
            draft.breaks(Verdict.VIOLATION, Code.NOT_ALLOWED, says)
    if absent:
        draft.leaves(Step.GAMES, said("the logs of {count} games are not kept here", count=absent))
    draft.done(Step.GAMES)


def _differs(contest: Contest, current: Round, number: int, raws: Sequence[bytes]) -> str | None:
    """What a result says otherwise than the log of its game; None if nothing.

    Args:
        number: of the game in its round.
    """
    result = current.results[number]
    try:
        log = list(verify(raws, game=result.game))
    except LogError as error:
        return said("{error}", error=error)
    hashes = [entry.hash for entry in log]
    if result.hash not in hashes:
        return said("its log does not have the record that was its last")
    then = log[: hashes.index(result.hash) + 1]  # behind it a dispute may stand
    bodies = [entry.record.body for entry in then]
    seating = current.seat(number)
    entrants = [contest.enrolled[entrant - 1] for entrant in seating.sitting.seats]
    joined = {body.seat: (body.player, body.bot) for body in bodies if isinstance(body, PlayerJoined)}
    if joined != {seat: (one.player, one.bot) for seat, one in enumerate(entrants)}:
        return said("by its log others sit there than at its table")
    if contest.is_bots_game(seating):
        stated = [(body.places, body.scores) for body in bodies if isinstance(body, GameFinished)]
        fits = stated == [(result.places, result.scores)]
    else:
        fits = result_of(then, current.at) == result
    if fits:
        return None
    if result.adjudicated:
        return said("by its log it is adjudicated otherwise")
    return said("its log states other places or scores")


def _left_out(contest: Contest, log: Sequence[TournamentEntry], games: Games) -> Iterator[str]:
    """People's games that a round was closed without though they had a result by then, as far as they can be
    found and are at hand."""
    if contest.revealed is None:
        return
    closed = {body.round: entry for entry in log if isinstance(body := entry.record.body, t.RoundClosed)}
    for number, closing in closed.items():
        current = contest.rounds[number - 1]
        for unplayed in current.unplayed or []:
            seating = current.seat(unplayed)
            if contest.is_bots_game(seating):
                continue
            game = game_id(contest.revealed, number, seating.table, seating.number)
            try:
                entries = list(verify(games(game), game=game))
            except LogError:
                continue
            then = [entry for entry in entries if entry.record.at < closing.record.at]
            if then and result_of(then, current.at) is not None:
                yield game


def _noted_no_shows(log: Sequence[TournamentEntry]) -> frozenset[int]:
    """The starting numbers of those whom the clock has noted as no-shows."""
    by_clock = [entry.record.body for entry in log if entry.record.by == CLOCK]
    return frozenset(body.entrant for body in by_clock if isinstance(body, t.PlayerWithdrew))


def _came(contest: Contest, one: Enrolled, games: Games) -> bool:
    """Whether somebody came to a game of the round in which they were noted as a no-show; False where its
    games cannot be found, or not all are at hand."""
    assert one.entrant.left is not None
    secret = contest.revealed
    if secret is None:
        return False
    current = contest.rounds[one.entrant.left - 2]
    for number in range(current.size):
        seating = current.seat(number)
        if one.entrant.number not in seating.sitting.seats:
            continue
        game = game_id(secret, current.pairing.round, seating.table, seating.number)
        try:
            log = list(verify(games(game), game=game))
        except LogError:
            return False
        seat = seating.sitting.seats.index(one.entrant.number)
        if log and seat not in no_shows(log, current.at):
            return True
    return False


def play_again(contest: Contest, draft: Draft, *, bots: bool) -> None:
    """Play the games of bots again, and compare every byte by their last hash."""
    if contest.revealed is None:
        draft.leaves(Step.BOTS, said("games of bots can be played again once the secret is revealed"))
        return
    if not bots:
        draft.leaves(Step.BOTS, said("it was asked not to run bots again"))
        return
    same = 0
    for current in contest.rounds:
        for number, result in current.results.items():
            if not contest.is_bots_game(current.seat(number)):
                continue
            try:
                again = _again(contest, current, number)
            except NewerLogError as error:
                draft.leaves(Step.BOTS, said("{error}", error=error))
                return
            if again != result:
                says = said("game {game}, played again, ends otherwise", game=result.game)
                draft.breaks(Verdict.VIOLATION, Code.BOT_DIFFERS, says)
                return
            same += 1
    if same:
        says = said("{count} games of bots, played again: they are the same to the last byte", count=same)
        draft.holds(Code.BOTS_OK, Standing.PROVEN, says)
    draft.done(Step.BOTS)


def _again(contest: Contest, current: Round, number: int) -> t.GameResult:
    return write_game(plan_of(contest, current, number)).result
