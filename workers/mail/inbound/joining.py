"""Answers to invitations: taking the seat, with words of one's own, or refusing it."""

from __future__ import annotations

from mensch.core.errors import LogError, MenschError, ServerError
from mensch.events.declining import decline, go_on_without
from mensch.events.game import Game, Status
from mensch.events.inviting import accept
from mensch.workers.mail.causes import told_upto
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
        decline(request.referee, request.game, request.seat, request.now)
        return Result((say(texts.DECLINED),), needed=True)
    if first is None or first.verb is not Verb.JOIN:
        return Result((say(texts.HOW_TO_JOIN),), needed=True)
    running = request.game.status is Status.RUNNING
    try:
        after = accept(request.referee, request.game, request.seat, first.argument, request.now)
        after = go_on_without(request.referee, after, request.now)
    except (ServerError, LogError):
        raise
    except MenschError as error:
        return Result((say(texts.REFUSED, text="join", error=error),), needed=True)
    joined = texts.REPLACED if running else texts.JOINED
    return Result((say(joined, seat=request.seat),), needed=not _is_told(request, after))


def _is_told(request: Request, after: Game) -> bool:
    """Whether the game's own mail tells who has joined at once, so that an answer would be a second one with
    the same table: it begins, or is new to them. Who wants one mail a day would know tomorrow."""
    was_told = told_upto(request.referee.store.sent(after.id), request.person.id) > 0
    return after.status is not Status.OPEN and request.person.digest is None and not was_told
