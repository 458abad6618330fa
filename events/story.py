"""What happened in a game, record by record, as values: each record, the game after it, what a move did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mensch.core.moves import MOVES, Kind, Move
from mensch.core.outcome import places
from mensch.core.position import Effect, Position
from mensch.events import bodies
from mensch.events.game import Game, Status
from mensch.events.record import Entry


class Played(msgspec.Struct, frozen=True):
    """A move and what it did.

    Attributes:
        seat: who played it.
        move: the move.
        effect: what it took, from where, and what it scored.
        slot: the row it went to, 0 to 2; None for a pass.
        reshuffled: whether the discards became the draw pile on the way.
    """

    seat: int
    move: Move
    effect: Effect
    slot: int | None
    reshuffled: bool


class Scene(msgspec.Struct, frozen=True):
    """One record and the game after it.

    Attributes:
        entry: the record.
        game: the game after it; it goes on with the next scene, so it is to be looked at now.
        played: for a move, what it did.
    """

    entry: Entry
    game: Game
    played: Played | None


def scenes(start: Game, log: Sequence[Entry]) -> Iterator[Scene]:
    """Every record of a log with the game after it.

    Args:
        start: the game before the first of them; it stays as it is.
        log: records that fold without an error, as `mensch.events.game.fold` has found before.
    """
    game = start.copy()
    for entry in log:
        body = entry.record.body
        played = None
        if isinstance(body, bodies.MovePlayed):
            position = game.table
            played = _about_to_play(position, MOVES[body.move])
            decks = position.reshuffles
            game.advance(entry)
            if position.reshuffles > decks:
                played = msgspec.structs.replace(played, reshuffled=True)
        else:
            game.advance(entry)
        yield Scene(entry, game, played)


def _about_to_play(position: Position, move: Move) -> Played:
    seat = position.turn
    slot = None if move.kind is Kind.PASS else move.slot
    if move.kind is Kind.START:
        slot = position.rows(seat).index(())
    return Played(seat, move, position.effect(move), slot, False)


def final_places(game: Game) -> tuple[int, ...] | None:
    """The place of each seat; None while the game goes on, and where it has no winner."""
    position = game.position
    if position is None or position.outcome is None or game.status is Status.ANNULLED:
        return None
    return places(position.scores, position.outcome.winner, position.departed)
