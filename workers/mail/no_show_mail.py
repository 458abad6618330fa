"""The mail to somebody who came to none of their games of a round, and is paired no more."""

from __future__ import annotations

from email.message import EmailMessage

from mensch.workers.mail import letters, texts
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import build
from mensch.workers.mail.recipients import Recipient
from mensch.workers.mail.tale import Tale
from mensch.workers.mail.writing import identity


def write_no_show(sender: ServiceAddress, tale: Tale, name: str, to: Recipient) -> EmailMessage:
    """The mail to a player.

    Args:
        tale: of a game of theirs in that round.
        name: what it is called among what was sent.
    """
    assert tale.fixture is not None
    words, fixture = to.words, tale.fixture
    lead = words.say(texts.PAIRED_NO_MORE, tournament=fixture.tournament, round=fixture.round)
    title = letters.headed(tale, tale.game.seq, words.text(texts.SUBJECT_PAIRED_NO_MORE))
    return build(
        Letter(title, (Section(lead=(lead,)),)),
        words,
        sender=sender,
        to=to.address,
        name=to.name,
        identity=identity(tale, name, sender),
        at=tale.now,
    )
