"""Deciding pauses: agreeing on one, the operator's, and how either ends.

A part of `mensch.events.decide`, by subject. While a game pauses no move counts and clocks stand; talking,
resigning, agreeing on an abort, disputes and a change of players stay open.
"""

from __future__ import annotations

from mensch.core.errors import TurnError, UsageError
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.bodies import CLOCK, OPERATOR, Event, GamePaused, GameResumed, PauseOffered
from mensch.events.game import Game


def require_no_pause(game: Game) -> None:
    """Stop what must wait for the end of a pause.

    Raises:
        TurnError: the game pauses.
    """
    if game.paused is not None:
        raise TurnError(said("game {game} pauses: {ending}", game=game.id, ending=_ending(game.paused)))


def _ending(paused: GamePaused) -> str:
    if paused.cause == "agreed":
        return said("any player can end that")
    return said("the operator ends that")


def offered(game: Game, seat: int) -> list[Event]:
    """The events of one more player who agrees to a pause.

    Args:
        game: running, and the seat still in.

    Raises:
        TurnError: the game pauses already.
        UsageError: the seat has agreed already, or is a bot's.
    """
    require_no_pause(game)
    if not game.holder(seat).person:
        raise UsageError(said("a bot plays seat {seat}, and bots agree to every pause", seat=seat))
    agrees = Event(f"seat:{seat}", PauseOffered(seat))
    if set(yet_to_pause(game)) <= {seat}:
        return [agrees, Event(OPERATOR, GamePaused("agreed"))]
    if seat in game.pause_offers:
        raise UsageError(said("seat {seat} has offered to pause already", seat=seat))
    return [agrees]


def yet_to_pause(game: Game) -> list[int]:
    """The seats that have not agreed to a pause yet: everybody still in but bots, also those that hold a seat
    for somebody.
    """
    return [
        seat
        for seat in range(len(game.seats))
        if seat not in game.pause_offers and seat not in game.table.departed and game.holder(seat).bot is None
    ]


def paused(game: Game, command: c.PauseGame) -> Event:
    """The event of the operator's pause.

    Args:
        game: running.

    Raises:
        TurnError: the game pauses already.
        UsageError: it would end before it has begun.
    """
    require_no_pause(game)
    if command.until is not None and command.until <= command.now:
        raise UsageError(said("a pause ends later than it begins"))
    return Event(OPERATOR, GamePaused("operator", command.until))


def resumed(game: Game, command: c.ResumeGame) -> Event:
    """The event that ends a pause.

    Args:
        game: not over.

    Raises:
        TurnError: the game does not pause, its pause has time left, or somebody else is to end it.
        UsageError: nobody has that seat, or a bot does.
    """
    pause = game.paused
    if pause is None:
        raise TurnError(said("game {game} does not pause", game=game.id))
    if command.by == CLOCK:
        if pause.until is None or command.now < pause.until:
            raise TurnError(said("the pause of game {game} is not over by itself yet", game=game.id))
    elif command.by != OPERATOR:
        _require_player(game, command.by)
        if pause.cause == "operator":
            raise TurnError(said("the pause of game {game} is the operator's to end", game=game.id))
    return Event(command.by, GameResumed())


def _require_player(game: Game, by: str) -> None:
    for seat, holder in enumerate(game.seats):
        if by == f"seat:{seat}" and holder is not None and holder.person and seat not in game.table.departed:
            return
    raise UsageError(said("{by} is no player who is still in game {game}", by=by, game=game.id))
