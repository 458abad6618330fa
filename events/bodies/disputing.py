"""Bodies of disputes and rulings."""

from __future__ import annotations

from typing import Literal

from mensch.events.bodies.fields import Fields, Hex32, Hex64, Id, Seat, Seq
from mensch.events.bodies.playing import Reason


class DisputeOpened(Fields, frozen=True, gc=False):
    """A player disputes something. Until a ruling the game waits, clocks stand, and the deck stays secret.

    Attributes:
        claim: salted hash of what the player says, which lies beside the log.
        seat: who disputes.
        seq: the record that is disputed.
    """

    claim: Hex32
    seat: Seat
    seq: Seq


class RulingGiven(Fields, frozen=True, gc=False):
    """An arbiter closed a dispute; `by` names the arbiter.

    Attributes:
        dispute: the record that opened it.
        ruling: the game `stands`; a player's `forfeit`, which is leaving as in the rules; `annulled`, the
            game has no winner; `replayed`, which annuls it and names the fork with fresh dice that goes on.
        signature: of the arbiter, over `mensch.events.disputes.ruling_message`.
        fork: for a replay the id of the game that goes on.
        grounds: salted hash of what the arbiter says about it, which lies beside the log.
        replayed_from: for a replay the record that it goes on from.
        seat: for a forfeit who leaves.
    """

    dispute: Seq
    ruling: Literal["annulled", "forfeit", "replayed", "stands"]
    signature: Hex64
    fork: Id | None = None
    grounds: Hex32 | None = None
    replayed_from: Seq | None = None
    seat: Seat | None = None


class ReasonOpened(Fields, frozen=True, gc=False):
    """The cause of one move was opened for an open dispute, before all causes are published."""

    reason: Reason
