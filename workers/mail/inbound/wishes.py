"""What a mail settles for later: standing orders, absences, how and in which language mails come."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from mensch.core.errors import UsageError
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.away import announce
from mensch.events.orders import Orders, give_orders, read_orders, standing_orders
from mensch.events.people import set_digest, set_language
from mensch.events.words import words
from mensch.events.words.times import write_time
from mensch.workers.mail.inbound import texts
from mensch.workers.mail.inbound.commands import Command, Verb
from mensch.workers.mail.inbound.request import Done, Request
from mensch.workers.mail.inbound.when import read_absence

DAILY = 7
"""The hour, UTC, of the one mail a day of whoever wants fewer."""

_LONGEST_QUOTE = 500
_OFF = frozenset({"off", "no", "none", "cancel", "aus", "nein", "keine"})
_ON = frozenset({"", "on", "yes", "an", "ein", "ja"})
_FORCED = re.compile(r"(?:auto-?\s?)?(?:forced|zwang)\s*(?P<how>[a-z]*)")
_HOUR = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::00)?(?:\s*(?:h|uhr))?(?:\s*utc)?")
_LANGUAGES = {
    "de": "de",
    "deutsch": "de",
    "german": "de",
    "en": "en",
    "englisch": "en",
    "english": "en",
}


def order(request: Request, typed: str) -> Done:
    """Give standing orders, cancel them, or hear which stand.

    Raises:
        UsageError: they cannot be read, or this game takes none.
        TurnError: the player has no turns to come.
    """
    referee, game, seat, say = request.referee, request.game, request.seat, request.words.say
    wanted = typed.strip(" .!").casefold()
    forced = _FORCED.fullmatch(wanted)
    if not wanted:
        return Done(_standing(request, standing_orders(referee.store, game, seat)))
    if wanted in _OFF:
        give_orders(referee, game, seat, None, cancel=True)
        return Done(say(texts.ORDERS_CANCELLED))
    if forced is not None and forced["how"] in _ON | _OFF:
        on = forced["how"] in _ON
        give_orders(referee, game, seat, None, forced=on)
        if on:
            return Done(f"{say(texts.ORDERED_FORCED)} {say(texts.ORDERS_WARNING)}")
        return Done(say(texts.ORDERED_NOT_FORCED))
    kept = give_orders(referee, game, seat, read_orders(typed))
    return Done(f"{_standing(request, kept)} {say(texts.ORDERS_WARNING)}")


def _standing(request: Request, orders: Orders | None) -> str:
    say = request.words.say
    if orders is None:
        return say(texts.NO_ORDERS)
    lines = []
    if orders.preferences:
        lines.append(say(texts.ORDERED, orders=printable(orders.text, _LONGEST_QUOTE), turns=orders.turns))
    if orders.preferences and orders.unless_robbed:
        lines.append(say(texts.ORDERED_UNLESS_ROBBED))
    if orders.forced:
        lines.append(say(texts.ORDERED_FORCED))
    return " ".join(lines)


def be_away(request: Request, index: int, typed: str) -> Done:
    """Announce an absence, in all games of the player.

    Raises:
        UsageError: it cannot be read, or the year's budget does not hold it.
    """
    asked = request.began(index)
    since, until = read_absence(typed, asked)
    games = announce(request.referee, request.person, since, until, lambda: request.now, asked=asked)
    line = request.words.say(texts.AWAY, since=write_time(since), until=write_time(until), games=len(games))
    return Done(line)


def choose_digest(request: Request, typed: str) -> Done:
    """Let all mails of a day come as one, or not any more.

    Raises:
        UsageError: it is no hour.
    """
    wanted = typed.strip(" .!").casefold()
    store, player = request.referee.store, request.person.id
    if wanted in _OFF:
        set_digest(store, player, None)
        return Done(request.words.text(texts.NO_DIGEST))
    found = _HOUR.fullmatch(wanted)
    if found is None:
        raise UsageError(
            said("“{typed}” is no hour of the day: digest 7, or digest off", typed=printable(typed))
        )
    set_digest(store, player, int(found["hour"]))
    return Done(request.words.say(texts.DIGEST, hour=int(found["hour"])))


def want_fewer(request: Request) -> Done:
    """Let no more than one mail a day come. A player cannot have none: the game would hang."""
    hour = request.person.digest
    if hour is None:
        hour = DAILY
        set_digest(request.referee.store, request.person.id, hour)
    return Done(request.words.say(texts.STOPPED, hour=hour))


def choose_language(request: Request, typed: str) -> Done:
    """Choose the language of mails.

    Raises:
        UsageError: there are no mails in it.
    """
    language = _language(typed)
    if language is None:
        raise UsageError(said("mails are written in English (en) or German (de)"))
    set_language(request.referee.store, request.person.id, language)
    return Done(words(language).text(texts.LANGUAGE))


def in_new_language(request: Request, commands: Sequence[Command]) -> Request:
    """A request that is answered in the language that its mail chooses, if it does: chosen before all else,
    since the mail around the answer is in the language that the player has by then."""
    chosen = [_language(command.argument) for command in commands if command.verb is Verb.LANGUAGE]
    language = next((one for one in reversed(chosen) if one is not None), None)
    if language is None:
        return request
    set_language(request.referee.store, request.person.id, language)
    return replace(request, person=replace(request.person, language=language))


def _language(typed: str) -> str | None:
    return _LANGUAGES.get(typed.strip(" .!").casefold())
