"""Answers to invitations: taking the seat, with words of one's own, or refusing it."""

from __future__ import annotations

from mensch.core.errors import LogError, MenschError, ServerError
from mensch.events.game import Status
from mensch.events.inviting import accept, decline
from mensch.workers.mail.inbound import texts
from mensch.workers.mail.inbound.commands import Reading, Verb
from mensch.workers.mail.inbound.execute import Result
from mensch.workers.mail.inbound.request import Request


def answer_invitation(request: Request, reading: Reading) -> Result:
    """Do what somebody says to an invitation. It takes a clear word: a mail that says no in other words must
    not sit anybody down.

    Args:
        request: of whoever is invited to the seat.
    """
    say = request.words.say
    first = reading.commands[0] if reading.commands else None
    if first is not None and first.verb is Verb.DECLINE:
        decline(request.referee, request.game, request.seat)
        return Result((say(texts.DECLINED),), needed=True)
    if first is None or first.verb is not Verb.JOIN:
        return Result((say(texts.HOW_TO_JOIN),), needed=True)
    running = request.game.status is Status.RUNNING
    try:
        accept(request.referee, request.game, request.seat, first.argument, request.now)
    except (ServerError, LogError):
        raise
    except MenschError as error:
        return Result((say(texts.REFUSED, text="join", error=error),), needed=True)
    joined = texts.REPLACED if running else texts.JOINED
    return Result((say(joined, seat=request.seat),), needed=True)
