"""Taking up the signed lines that players at a distance put into their inboxes.

A loop of its own, since it blocks on the inboxes and holds seeds, other than the sweeper. Any number may run:
a line counts once, and is answered once.
"""

from __future__ import annotations

import threading
import time

from redis import Redis

from mensch.core.errors import MenschError, NewerLogError, ServerError, UsageError
from mensch.core.said import said
from mensch.events.game import Game
from mensch.events.inbox import Answer, Letter, answer, close, waiting
from mensch.events.receipts import Receipt
from mensch.events.referee import Referee
from mensch.events.submission import take_line
from mensch.events.words.sentence import sentence_of
from mensch.workers.joblog import log
from mensch.workers.keyholders import Keyholders
from mensch.workers.patience import keep_looking
from mensch.workers.receiving import ask_receipt

PAUSE = 1.0
"""Longest time in seconds until a new keyholder, or a signal to stop, is noticed."""

LEFT = 10.0
"""Seconds until a letter is looked at again that only a newer version can answer."""

UNEXPECTED = "this should not have happened; the operator's log has more"


def run(referee: Referee, client: Redis, stop: threading.Event) -> None:
    """Answer letters until told to stop. A server that is away is waited for.

    Args:
        client: a connection that may block; the referee's will do.
    """
    inboxes = Inboxes(referee, client)

    def look() -> float:
        return 0.0 if inboxes.take_up(round(PAUSE * 1000)) else PAUSE

    keep_looking("inbox", look, stop)


class Inboxes:
    """The inboxes of all players with a key.

    Args:
        referee: decides, and has the seeds.
        client: a connection to the same server.
    """

    def __init__(self, referee: Referee, client: Redis) -> None:
        self._referee = referee
        self._client = client
        self._keyholders = Keyholders(referee.store)
        self._left: dict[str, float] = {}  # player to the time until which an inbox is left alone

    def take_up(self, milliseconds: int) -> bool:
        """Answer the first letter of every inbox that has one; wait for so long while all are empty.

        Returns:
            False where there was no inbox to wait for.

        Raises:
            ServerError: the server is missing; what was not answered is still there.
        """
        for player in self._keyholders.look():
            close(self._client, player)
        now = time.monotonic()
        players = [player for player in self._keyholders.players if self._left.get(player, now) <= now]
        if not players:
            return False
        for letter in waiting(self._client, players, milliseconds):
            given = self._answer_to(letter)
            if given is None:
                self._left[letter.player] = time.monotonic() + LEFT
            else:
                answer(self._client, letter, given)
        return True

    def _answer_to(self, letter: Letter) -> Answer | None:
        """None where only a newer version can answer. No error's text is logged, since it may quote dice."""
        try:
            given = _taken(self._referee, letter)
        except ServerError:
            raise
        except NewerLogError:
            log("inbox", player=letter.player, outcome="left to a newer version")
            return None
        except MenschError as error:
            log("inbox", player=letter.player, outcome="refused", error=type(error).__name__)
            return Answer(error.exit_code, error=str(error), sentence=sentence_of(error))
        except Exception as error:  # noqa: BLE001  # one line must not keep all others from being taken up
            log("inbox", player=letter.player, outcome="failed", error=type(error).__name__)
            return Answer(MenschError.exit_code, error=UNEXPECTED)
        log("inbox", player=letter.player, game=given.game, seq=given.seq, outcome="done")
        return given


def _taken(referee: Referee, letter: Letter) -> Answer:
    if letter.line is None:
        raise UsageError(said("an entry of an inbox has one field, l, with a signed line"))
    taken = take_line(referee, letter.line, player=letter.player)
    game = taken.game
    receipt = _receipt_for(game)
    return Answer(dice=taken.dice, game=game.id, hash=game.head, receipt=receipt, seq=game.seq)


def _receipt_for(game: Game) -> Receipt | None:
    """The line counts, so it is answered with a receipt or without."""
    try:
        receipt = ask_receipt(game.id, game.seq)
    except MenschError as error:
        log("inbox", game=game.id, seq=game.seq, outcome="no receipt", error=type(error).__name__)
        return None
    return receipt
