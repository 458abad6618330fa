"""Deciding what comes of time control: a flag that falls, coming back to a held seat, time given back.

A part of `mensch.events.decide`, by subject. Time is what the log says: a command carries the time that its
record will have, so an audit decides the same from the record alone.
"""

from __future__ import annotations

from mensch.core.errors import TurnError, UsageError
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.bodies import (
    CLOCK,
    Clock,
    Event,
    PlayerForfeited,
    SeatHeld,
    SeatReturned,
    TimeReturned,
    TurnMissed,
)
from mensch.events.cause import autopilot_cause
from mensch.events.game import Game
from mensch.events.time_control import Clocks


def require_terms(terms: Clock | None) -> None:
    """Stop a time control that contradicts itself.

    Raises:
        UsageError: the bank is larger than the cap, or bot or missed turns do not fit what a flag does.
    """
    if terms is None:
        return
    if terms.bank > terms.cap:
        raise UsageError(
            said("a bank of {bank} ms is above its cap of {cap} ms", bank=terms.bank, cap=terms.cap)
        )
    if (terms.bot is None) != (terms.on_timeout == "forfeit"):
        raise UsageError(
            said("a bot plays for who is late with autopilot and takeover, and with forfeit none")
        )
    if (terms.misses is None) != (terms.on_timeout != "takeover"):
        raise UsageError(said("with takeover, and only then, so many turns in a row are to be missed first"))


def clocks_of(game: Game) -> Clocks:
    """The clocks of a game.

    Raises:
        UsageError: it is played without time control.
    """
    if game.clocks is None:
        raise UsageError(said("game {game} is played without a clock", game=game.id))
    return game.clocks


def fallen(game: Game, command: c.FlagFall) -> list[Event]:
    """The events of a fallen flag; where a bot makes the move, or leaving ends the game, more follow.

    Args:
        game: running.

    Raises:
        TurnError: the game has moved on, no clock of that seat runs, or there is time left.
        UsageError: it is played without time control, or a move came with it where none is made, or none
            where one is.
    """
    clocks = clocks_of(game)
    if command.turn != game.turn_began:
        raise moved_on(game, command.turn)
    deadline = clocks.deadline
    if deadline is None or command.seat != clocks.seat:
        raise TurnError(said("no clock of seat {seat} runs in game {game}", seat=command.seat, game=game.id))
    if command.now < deadline:
        raise TurnError(
            said(
                "seat {seat} of game {game} has {left} ms until its flag falls",
                seat=command.seat,
                game=game.id,
                left=deadline - command.now,
            )
        )
    stand_in = clocks.stand_in
    if (command.move is None) != (stand_in is None):
        raise UsageError(said("a bot moves for who is late where it does not hold the seat, and only there"))
    missed = Event(CLOCK, TurnMissed(command.seat))
    if stand_in is not None:
        if command.envelope != autopilot_cause(stand_in).envelope:
            raise UsageError(said("the cause of a move for who is late names the bot that makes it"))
        return [missed]
    if clocks.terms.bot is None:
        return [missed, Event(CLOCK, PlayerForfeited(command.seat))]
    return [missed, Event(CLOCK, SeatHeld(clocks.terms.bot, command.seat))]


def moved_on(game: Game, turn: int) -> TurnError:
    """The error for a command that was meant for another turn."""
    return TurnError(
        said(
            "game {game} has moved on since record {turn}: it is at {began}",
            game=game.id,
            turn=turn,
            began=game.turn_began,
        )
    )


def returned(game: Game, seat: int) -> Event:
    """The event that brings a player back.

    Args:
        game: running, and the seat still in.

    Raises:
        UsageError: no bot holds the seat.
    """
    if not game.holder(seat).held:
        raise UsageError(said("no bot holds seat {seat} of game {game}", seat=seat, game=game.id))
    return Event(f"seat:{seat}", SeatReturned(seat))


def time_returned(game: Game, command: c.ReturnTime) -> Event:
    """The event that gives time back.

    Args:
        game: running.

    Raises:
        UsageError: the game is played without time control, nobody has that seat, the time lies ahead or
            before what was given back already, or less of it had counted.
    """
    clocks = clocks_of(game)
    if command.seat not in range(len(game.seats)):
        raise UsageError(said("nobody has seat {seat} in game {game}", seat=command.seat, game=game.id))
    if not clocks.returned[command.seat] <= command.since < command.until <= command.now:
        raise UsageError(
            said(
                "the time to give back to seat {seat} lies ahead, or was given back already",
                seat=command.seat,
            )
        )
    lost = clocks.turns[command.seat].counted(command.since, command.until)
    if not 1 <= command.given <= lost:
        raise UsageError(
            said(
                "seat {seat} of game {game} has lost {lost} ms in that time, not {given}",
                seat=command.seat,
                game=game.id,
                lost=lost,
                given=command.given,
            )
        )
    return Event(CLOCK, TimeReturned(command.given, command.seat, command.since, command.until))
