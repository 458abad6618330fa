"""What the end of a round makes of people's games, from their logs alone, so that an audit can tell too.

A no-show is who has given no sign of life though it was their turn. A game of two with a no-show is none, and
the other wins by forfeit. Any other that is not over when its round closes is adjudicated: places go by the
scores that stand there, with no-shows last, as with who has left.
"""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.outcome import places
from mensch.events.bodies import DeckRevealed, GameAborted, GameFinished, ReasonsPublished, TurnMissed
from mensch.events.game import Game, Status, fold, initial
from mensch.events.record import Entry
from mensch.events.referee import derived_command
from mensch.events.tournament.bodies import GameResult


def closing_command(seed: bytes) -> str:
    """The id of the command with which the close of its round ends a game.

    Args:
        seed: of the game.
    """
    return derived_command(seed, "round closed")


def result_of(log: Sequence[Entry], paired: int) -> GameResult | None:
    """The result of a game that is over.

    Args:
        log: its records, of which the game ends with the last of deck and causes.
        paired: when its round was paired, in milliseconds UTC.

    Returns:
        None for a game without a result: before its deck and all causes are public or while a ruling is
        waited for, where it was annulled, or aborted otherwise than by the close of its round, and where
        fewer than two came.
    """
    game = fold(initial(log[0].record.game), log)
    if game.revealed is None or game.sealed or game.disputes or game.status is Status.ANNULLED:
        return None
    last = [entry.hash for entry in log if isinstance(entry.record.body, DeckRevealed | ReasonsPublished)][-1]
    ended = log[game.ended - 1].record
    match ended.body:
        case GameFinished(places=ranking, scores=scores):
            return GameResult(game.id, last, ranking, scores)
        case GameAborted() if ended.cmd == closing_command(game.revealed):
            absent = no_shows(log, paired)
            if len(game.seats) - len(absent) < 2:
                return None
            ranking = list(standing(game, absent))
            return GameResult(game.id, last, ranking, list(game.table.scores), adjudicated=True)
    return None


def standing(game: Game, absent: frozenset[int]) -> tuple[int, ...]:
    """The places of a game that is adjudicated, by seat: by score, with no-shows and who has left last."""
    return places(game.table.scores, None, absent | frozenset(game.table.departed))


def no_shows(log: Sequence[Entry], paired: int) -> frozenset[int]:
    """The seats of people who never came to a game that is over.

    Whatever a player does before its end is a sign of life: a move, a message, an absence that they announce.
    It was their turn where they have missed one, or where they were to move at the end for at least half the
    time of the round.

    Args:
        log: its records.
        paired: when its round was paired, in milliseconds UTC.
    """
    game = fold(initial(log[0].record.game), log)
    played = log[: game.ended]
    late = {entry.record.cmd for entry in played if isinstance(entry.record.body, TurnMissed)}
    alive = {entry.record.by for entry in played if entry.record.cmd not in late}
    called = {entry.record.body.seat for entry in played if isinstance(entry.record.body, TurnMissed)}
    ended = played[-1].record
    if isinstance(ended.body, GameAborted):
        before = fold(initial(game.id), played[:-1])
        if 2 * (ended.at - before.turn_at) >= ended.at - paired:
            called.add(before.table.turn)
    return frozenset(seat for seat in called if game.holder(seat).person and f"seat:{seat}" not in alive)
