"""Taking up a message: whose it is, whether it may do anything, and what becomes of it.

A message without a valid token is dropped without a word, whoever it seems to come from: an answer to a
forged sender would trouble somebody who has nothing to do with it. For the same reason answers go to the
address that the player is known by, never to the one that a message states.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import msgspec

from mensch.core.errors import MenschError, NotFoundError, UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events import clock
from mensch.events.game import Game
from mensch.events.loading import entries, names_of
from mensch.events.people import people
from mensch.events.referee import Referee
from mensch.events.spectators import drop_spectator
from mensch.workers.joblog import log
from mensch.workers.mail.address import ServiceAddress, service_address
from mensch.workers.mail.inbound import texts
from mensch.workers.mail.inbound.answer import Answer, answer_number, keep_answer, was_answered
from mensch.workers.mail.inbound.commands import Verb, read_commands
from mensch.workers.mail.inbound.execute import Result, execute
from mensch.workers.mail.inbound.joining import answer_invitation
from mensch.workers.mail.inbound.loops import automatic
from mensch.workers.mail.inbound.reading import LARGEST, Incoming, UnreadableMailError, read
from mensch.workers.mail.inbound.replies import own_lines
from mensch.workers.mail.inbound.request import Mail, Request
from mensch.workers.mail.inbound.sender import AUTHSERV_VARIABLE, from_address, is_verified
from mensch.workers.mail.inbound.wishes import want_fewer
from mensch.workers.mail.tale import LONGEST_NAME
from mensch.workers.mail.tokens import (
    INVITED,
    STOP,
    WATCHER,
    Standing,
    Token,
    check,
    invitation_to,
    token_field,
    token_in,
)

LOG = "mail in"
"""The event of the lines in the log. They name no address and quote nothing."""

PLAYED, ANSWERED, SILENT, BEFORE, STOPPED = "done", "answered", "no more answers", "came before", "stopped"
DONE = frozenset({PLAYED, ANSWERED, SILENT, BEFORE, STOPPED})
"""What `receive` says of a message for a game. Of any other one it says why it was dropped."""

MOST_TOKENS = 5
"""Tokens of one message that are looked at."""

_ADDRESSEES = ("delivered-to", "x-original-to", "envelope-to", "to", "cc")


class Terms(msgspec.Struct, frozen=True):
    """On what terms mail is taken up.

    Attributes:
        service: our own address.
        authserv: the name under which our own mail server states whom it has verified; empty where it does
            not, and then the token alone counts.
    """

    service: ServiceAddress
    authserv: str = ""


def terms() -> Terms:
    """The terms that the environment names.

    Raises:
        UsageError: it names no address of the service.
    """
    return Terms(service_address(), os.environ.get(AUTHSERV_VARIABLE, "").strip())


def receive(referee: Referee, raw: bytes, of: Terms, now: Callable[[], int] = clock.now) -> str:
    """Take a message up. A second time it changes nothing.

    Args:
        raw: its bytes; of a large one the first `mensch.workers.mail.inbound.reading.LARGEST` and one more.
        now: the clock, in milliseconds UTC.

    Returns:
        what became of it: one of `DONE`, or why it was dropped.

    Raises:
        MenschError: a server is missing, or the game's log or seed; the same message again is safe.
    """
    try:
        incoming = read(raw)
    except UnreadableMailError:
        return _dropped("unreadable")
    if (reason := automatic(incoming, of.service)) is not None:
        return _dropped(reason)
    addressed = _addressed(referee, incoming)
    if addressed is None:
        return _dropped("no token")
    if (seat := addressed.token.seat) is None:
        drop_spectator(referee.store, addressed.game.id, int(addressed.token.who[len(WATCHER) :]))
        return _outcome(addressed.game, None, STOPPED)
    return _taken(_request(referee, incoming, raw, addressed, seat, now()), incoming, addressed.token, of)


class _Addressed(msgspec.Struct, frozen=True):
    """The valid token of a message, the game that it names, with its hidden dice, and what it is worth."""

    token: Token
    game: Game
    standing: Standing


def _addressed(referee: Referee, incoming: Incoming) -> _Addressed | None:
    for token in _tokens(incoming):
        try:
            game = referee.load(token.game)
        except NotFoundError:
            continue
        standing = check(referee.store, game, token)
        if standing is not Standing.UNKNOWN:
            return _Addressed(token, game, standing)
    return None


def _tokens(incoming: Incoming) -> Iterator[Token]:
    """The tokens of a message, those first by which our own mail server has delivered it."""
    found: dict[Token, None] = {}
    values = [value for name in _ADDRESSEES for value in incoming.all(name)]
    for part in [part for value in values for part in value.split(",")] + [incoming.subject]:
        if (token := token_in(part)) is not None:
            found[token] = None
    yield from list(found)[:MOST_TOKENS]


def _request(
    referee: Referee, incoming: Incoming, raw: bytes, addressed: _Addressed, seat: int, now: int
) -> Request:
    """Who asks with a message: who is invited to the seat, or else who has it."""
    store, game, token = referee.store, addressed.game, addressed.token
    invitation = invitation_to(store, game.id, seat) if token.turn == INVITED else None
    player = invitation.player if invitation is not None else game.holder(seat).player
    [person] = people(store, [player])
    return Request(
        referee=referee,
        game=game,
        seat=seat,
        person=person,
        names=[printable(name, LONGEST_NAME) for name in names_of(store, game)],
        mail=Mail(incoming.identity, incoming.digest, raw),
        past=None if addressed.standing is Standing.CURRENT else token.turn,
        now=now,
        happened=frozenset(entry.record.cmd for entry in entries(store, game.id)),
        invited=invitation is not None,
    )


def _taken(request: Request, incoming: Incoming, token: Token, of: Terms) -> str:
    """Do what a message asks for, and keep the answer if there is one."""
    store, game, seat = request.referee.store, request.game, request.seat
    number = answer_number(seat, incoming.identity)
    if was_answered(store, game.id, number):
        return _outcome(game, seat, BEFORE)
    result = _result(request, incoming, token, of)
    if not result.needed:
        return _outcome(game, seat, PLAYED)
    answer = Answer(seat, request.person.id, result.lines, incoming.message_id)
    kept = keep_answer(store, game.id, number, answer, request.now)
    return _outcome(game, seat, ANSWERED if kept else SILENT)


def _result(request: Request, incoming: Incoming, token: Token, of: Terms) -> Result:
    say = request.words.say
    if token.turn == STOP:  # a mail program has sent it, at one click
        return Result((want_fewer(request).line,), needed=True)
    if (doubt := _doubt(incoming, request.person.mail, of)) is not None:
        return Result((say(texts.NOT_VERIFIED, reason=doubt),), needed=True)
    if incoming.oversized:
        return Result((say(texts.TOO_LARGE, most=LARGEST // 1024),), needed=True)
    reading = read_commands(own_lines(incoming.text))
    if request.invited:
        return answer_invitation(request, reading)
    if token.turn == INVITED and reading.commands and reading.commands[0].verb is Verb.JOIN:
        return Result((), needed=False)  # they have the seat already, by this mail or another one
    if request.past is not None and not _is_newest(request, token):
        if request.has_happened(len(reading.commands)):  # the mail has come before, late as it is
            return Result((), needed=False)
        return Result((say(texts.OLD_TURN, old=token.turn, now=request.game.turn_began),), needed=True)
    return execute(request, reading)


def _doubt(incoming: Incoming, address: str | None, of: Terms) -> MenschError | str | None:
    """Why it is not certain that a message comes from who has an address; None where it is certain enough."""
    try:
        sender = from_address(incoming)
    except UsageError as error:
        return error
    if not of.authserv:
        return None
    if sender != (address or "").lower():
        return said("its sender is not the address that you are known by")
    if not is_verified(incoming, sender, of.authserv):
        return said("no mail server has confirmed its sender")
    return None


def _is_newest(request: Request, token: Token) -> bool:
    """Whether no later mail went to the player: its address then opens all but moves, so that nobody has to
    wait for their turn to say that they will be away."""
    prefix = token_field(token.who, 0).removesuffix("0")
    suffix = f":{request.person.id}"
    issued = [
        int(turn)
        for field in request.referee.store.secrets(request.game.id)
        if field.startswith(prefix)
        and field.endswith(suffix)
        and (turn := field[len(prefix) : -len(suffix)]).isdecimal()
    ]
    return token.turn == max(issued, default=-1)


def _dropped(reason: str) -> str:
    log(LOG, outcome="dropped", reason=reason)
    return reason


def _outcome(game: Game, seat: int | None, outcome: str) -> str:
    log(LOG, game=game.id, seat=seat, outcome=outcome)
    return outcome
