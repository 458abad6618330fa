"""The mail of the day to a player: everything that waits in all their games, as one."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

import msgspec
from msgspec.structs import replace

from mensch.events.clock import DAY
from mensch.events.store import Store
from mensch.workers.mail import letters, texts
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.causes import Notice
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import build, message_id
from mensch.workers.mail.recipients import Recipient
from mensch.workers.mail.tale import Tale
from mensch.workers.mail.tokens import Token, issue
from mensch.workers.mail.writing import receipted, stop_token, told


class Item(msgspec.Struct, frozen=True):
    """One game of such a mail."""

    tale: Tale
    notice: Notice


def write_digest(
    store: Store, sender: ServiceAddress, player: str, items: Sequence[Item], to: Recipient
) -> EmailMessage:
    """The mail of the day.

    Args:
        player: the recipient's id.
        items: at least one.
    """
    words, now = to.words, items[0].tale.now
    sections = tuple(_section(store, sender, item, to) for item in items)
    count = words.many("{n} game waits", "{n} games wait", len(items))
    title, reply_to = f"[mensch] {count}", ""
    if len(items) == 1:  # else a reply has to say which game it is about
        title = letters.with_token(title, _token(store, items[0]), sender)
        reply_to = sections[0].reply
    letter = Letter(title, sections, (words.text(texts.MORE),))
    return build(
        letter,
        words,
        sender=sender,
        to=to.address,
        name=to.name,
        identity=message_id(player.encode(), f"digest:{now // DAY}", sender),
        at=now,
        reply_to=reply_to,
        unsubscribe=stop_token(store, items[0].tale, items[0].notice),
    )


def _token(store: Store, item: Item) -> Token:
    """The token of a reply about a game, the same each time."""
    game, notice = item.tale.game, item.notice
    return issue(store, game.id, str(notice.seat), game.turn_began, notice.player)


def _section(store: Store, sender: ServiceAddress, item: Item, to: Recipient) -> Section:
    tale, notice = item.tale, item.notice
    section = receipted(told(sender, tale, notice, _token(store, item), to), tale)
    where = to.words.say(texts.REPLY_HERE, address=section.reply)
    if not sender.plus:
        where = to.words.say(texts.REPLY_WITH, subject=section.reply_subject)
    title = letters.subject(tale, notice, to.words)
    return replace(section, title=title, closing=(*section.closing, where))
