"""Sending the mails for a due item: at least once, with the same Message-ID for the same cause, and marked.

The mark and the end of the due item are one step. Only a death between the server's acceptance and that step
sends a mail a second time, and a mail program shows two mails with one Message-ID as one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage

import msgspec

from mensch.events.beside import DEAD
from mensch.events.due import Due
from mensch.events.store import Store
from mensch.workers.joblog import log
from mensch.workers.mail import attempts
from mensch.workers.mail.attempts import Attempt, Later
from mensch.workers.mail.smtp import AwayError, Outbox, RefusedError

AWAY = 2
"""Mails one after the other that a server does not answer to before all others wait. After a single one they
do not: a server, or a filter before it, may hang up on what is in that very mail."""


class Part(msgspec.Struct, frozen=True):
    """What a mail tells of one game.

    Attributes:
        kept: the secrets of that game, read a moment ago.
        names: what it is called among what was sent; the first stands for all of it.
    """

    game: str
    kept: Mapping[str, bytes]
    names: Sequence[str]


class Planned(msgspec.Struct, frozen=True):
    """A mail that is to go out.

    Attributes:
        to: the recipient's address.
        parts: one per game.
        write: makes the message.
        drops: fields of the first game's secrets that nobody needs once it is out.
    """

    to: str
    parts: Sequence[Part]
    write: Callable[[], EmailMessage]
    drops: Sequence[str] = ()


class Post:
    """Sends the mails for one due item.

    Args:
        item: it ends with the last mail, or is put off to when one is to be tried again.
        outbox: where mails are handed over.
        now: in milliseconds UTC.
    """

    def __init__(self, store: Store, item: Due, outbox: Outbox, now: int) -> None:
        self._store = store
        self._item = item
        self._outbox = outbox
        self._now = now
        self._later: int | None = None
        self._away: int | None = None
        self._unanswered = 0

    def wait(self, until: int) -> None:
        """Look at the due item again at a time in milliseconds UTC, or earlier."""
        self._later = until if self._later is None else min(self._later, until)

    def deliver(self, mails: Sequence[Planned]) -> None:
        """Send the mails that nobody else sends and that need not wait; then end the item or put it off."""
        ended = False
        for mail in mails:
            if self._away is not None and self._unanswered >= AWAY:
                self.wait(self._away)  # all the others have the same fate, and the server its rest
            elif (claimed := self._claim(mail)) is not None:
                # A mail about several games ends an item of none of them.
                ours = mail.parts[-1].game == self._item.game
                last = ours and mail is mails[-1] and self._later is None
                ended = self._send(mail, claimed, last=last) and last
        if self._later is not None:
            self._store.put_off(self._item, self._later)
        elif not ended:
            self._store.done(self._item)

    def _claim(self, mail: Planned) -> list[Attempt] | None:
        claimed = []
        for part in mail.parts:
            begun = attempts.begin(self._store, part.game, part.kept, part.names[0], self._now)
            if isinstance(begun, Later):
                self.wait(begun.at)
                return None
            claimed.append(begun)
        return claimed

    def _send(self, mail: Planned, claimed: Sequence[Attempt], *, last: bool) -> bool:
        """Send one mail; whether it is marked, as sent or as given up."""
        try:
            self._outbox.send(mail.write(), mail.to)
        except AwayError:
            _tell(mail, "server away")
            self._away = self._fail(claimed, away=True)
            self._unanswered += 1
            return False
        except RefusedError as error:
            self._unanswered = 0
            old = any(self._now - attempt.note.since >= attempts.GIVEN_UP for attempt in claimed)
            _tell(mail, "given up" if error.permanent or old else "refused", code=error.code)
            if not (error.permanent or old):
                self._fail(claimed, away=False)
                return False
            self._mark(mail, claimed, DEAD, last=last)
            return True
        self._unanswered = 0
        _tell(mail, "sent")
        self._mark(mail, claimed, "", last=last)
        return True

    def _fail(self, claimed: Sequence[Attempt], *, away: bool) -> int:
        again = [attempts.fail(self._store, attempt, self._now, away=away).at for attempt in claimed]
        self.wait(min(again))
        return min(again)

    def _mark(self, mail: Planned, claimed: Sequence[Attempt], prefix: str, *, last: bool) -> None:
        """Mark all that a mail tells. What stands for it comes last: without that mark it is sent again."""
        for part in mail.parts:
            item = msgspec.structs.replace(self._item, game=part.game)  # so that it is marked with its game
            for name in reversed(part.names):
                ends = last and part is mail.parts[-1] and name == part.names[0]
                self._store.mark_sent(item, f"{prefix}{name}", self._now, last=ends)
        for attempt in claimed:
            attempts.end(self._store, attempt)
        if mail.drops:
            self._store.drop(mail.parts[0].game, mail.drops)


def _tell(mail: Planned, outcome: str, code: int | None = None) -> None:
    """Log what became of a mail: no address, and nothing of what is in it."""
    for part in mail.parts:
        log("mail", game=part.game, mail=part.names[0], outcome=outcome, code=code)
