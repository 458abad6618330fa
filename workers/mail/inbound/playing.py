"""What a mail does in its game: moves, messages, leaving, pauses."""

from __future__ import annotations

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.moves import MOVES, Move
from mensch.core.notation import read_move
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.cause import mail_cause
from mensch.events.decide import decide, yet_to_agree
from mensch.events.pauses import yet_to_pause
from mensch.events.referee import LONGEST_MESSAGE
from mensch.events.salt import new_salt, salted
from mensch.events.signing import SHOW
from mensch.events.submission import take_line
from mensch.workers.flags import give_back
from mensch.workers.mail.inbound import texts
from mensch.workers.mail.inbound.request import Done, Request

_LONGEST_QUOTE = 200


def play(request: Request, index: int, typed: str, message: str | None) -> Done:
    """Play a move in the turn that the mail is about.

    Args:
        typed: the move, or its number in the list of the mail.
        message: to the table, in the same append.

    Raises:
        TurnError: it is not the turn of this seat, or another than the mail is about.
        mensch.core.errors.MoveError: the move is not legal.
    """
    if request.command_id(index) in request.happened:
        return Done(request.words.say(texts.MOVED_BEFORE, move=typed), needed=False)
    game = request.game
    if game.over:
        raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))
    if request.past is not None:
        raise TurnError(said("that was turn #{old}, it is #{now} now", old=request.past, now=game.turn_began))
    if game.position is None or game.position.turn != request.seat:
        raise TurnError(said("it is not your turn"))
    move = _meant(request, typed)
    cause = mail_cause(request.mail.digest)
    commands: list[c.Command] = []
    kept: dict[str, bytes] = {}
    if game.holder(request.seat).held:
        commands.append(c.ReturnToSeat(request.seat))
    if message is not None:
        digest, kept[digest] = _salted(message)
        commands.append(c.LeaveMessage(request.seat, digest))
    commands.append(c.PlayMove(request.seat, move.text, game.turn_began, cause.envelope, new_salt().hex()))
    request.keep_mail()
    request.let_happen(index, commands, texts=kept)
    return Done(request.words.say(texts.MOVED, move=move.text), needed=False)


def _meant(request: Request, typed: str) -> Move:
    view = request.game.table.view(request.seat)
    if not typed.isdecimal():
        return read_move(typed, view, request.names)
    moves = view.legal_moves()
    if not 1 <= int(typed) <= len(moves):
        raise UsageError(
            said("there is no move {number}: the list has 1 to {most}", number=int(typed), most=len(moves))
        )
    return moves[int(typed) - 1]


def take_signed(request: Request, line: str, message: str | None) -> Done:
    """Let count what a signed line says. The line names its turn itself.

    Raises:
        mensch.core.errors.MenschError: as `mensch.events.submission.take_line` does.
    """
    player = request.game.holder(request.seat).player
    if message is not None:
        _require_size(message)
    taken = take_line(request.referee, line, player=player, say=message)
    if taken.line.move != SHOW:  # not before: what is signed wrong leads to nothing, however often it comes
        request.keep_mail()
    dice = " ".join(map(str, taken.dice))
    line_told = request.words.say(texts.SIGNED, move=taken.line.move, dice=dice or "–")
    return Done(line_told, needed=taken.line.move not in MOVES)


def say(request: Request, index: int, message: str) -> Done:
    """Leave a message at the table.

    Raises:
        UsageError: it is too long.
    """
    digest, kept = _salted(message)
    request.let_happen(index, [c.LeaveMessage(request.seat, digest)], texts={digest: kept})
    return Done(request.words.say(texts.SAID, text=printable(message, _LONGEST_QUOTE)))


def _salted(message: str) -> tuple[str, bytes]:
    _require_size(message)
    return salted(message)


def _require_size(message: str) -> None:
    size = len(message.encode())
    if not 1 <= size <= LONGEST_MESSAGE:
        raise UsageError(
            said("the message has {size} bytes: it must have 1 to {most}", size=size, most=LONGEST_MESSAGE)
        )


def resign(request: Request, index: int) -> Done:
    """Leave the game for good.

    Raises:
        GameOverError: it has ended, or this player has left it.
    """
    leaving = c.Resign(request.seat)
    if request.command_id(index) not in request.happened:
        decide(request.game, leaving)  # only a mail that leads to something is kept
    request.keep_mail()
    request.let_happen(index, [leaving])
    return Done(request.words.text(texts.RESIGNED))


def come_back(request: Request, index: int) -> Done:
    """Take the seat back from a bot that held it.

    Raises:
        TurnError: none does.
    """
    if request.command_id(index) not in request.happened and not request.game.holder(request.seat).held:
        raise TurnError(said("no bot plays for you"))
    request.let_happen(index, [c.ReturnToSeat(request.seat)])
    return Done(request.words.text(texts.BACK))


def offer_pause(request: Request, index: int) -> Done:
    """Agree to a pause."""
    after = request.let_happen(index, [c.OfferPause(request.seat)])
    if after.paused is not None:
        return Done(request.words.text(texts.PAUSED))
    missing = _named(request, yet_to_pause(after))
    return Done(request.words.say(texts.PAUSE_OFFERED, missing=missing))


def resume(request: Request, index: int) -> Done:
    """End a pause that was agreed on."""
    give_back(request.referee, request.game)
    request.let_happen(index, [c.ResumeGame(f"seat:{request.seat}")])
    return Done(request.words.text(texts.RESUMED))


def offer_abort(request: Request, index: int) -> Done:
    """Agree to end the game without a winner."""
    after = request.let_happen(index, [c.OfferAbort(request.seat)])
    if after.over:
        return Done(request.words.text(texts.ABORTED))
    return Done(request.words.say(texts.ABORT_OFFERED, missing=_named(request, yet_to_agree(after))))


def _named(request: Request, seats: list[int]) -> str:
    return ", ".join(request.names[seat] for seat in seats)
