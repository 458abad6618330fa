"""The mail that invites somebody to a seat."""

from __future__ import annotations

from email.message import EmailMessage

from mensch.core.quoting import printable
from mensch.events.game import Status
from mensch.events.inviting import Invitation
from mensch.events.loading import names_of
from mensch.events.people import people
from mensch.events.store import Store
from mensch.events.words.times import write_time
from mensch.workers.mail import causes, letters, texts
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.causes import Occasion
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import build
from mensch.workers.mail.recipients import Recipient
from mensch.workers.mail.tale import LONGEST_NAME, Tale, shown_table
from mensch.workers.mail.tokens import INVITED, issue
from mensch.workers.mail.writing import identity


def invitation_name(invitation: Invitation) -> str:
    """What the mail is called among what was sent; somebody who is invited again gets another one."""
    return Occasion(causes.INVITED, invitation.since).name(invitation.player)


def write_invitation(
    store: Store,
    sender: ServiceAddress,
    tale: Tale,
    seat: int,
    invitations: dict[int, Invitation],
    to: Recipient,
) -> EmailMessage:
    """The mail to whoever is invited to a seat.

    Args:
        invitations: all open ones of the game, by seat.
    """
    game, words, invitation = tale.game, to.words, invitations[seat]
    token = issue(store, game.id, str(seat), INVITED, invitation.player)
    starts = game.status is Status.OPEN
    lead = [
        words.say(texts.INVITED if starts else texts.INVITED_INSTEAD, name=to.name),
        words.say(texts.INVITED_WITH, names=", ".join(_players(store, tale, invitations))),
        letters.write_terms(game.clock, words),
    ]
    if starts and game.joining is not None:
        lead.append(words.say(texts.INVITED_UNTIL, time=write_time(game.created_at + game.joining.within)))
    lead.append(words.text(texts.INVITED_HOW if starts else texts.INVITED_JOIN))
    if not sender.plus:
        lead.append(words.text(texts.REPLY_SUBJECT))
    title = letters.headed(tale, game.seq, words.text(texts.SUBJECT_INVITED))
    section = Section(
        lead=tuple(lead),
        table=shown_table(tale, None),
        reply=sender.reply_to(token),
        reply_subject=letters.replied(title, token, sender),
    )
    return build(
        Letter(letters.with_token(title, token, sender), (section,)),
        words,
        sender=sender,
        to=to.address,
        name=to.name,
        identity=identity(tale, invitation_name(invitation), sender),
        at=tale.now,
        reply_to=section.reply,
    )


def _players(store: Store, tale: Tale, invitations: dict[int, Invitation]) -> list[str]:
    """Who plays or is invited, by seat."""
    names = names_of(store, tale.game)
    invited = people(store, [invitation.player for invitation in invitations.values()])
    for seat, person in zip(invitations, invited, strict=True):
        names[seat] = person.name or names[seat]
    return [printable(name, LONGEST_NAME) for name in names]
