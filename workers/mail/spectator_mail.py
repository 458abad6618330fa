"""The mail to somebody who only looks on: what everybody may see, once a day, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage

from mensch.events.bodies import MovePlayed
from mensch.events.spectators import Spectator
from mensch.events.store import Store
from mensch.workers.mail import causes, letters, texts, tournament_lines
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.causes import Occasion, told_upto
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import build
from mensch.workers.mail.recipients import Recipient
from mensch.workers.mail.tale import Tale, happened, shown_table
from mensch.workers.mail.tokens import STOP, WATCHER, issue
from mensch.workers.mail.writing import identity, receipted, thread

WATCHED = "watched"
"""The kind of a mail about what has happened in a day, among what was sent."""


def spectator_occasion(
    tale: Tale, number: int, spectator: Spectator, sent: Mapping[str, int]
) -> Occasion | None:
    """What a spectator is to be told now; None for nothing.

    Args:
        number: of the spectator.
    """
    game, who = tale.game, f"{WATCHER}{number}"
    told = max(spectator.since, told_upto(sent, who))
    if game.over:
        occasion = Occasion(causes.END, game.ended)
        return None if causes.was_sent(occasion.name(who), sent) else occasion
    if any(isinstance(entry.record.body, MovePlayed) for entry in tale.log[told:]):
        return Occasion(WATCHED, game.seq)
    return None


def write_for_spectator(
    store: Store,
    sender: ServiceAddress,
    tale: Tale,
    number: int,
    spectator: Spectator,
    occasion: Occasion,
    sent: Mapping[str, int],
) -> EmailMessage:
    """The mail to a spectator.

    Args:
        number: of the spectator.
    """
    who = f"{WATCHER}{number}"
    to = Recipient(spectator.address, "", spectator.language)
    words = to.words
    stop = issue(store, tale.game.id, who, STOP)
    told = told_upto(sent, who)
    since = max(spectator.since, told)
    over = occasion.kind == causes.END
    section = Section(
        lead=(*(letters.ending(tale, words) if over else ()), words.text(texts.WATCHED)),
        heading=words.text(texts.SINCE_LAST if told else texts.SO_FAR),
        happened=happened(tale, since, tournament_lines.last_told(tale, occasion.seq), words),
        table=shown_table(tale, None),
    )
    title = words.text(texts.SUBJECT_END if over else texts.SUBJECT_WATCHED)
    footer = words.say(texts.STOP_WATCHER, address=sender.reply_to(stop))
    if not sender.plus:
        footer = words.say(texts.STOP_WATCHER_SUBJECT, token=stop.text)
    return build(
        Letter(letters.headed(tale, occasion.seq, title), (receipted(section, tale),), (footer,)),
        words,
        sender=sender,
        to=to.address,
        name=to.name,
        identity=identity(tale, occasion.name(who), sender),
        at=tale.now,
        thread=thread(tale, who, sent, sender),
        unsubscribe=stop,
    )
