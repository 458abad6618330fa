"""The functions that jobs run. They carry ids only, act through the same commands as everybody, and change
nothing when they run a second time.

There is a function for each kind of due item (`mensch.workers.queues.WORK`), so that ids are all it takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from mensch.core.errors import NewerLogError, ServerError
from mensch.events.archived.folder import archive_folder
from mensch.events.due import (
    ANSWER,
    DIGEST,
    FLAG,
    GAMES,
    HALF,
    LAPSE,
    LATE,
    MAIL,
    ORDER,
    REASONS,
    RESUME,
    REVEAL,
    ROUND,
    TURN,
    Due,
)
from mensch.events.game import Game
from mensch.events.redis.store import RedisStore
from mensch.events.referee import Referee
from mensch.events.server.connection import connect
from mensch.events.server.meta import open_meta
from mensch.workers import flags, orders, turns
from mensch.workers.joblog import log


class FailedJobError(Exception):
    """A job failed. The text says of what kind the error was and no more, since RQ keeps it for a day."""


def take_turn(game: str, seq: int) -> None:
    """Let a bot play, if it is still the turn that the record was followed by."""
    _run(TURN, game, seq, _take_turn)


def reveal_deck(game: str, seq: int) -> None:
    """Make the deck of a game public whose time to be disputed is over, and open its causes."""
    _run(REVEAL, game, seq, lambda referee, loaded, _: referee.reveal_deck(loaded))


def publish_reasons(game: str, seq: int) -> None:
    """Open the causes of a game whose deck is public."""
    _run(REASONS, game, seq, lambda referee, loaded, _: referee.publish_reasons(loaded))


def fall_flag(game: str, seq: int) -> None:
    """Let the flag of the player to move fall, if it is past the deadline."""
    _run(FLAG, game, seq, flags.fall)


def follow_orders(game: str, seq: int) -> None:
    """Play what a player has ordered for this turn."""
    _run(ORDER, game, seq, _follow_orders)


def lapse_start(game: str, seq: int) -> None:
    """Wait no longer for players who did not come."""
    _run(LAPSE, game, seq, flags.lapse)


def resume_game(game: str, seq: int) -> None:
    """End a pause whose time is over."""
    _run(RESUME, game, seq, flags.resume)


def send_mails(game: str, seq: int) -> None:
    """Tell of what happened in a game up to a record."""
    _send(MAIL, game, seq)


def send_half_reminder(game: str, seq: int) -> None:
    """Remind the player to move, half of whose time is gone."""
    _send(HALF, game, seq)


def send_late_reminder(game: str, seq: int) -> None:
    """Remind the player to move, who has little time left."""
    _send(LATE, game, seq)


def send_answer(game: str, number: int) -> None:
    """Answer a received mail."""
    _send(ANSWER, game, number)


def send_digest(player: str, number: int) -> None:
    """Send somebody the mail of the day."""
    _send(DIGEST, player, number)


def play_games(tournament: str, number: int) -> None:
    """Play a batch of a tournament's games of bots."""
    _of_tournament(GAMES, tournament, number)


def mind_round(tournament: str, number: int) -> None:
    """Schedule the games of a tournament's round, and close it when it is done."""
    _of_tournament(ROUND, tournament, number)


def refused(function: str) -> None:
    """What a job runs that named something else."""
    log("refused", function=function)


def _take_turn(referee: Referee, game: Game, seq: int) -> Game:
    # A later turn has a job of its own.
    if game.turn_began > seq or not turns.bot_to_move(game):
        return game
    return turns.take_turn(referee, game)


def _follow_orders(referee: Referee, game: Game, seq: int) -> Game:
    after = orders.follow(referee, game, seq)
    if after.seq == game.seq:  # nothing was ordered, and what is ordered now is for a later turn
        referee.store.done(Due(ORDER, game.id, seq, 0))
    return after


def _run(kind: str, game: str, seq: int, act: Callable[[Referee, Game, int], Game]) -> None:
    """Run a job about a game."""

    def run(referee: Referee) -> bool:
        loaded = referee.load(game)
        return act(referee, loaded, seq).seq > loaded.seq

    _do(kind, game, seq, run)


def _send(kind: str, about: str, number: int) -> None:
    """Run a job that sends mails. `mensch.workers.mail.outgoing.send_due` ends the due item
    (`Store.mark_sent`, `Store.done`) or puts it off until another try; where it does neither, it comes up
    again in a moment.
    """

    def send(referee: Referee) -> bool:
        from mensch.workers.mail.outgoing import send_due

        if kind in (HALF, LATE) and flags.returned_meanwhile(referee, about):
            return False  # with new reminders at other times
        send_due(referee, kind, about, number)
        return True

    _do(kind, about, number, send)


def _of_tournament(kind: str, tournament: str, number: int) -> None:
    """Run a job about a tournament."""

    def run(referee: Referee) -> bool:
        from mensch.events.tournament.organiser import Organiser
        from mensch.workers.tournament import rounds

        organiser = Organiser(referee.store)
        contest = organiser.load(tournament)
        if kind == GAMES:
            return rounds.play_due(organiser, contest, number)
        before = contest.seq
        return rounds.mind(organiser, contest).seq > before

    _do(kind, tournament, number, run)


def _do(kind: str, about: str, number: int, act: Callable[[Referee], bool]) -> None:
    """Run a job and tell the log what became of it.

    Args:
        act: does it; False where nothing was to do.
    """
    began = time.monotonic()
    try:
        outcome = "done" if act(_referee()) else "nothing to do"
    except NewerLogError:
        # Left for a newer worker: the due item stays, and comes up again in a moment.
        outcome = "left to a newer version"
    except ServerError as error:
        log(kind, game=about, seq=number, outcome="server away", error=type(error).__name__, ms=_ms(began))
        if kind in (GAMES, ROUND):  # comes up again in a moment; what has failed for good waits for minutes
            return
        raise FailedJobError(type(error).__name__) from None
    except Exception as error:  # noqa: BLE001  # RQ would keep its text, which may quote a move with its dice
        log(kind, game=about, seq=number, outcome="failed", error=type(error).__name__, ms=_ms(began))
        raise FailedJobError(type(error).__name__) from None
    log(kind, game=about, seq=number, outcome=outcome, ms=_ms(began))


def _ms(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _referee() -> Referee:
    """A referee with a connection of its own: a job runs in a process of its own."""
    client = connect(name="mensch-job")
    store = RedisStore(client, open_meta(client).shards)
    store.unearth = archive_folder().read
    return Referee(store)
