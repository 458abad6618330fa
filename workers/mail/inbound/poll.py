"""Looking into a mailbox again and again, for whoever has one with a provider instead of a mail server.

A message is marked as read when all that it asks for has happened, so that an end in between has it taken up
again, which changes nothing. What is not for a game stays as it is.
"""

from __future__ import annotations

import contextlib
import threading
import time

from mensch.core.errors import MenschError, ServerError
from mensch.events.referee import Referee
from mensch.workers.joblog import log
from mensch.workers.mail.inbound.mailbox import ImapServer, Mailbox, MailboxError
from mensch.workers.mail.inbound.receive import DONE, LOG, Terms, receive
from mensch.workers.patience import keep_looking

PAUSE = 20.0
"""Seconds between two looks."""

LONGEST_PAUSE = 600.0
"""Longest time in seconds between two tries to reach a mailbox: providers lock out who asks too often."""

LATER = 600.0
"""Seconds until a message is looked at again that could not be taken up."""


class Poll:
    """The mailbox between two looks.

    Args:
        referee: decides, and has the seeds.
        server: where the mailbox is.
        terms: on which mail is taken up.
    """

    def __init__(self, referee: Referee, server: ImapServer, terms: Terms) -> None:
        self._referee = referee
        self._server = server
        self._terms = terms
        self._mailbox: Mailbox | None = None
        self._left: dict[tuple[bytes, int], float] = {}  # when to look at a message again
        self._failures = 0

    def look(self) -> int:
        """Take up what nobody has read; how many messages led to something.

        Raises:
            ServerError: the mailbox or our own server is away; nothing is lost.
        """
        try:
            mailbox = self._mailbox = self._mailbox or Mailbox(self._server)
            unread = mailbox.unread()
            there = {(mailbox.generation, number) for number in unread}
            self._left = {key: at for key, at in self._left.items() if key in there}
            return sum(self._take_up(mailbox, number) for number in unread)
        except ServerError:
            self.close()
            raise

    def close(self) -> None:
        """Log out."""
        mailbox, self._mailbox = self._mailbox, None
        if mailbox is not None:
            mailbox.close()

    def run(self, stop: threading.Event) -> None:
        """Look until told to stop. A server that is away is waited for, longer each time."""

        def look() -> float:
            try:
                self.look()
            except MailboxError as error:
                self._failures += 1
                pause = min(PAUSE * float(2 ** min(self._failures - 1, 10)), LONGEST_PAUSE)
                log(LOG, outcome="away", reason=str(error), seconds=round(pause))
                return pause
            self._failures = 0
            return PAUSE

        with contextlib.closing(self):
            keep_looking("mail poll", look, stop)

    def _take_up(self, mailbox: Mailbox, number: int) -> bool:
        key = (mailbox.generation, number)
        if self._left.get(key, 0.0) > time.monotonic():
            return False
        raw = mailbox.fetch(number)
        if raw is None:
            return False
        try:
            outcome = receive(self._referee, raw, self._terms)
        except ServerError:
            raise
        except MenschError as error:  # of one game; the others go on
            log(LOG, outcome="left", error=type(error).__name__)
            self._left[key] = time.monotonic() + LATER
            return False
        except Exception as error:  # noqa: BLE001  # one message must not keep all others from being taken up
            log(LOG, outcome="failed", error=type(error).__name__)
            self._left[key] = time.monotonic() + LATER
            return False
        if outcome not in DONE:
            self._left[key] = float("inf")
            return False
        mailbox.mark_read(number)
        return True
