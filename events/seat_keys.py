"""Deciding about players' keys: which may be registered, how one is changed, and when a signed line counts.

A part of `mensch.events.decide`, by subject. A seat without a key plays on the operator's word; one with a
key can still be played for at the operator's keyboard, and an audit then says which of its moves nobody has
signed.
"""

from __future__ import annotations

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events import signing
from mensch.events.bodies import OPERATOR, Bot, Event, KeyChanged
from mensch.events.ed25519 import checked_key
from mensch.events.game import Game, Status
from mensch.events.signing import NEW_KEY, SignedLine


def require_registrable(game: Game, seat: int, key: str | None, bot: Bot | None = None) -> None:
    """Stop a key that may not be registered for a seat.

    Raises:
        UsageError: it is malformed or of small order, another seat has it, or a bot plays there.
    """
    if key is None:
        return
    if bot is not None:
        raise UsageError(said("a bot plays seat {seat}, and bots sign nothing", seat=seat))
    if checked_key(key) != key:
        raise UsageError(said("a public key is written in lower case"))
    for other, holder in enumerate(game.seats):
        if other != seat and holder is not None and holder.key == key:
            raise UsageError(
                said(
                    "seat {other} has this key already, and whoever had two seats would see two hands",
                    other=other,
                )
            )


def changed(game: Game, command: c.ChangeKey) -> Event:
    """The event that gives a seat another key: by the seat with a line that the old key has signed, else by
    the operator, which marks the seat's later moves.

    Raises:
        UsageError: nobody has that seat, the key may not be registered, or the line does not count.
        GameOverError: the game is over, or the seat has left it.
    """
    seat = command.seat
    if game.status is Status.NEW:
        raise UsageError(said("game {game} does not exist", game=game.id))
    if game.over:
        raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))
    holder = game.seats[seat] if seat in range(len(game.seats)) else None
    if holder is None:
        raise UsageError(said("nobody has seat {seat} in game {game}", seat=seat, game=game.id))
    if game.position is not None and seat in game.position.departed:
        raise GameOverError(said("seat {seat} has left game {game}", seat=seat, game=game.id))
    if command.line is not None:
        # Any record will do: the old key has to be the current one, and a nonce counts once.
        require_signed(game, seat, f"{NEW_KEY}{command.key}", command.line, command.seen)
    require_registrable(game, seat, command.key, None if holder.person else holder.bot)
    if holder.key == command.key:
        raise UsageError(said("seat {seat} has this key already", seat=seat))
    by = OPERATOR if command.line is None else f"seat:{seat}"
    return Event(by, KeyChanged(command.key, seat, command.line))


def require_signed(game: Game, seat: int, move: str, text: str, seen: str) -> None:
    """Stop a signed line that does not say what it came with.

    That its nonce is new is not asked here: the command's id follows from it (`mensch.events.submission`).

    Args:
        game: as it stands before the command.
        move: what the line must say.
        text: the line.
        seen: the hash of the record that the line names, from the log; empty if there is no such record.

    Raises:
        UsageError: the line is malformed, for another game or seat, says something else, names another
            history, or is not signed with the key of that seat.
        TurnError: it was signed before the turn began.
    """
    line = signing.read_line(text)
    require_signature(game, line, seen)
    if (line.seat, line.move) != (seat, move) or line.text != text:
        raise UsageError(said("the signed line says something else than the command that it came with"))
    if line.new_key is None:
        require_current(game, line)


def require_signature(game: Game, line: SignedLine, seen: str) -> None:
    """Stop a line that is not signed with the current key of its seat, or over another history.

    Args:
        seen: the hash of the record that the line names, from the log; empty if there is no such record.

    Raises:
        UsageError: so it is.
    """
    if line.game != game.id:
        raise UsageError(
            said("the signed line is for game {signed}, not for {game}", signed=line.game, game=game.id)
        )
    holder = game.seats[line.seat] if line.seat in range(len(game.seats)) else None
    if holder is None:
        raise UsageError(said("nobody has seat {seat} in game {game}", seat=line.seat, game=game.id))
    if holder.key is None:
        raise UsageError(
            said(
                "seat {seat} of game {game} has no key that a line could be signed with",
                seat=line.seat,
                game=game.id,
            )
        )
    if not signing.verifies(line, holder.key):
        raise UsageError(
            said(
                "the line is not signed with the key of seat {seat} of game {game}",
                seat=line.seat,
                game=game.id,
            )
        )
    if not 1 <= line.seq <= game.seq:
        raise UsageError(
            said(
                "the line was signed after record {seq}, and game {game} has {count} records",
                seq=line.seq,
                game=game.id,
                count=game.seq,
            )
        )
    if line.hash != seen:
        raise UsageError(
            said(
                "the line was signed over another history: record {seq} of game {game} has another hash",
                seq=line.seq,
                game=game.id,
            )
        )


def require_current(game: Game, line: SignedLine) -> None:
    """Stop a line that was signed before the turn began.

    Raises:
        TurnError: so it was.
    """
    if line.seq < game.turn_began:
        raise TurnError(
            said(
                "game {game} has moved on since the line was signed after record {seq}: "
                "the turn began with record {began}",
                game=game.id,
                seq=line.seq,
                began=game.turn_began,
            )
        )
