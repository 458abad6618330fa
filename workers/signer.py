"""The signer: says by its signature how far a game is, and never says two things about one record.

It believes nobody. What it signs it reads from the log itself, and it follows the chain of hashes from the
record that it signed last. So one answer fixes all before it, and a log that was cut, or changed, or restored
from a backup behind the signer's back gets no receipt until the operator accepts that openly.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from mensch.core.errors import LogError, NotFoundError, ServerError, UsageError
from mensch.core.said import message_of, said
from mensch.events import clock, receipts
from mensch.events.receipts import Receipt
from mensch.events.record import Entry, decode, genesis, verify
from mensch.events.store import Store
from mensch.workers.signer_memory import LONGEST_REASON, Memory, Rollback, Signed


class OtherLogError(LogError):
    """The log is not the one that was signed: it is shorter, or has another record in its place."""


class Signer:
    """Signs records of the logs in a store. May be used from several threads.

    Args:
        store: where the logs are; only read.
        memory: what was signed before.
        private: the service's key, 32 bytes.
        durable: whether a power cut takes nothing from the store that is in it; asked for each receipt.
    """

    def __init__(self, store: Store, memory: Memory, private: bytes, durable: Callable[[], bool]) -> None:
        self._store = store
        self._memory = memory
        self._private = private
        self._durable = durable
        self._one_at_a_time = threading.Lock()
        self._ended = False

    @property
    def broken(self) -> bool:
        """Whether the memory could not be written, so that nothing more is signed."""
        return self._memory.broken

    def end(self) -> None:
        """Sign nothing more; what is being signed is finished first."""
        with self._one_at_a_time:
            self._ended = True

    def sign(self, game: str, seq: int | None = None) -> Receipt:
        """A receipt for a record, which is remembered before it is given out.

        Args:
            seq: the number of the record; None for the last.

        Raises:
            NotFoundError: there is no such game.
            UsageError: it has no such record.
            OtherLogError: the log is not the one that was signed.
            mensch.core.errors.LogError: the log cannot be used.
            mensch.core.errors.ServerError: a server is missing, or the memory cannot be written.
        """
        with self._one_at_a_time:
            if self._ended:
                raise ServerError(said("the signer is ending"))
            before = self._memory.signed(game)
            log = self._follow(before, seq)
            wanted = seq or log[-1].seq
            if wanted > log[-1].seq:
                raise UsageError(
                    said(
                        "game {game} has no record {wanted}: it ends at {last}",
                        game=game,
                        wanted=wanted,
                        last=log[-1].seq,
                    )
                )
            entry = log[wanted - log[0].seq]
            provisional = not self._durable()
            if wanted > before.seq:
                self._memory.keep(Signed(before.epoch, game, entry.hash, wanted))
            return receipts.sign(
                self._private,
                game=game,
                seq=wanted,
                hash=entry.hash,
                at=entry.record.at,
                provisional=provisional,
                epoch=before.epoch,
            )

    def check(self) -> dict[str, str]:
        """All games whose log is not the one that was signed, or cannot be used, and why."""
        wrong = {}
        for game in self._memory.games:
            before = self._memory.signed(game)
            if before.seq == 0:
                continue  # lost, and given up
            try:
                self._follow(before, None)
            except LogError as error:
                wrong[game] = message_of(error)
        return wrong

    def accept_rollback(self, game: str, reason: str) -> Rollback:
        """Go on from the log as it is now, and say so in every receipt from here on: a new epoch begins.

        Args:
            reason: why, in the operator's words; remembered for ever.

        Raises:
            UsageError: the log is the one that was signed, or no reason is given.
            NotFoundError: there is no such game, and nothing of it was signed.
            mensch.core.errors.LogError: the log that is there cannot be used.
        """
        if not 1 <= len(reason.strip()) <= LONGEST_REASON or not reason.isprintable():
            raise UsageError(
                said("a rollback needs a reason of 1 to {most} visible characters", most=LONGEST_REASON)
            )
        with self._one_at_a_time:
            before = self._memory.signed(game)
            try:
                self._follow(before, None)
            except OtherLogError:
                pass
            else:
                raise UsageError(
                    said(
                        "the log of {game} goes on from what was signed: there is nothing to accept",
                        game=game,
                    )
                )
            log = list(verify(self._store.read(game), game=game))
            head, seq = (log[-1].hash, log[-1].seq) if log else (genesis(game), 0)
            rollback = Rollback(before, clock.now(), before.epoch + 1, game, head, reason.strip(), seq)
            self._memory.keep(rollback)
            return rollback

    def _follow(self, before: Signed, seq: int | None) -> Sequence[Entry]:
        """The log from the record that was signed last, or from an earlier one that is asked for, verified
        from there on; from its beginning where nothing was signed.
        """
        game = before.game
        first = min(before.seq, before.seq if seq is None else seq) or 1
        raws = self._store.read(game, after=first - 1)
        if not raws and before.seq == 0:
            raise NotFoundError(said("there is no game {game}", game=game))
        # The record before the first one is not looked at: the hash that was signed vouches for it.
        prev = _prev(raws[0], game, first) if first > 1 and raws else None
        log = list(verify(raws, game=game, after=first - 1, head=prev))
        if before.seq >= first + len(log):
            end = self._end(game)
            raise OtherLogError(
                said(
                    "record {seq} of {game} was signed and the log now ends at {end}: it was cut, or "
                    "restored from a backup; what to do is in docs/operate.md, “Going back”",
                    seq=before.seq,
                    game=game,
                    end=end,
                )
            )
        if before.seq and log[before.seq - first].hash != before.hash:
            raise OtherLogError(
                said(
                    "record {seq} of {game} is another than the one that was signed: its hash was "
                    "{signed}… and is {found}…; what to do is in "
                    "docs/operate.md, “Going back”",
                    seq=before.seq,
                    game=game,
                    signed=before.hash[:16],
                    found=log[before.seq - first].hash[:16],
                )
            )
        return log

    def _end(self, game: str) -> int:
        head = self._store.head(game)
        return head.seq if head else 0


def _prev(raw: bytes, game: str, seq: int) -> str:
    try:
        return decode(raw).prev
    except LogError as error:
        raise type(error)(said("record {seq} of {game}: {error}", seq=seq, game=game, error=error)) from None
