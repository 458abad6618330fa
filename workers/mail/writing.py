"""From what is to be told to a message: the letter, its reply address, its thread and its headers."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage

from msgspec.structs import replace

from mensch.core.errors import MenschError
from mensch.events.beside import DEAD
from mensch.events.store import Store
from mensch.workers.joblog import log
from mensch.workers.mail import letters, texts
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.causes import Notice
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import build, message_id
from mensch.workers.mail.recipients import Recipient
from mensch.workers.mail.tale import Tale
from mensch.workers.mail.tokens import STOP, Token, issue
from mensch.workers.receiving import ask_receipt


def write_notice(
    store: Store, sender: ServiceAddress, tale: Tale, notice: Notice, to: Recipient, sent: Mapping[str, int]
) -> EmailMessage:
    """A mail to a player about one game."""
    token = issue(store, tale.game.id, str(notice.seat), tale.game.turn_began, notice.player)
    title = letters.subject(tale, notice, to.words)
    section = receipted(told(sender, tale, notice, token, to), tale)
    footer = () if tale.game.over else (to.words.text(texts.FEWER),)
    letter = Letter(letters.with_token(title, token, sender), (section,), footer)
    return build(
        letter,
        to.words,
        sender=sender,
        to=to.address,
        name=to.name,
        identity=identity(tale, notice.names[0], sender),
        at=tale.now,
        reply_to=section.reply,
        thread=thread(tale, notice.player, sent, sender),
        unsubscribe=stop_token(store, tale, notice),
    )


def told(sender: ServiceAddress, tale: Tale, notice: Notice, token: Token, to: Recipient) -> Section:
    """What a mail tells a player of one game, and how to answer."""
    section = letters.player_section(tale, notice, to.words)
    title = letters.subject(tale, notice, to.words)
    return letters.answerable(section, tale, token, sender, title, to.words)


def identity(tale: Tale, name: str, sender: ServiceAddress) -> str:
    """The Message-ID of a mail about a game.

    Args:
        name: what stands for it among what was sent.
    """
    assert tale.game.seed is not None
    return message_id(tale.game.seed, name, sender)


def thread(tale: Tale, who: str, sent: Mapping[str, int], sender: ServiceAddress) -> list[str]:
    """The Message-IDs of the first and the latest mail to somebody about a game.

    Args:
        who: a player's id, or how a spectator is named among what was sent.
    """
    theirs = sorted(
        (at, name) for name, at in sent.items() if f":{who}:" in name and not name.startswith(DEAD)
    )
    return [identity(tale, name, sender) for _, name in dict.fromkeys((*theirs[:1], *theirs[-1:]))]


def stop_token(store: Store, tale: Tale, notice: Notice) -> Token:
    """The token that a player who wants fewer mails writes to."""
    return issue(store, tale.game.id, str(notice.seat), STOP, notice.player)


def receipted(section: Section, tale: Tale) -> Section:
    """A section with the service's receipt for what it shows; without where no signer runs, or none comes."""
    try:
        receipt = ask_receipt(tale.game.id, tale.game.seq)
    except MenschError as error:
        log("mail", game=tale.game.id, seq=tale.game.seq, outcome="no receipt", error=type(error).__name__)
        receipt = None
    return section if receipt is None else replace(section, receipt=receipt.line)
