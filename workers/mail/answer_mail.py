"""The mail that answers a player's mail: how it was understood, and how the game stands now."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage

from msgspec.structs import replace

from mensch.core.quoting import printable
from mensch.events.store import Store
from mensch.workers.mail import letters, texts
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.inbound.answer import Answer
from mensch.workers.mail.letter import Letter, Section
from mensch.workers.mail.message import REPLIED, build
from mensch.workers.mail.recipients import Recipient
from mensch.workers.mail.tale import Tale
from mensch.workers.mail.tokens import INVITED, STOP, invitation_to, issue
from mensch.workers.mail.writing import identity


def write_answer(
    store: Store, sender: ServiceAddress, tale: Tale, name: str, answer: Answer, to: Recipient
) -> EmailMessage:
    """The mail to whoever has written.

    Args:
        name: what it is called among what was sent.
    """
    game, words = tale.game, to.words
    invited = invitation_to(store, game.id, answer.seat)
    is_guest = invited is not None and invited.player == answer.player
    holder = game.seats[answer.seat]
    is_player = holder is not None and holder.player == answer.player  # nobody else may see the seat's dice
    token = issue(store, game.id, str(answer.seat), INVITED if is_guest else game.turn_began, answer.player)
    title = letters.headed(tale, game.turn_began, words.text(texts.SUBJECT_ANSWER))
    lead, heading, listed = _listed([printable(line, len(line)) for line in answer.lines])
    section = Section(lead=tuple(lead), heading=heading, happened=tuple(listed))
    if answer.table and is_player:
        section = letters.with_table(section, tale, answer.seat, words)
    section = letters.answerable(section, tale, token, sender, title, words)
    if not is_player:  # who is only invited has been told what to say, and all else is for players
        by_subject = is_guest and not sender.plus
        closing = (words.text(texts.REPLY_SUBJECT),) if by_subject else ()
        section = replace(section, closing=closing, reply=section.reply if is_guest else "")
    return build(
        Letter(letters.with_token(title, token, sender), (section,)),
        words,
        sender=sender,
        to=to.address,
        name=to.name,
        identity=identity(tale, name, sender),
        at=tale.now,
        reply_to=section.reply,
        thread=[answer.replies_to] if answer.replies_to else [],
        unsubscribe=None if not is_player else issue(store, game.id, str(answer.seat), STOP, answer.player),
        automatic=REPLIED,
    )


def _listed(lines: Sequence[str]) -> tuple[Sequence[str], str, Sequence[str]]:
    """What an answer says, and where it ends with a list, its heading, known by a colon, and the list."""
    for index, line in enumerate(lines[:-1]):
        if line.endswith(":"):
            return lines[:index], line[:-1], lines[index + 1 :]
    return lines, "", ()
