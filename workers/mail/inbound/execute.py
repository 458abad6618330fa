"""What a player asks for in a mail happens, command by command, until one is refused."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mensch.core.errors import LogError, MenschError, ServerError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.workers.mail.inbound import playing, texts, wishes
from mensch.workers.mail.inbound.commands import Command, Reading, Verb
from mensch.workers.mail.inbound.request import Done, Request

_LONGEST_QUOTE = 60


class Result(msgspec.Struct, frozen=True):
    """What became of a mail.

    Attributes:
        lines: what there is to say about it, in the player's language.
        needed: whether the player has to be told.
    """

    lines: tuple[str, ...]
    needed: bool


def execute(request: Request, reading: Reading) -> Result:
    """Do what a mail asks for, in the order of its lines; a message goes with the move, if there is one. All
    of the answer is in the language that the mail chooses.

    Raises:
        ServerError: a server is missing; the same mail again is safe.
        LogError: the log cannot be used.
    """
    commands = reading.commands
    request = wishes.in_new_language(request, commands)
    say = request.words.say
    if not commands:
        if reading.left:
            first = say(texts.NOT_UNDERSTOOD, text=printable(reading.left, _LONGEST_QUOTE))
        else:
            first = say(texts.EMPTY)
        return Result((first, *say(texts.HELP).splitlines()), needed=True)
    lines: list[str] = []
    needed = False
    message = _message(commands)
    for index, command in enumerate(commands):
        if message is not None and command.verb is Verb.SAY:
            continue
        try:
            _require_one_move(commands)
            done = _done(request, index, command, message)
        except (ServerError, LogError):
            raise
        except MenschError as error:
            lines.append(
                say(texts.REFUSED, text=printable(reading.typed[index], _LONGEST_QUOTE), error=error)
            )
            if index + 1 < len(commands):
                lines.append(say(texts.REST_LEFT))
            return Result(tuple(lines), needed=True)
        lines += done.line.splitlines()
        needed |= done.needed
    if reading.left:
        lines.append(say(texts.LINE_LEFT, text=printable(reading.left, _LONGEST_QUOTE)))
        needed = True
    return Result(tuple(lines), needed)


def _is_move(command: Command) -> bool:
    return command.verb in (Verb.MOVE, Verb.SIGNED)


def _message(commands: Sequence[Command]) -> str | None:
    """The message that goes with the move; None where there is no move, or nothing to say."""
    if not any(map(_is_move, commands)):
        return None
    said_lines = [command.argument for command in commands if command.verb is Verb.SAY]
    return " ".join(said_lines) or None


def _require_one_move(commands: Sequence[Command]) -> None:
    """Refuse a mail with several moves.

    Raises:
        UsageError: there are several moves, and nobody knows which is meant.
    """
    if sum(map(_is_move, commands)) > 1:
        raise UsageError(said("a mail plays one move, and this one names several"))


def _done(request: Request, index: int, command: Command, message: str | None) -> Done:
    match command.verb:
        case Verb.MOVE:
            return playing.play(request, index, command.argument, message)
        case Verb.SIGNED:
            return playing.take_signed(request, command.argument, message)
        case Verb.SAY:
            return playing.say(request, index, command.argument)
        case Verb.RESIGN:
            return playing.resign(request, index)
        case Verb.BACK:
            return playing.come_back(request, index)
        case Verb.PAUSE:
            return playing.offer_pause(request, index)
        case Verb.RESUME:
            return playing.resume(request, index)
        case Verb.ABORT:
            return playing.offer_abort(request, index)
        case Verb.ORDERS:
            return wishes.order(request, command.argument)
        case Verb.AWAY:
            return wishes.be_away(request, index, command.argument)
        case Verb.DIGEST:
            return wishes.choose_digest(request, command.argument)
        case Verb.LANGUAGE:
            return wishes.choose_language(request, command.argument)
        case Verb.STOP:
            return wishes.want_fewer(request)
        case Verb.SHOW:
            return Done("")
        case Verb.HELP:
            return Done(request.words.text(texts.HELP))
        case Verb.JOIN | Verb.DECLINE:
            raise UsageError(said("you have your seat already"))
