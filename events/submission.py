"""A signed line that came in, whichever way: by mail, through an inbox, or typed by the operator.

A line counts once. The id of its command follows from game and nonce under the seed, so the log itself
says whether the line has come before, and a second arrival is answered like the first.
"""

from __future__ import annotations

import msgspec

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.moves import MOVES
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events import seat_keys
from mensch.events.bodies import KeyChanged, MovePlayed, PlayerResigned
from mensch.events.cause import Cause, cause_field, opened_cause
from mensch.events.game import Game, fold, initial
from mensch.events.loading import entries
from mensch.events.record import Entry
from mensch.events.referee import Referee, derived_command
from mensch.events.signing import RESIGN, SHOW, SignedLine, read_line


class Taken(msgspec.Struct, frozen=True):
    """What became of a line that counts.

    Attributes:
        line: the line.
        game: the game, with its hidden dice, after the last record of the command that the line led to; for
            `SHOW` as it stands.
    """

    line: SignedLine
    game: Game

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that the seat holds then; none where it has none, or all are public anyway."""
        position = self.game.position
        if position is None or self.game.over or self.line.seat in position.departed:
            return ()
        return position.hand(self.line.seat)


def take_line(referee: Referee, text: str, *, player: str | None = None, say: str | None = None) -> Taken:
    """Let happen what a signed line says.

    Nothing about hidden dice is in an error unless the line is signed with the key of the seat that holds
    them.

    Args:
        text: the line.
        player: whose inbox it came through; None where that was none of a single player.
        say: a message to the table that goes with a move; it is not signed.

    Raises:
        UsageError: the line is malformed or not signed with the key of its seat, names another history, or
            came through another player's inbox.
        TurnError: it is not that seat's turn, the game has moved on since it was signed, or its nonce was
            used for something else.
        mensch.core.errors.MoveError: the move is not legal.
        GameOverError: the game is over, or the seat has left it.
        NotFoundError: there is no such game.
        mensch.core.errors.ServerError: the server was lost; sending the same line again is safe.
    """
    line = read_line(text)
    seed = referee.seed(line.game)
    log = entries(referee.store, line.game)
    game = fold(initial(line.game, seed), log)
    holder = game.seats[line.seat] if line.seat in range(len(game.seats)) else None
    if player is not None and (holder is None or holder.player != player):
        raise UsageError(
            said(
                "seat {seat} of game {signed} is another player's: sign for your own seat",
                seat=line.seat,
                signed=line.game,
            )
        )
    seen = log[line.seq - 1].hash if line.seq <= len(log) else ""
    if say is not None and line.move not in MOVES:
        raise UsageError(said("a message to the table goes with a move"))
    if line.move == SHOW:
        seat_keys.require_signature(game, line, seen)
        if game.over:
            raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))
        return Taken(line, game)
    cmd = derived_command(seed, f"signed:{line.game}:{line.nonce}")
    if not _written(referee, line, log, cmd):
        _act(referee, game, line, seen, cmd, say)
        log = entries(referee.store, line.game)
    last = max(entry.seq for entry in log if entry.record.cmd == cmd)
    return Taken(line, fold(initial(line.game, seed), log[:last]))


def _act(referee: Referee, game: Game, line: SignedLine, seen: str, cmd: str, say: str | None) -> None:
    if line.new_key is not None:
        referee.act(game, [c.ChangeKey(line.seat, line.new_key, line.text, seen)], cmd=cmd)
    elif line.move == RESIGN:
        referee.act(game, [c.Resign(line.seat, line.text, seen)], cmd=cmd)
    else:
        cause = Cause("signed", line=line.text)
        referee.play(game, line.seat, line.move, cause, say=say, cmd=cmd, seen=seen)


def _written(referee: Referee, line: SignedLine, log: list[Entry], cmd: str) -> bool:
    """Whether the line has led to records already.

    Raises:
        TurnError: another line with its nonce has.
    """
    for entry in log:
        if entry.record.cmd != cmd:
            continue
        match entry.record.body:
            case MovePlayed():
                kept = referee.store.secret(line.game, cause_field(entry.seq)) or b""
                same = opened_cause(kept, entry.seq).envelope == Cause("signed", line=line.text).envelope
            case PlayerResigned(line=written) | KeyChanged(line=written):
                same = written == line.text
            case _:
                continue  # a message that goes with it, or the end of the game
        if not same:
            raise TurnError(
                said(
                    "the nonce of this line was used before, for record {seq} of game {signed}: sign anew",
                    seq=entry.seq,
                    signed=line.game,
                )
            )
        return True
    return False
