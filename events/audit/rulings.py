"""Rulings: who gave them is told by a pinned key alone, what they may do by deciding again."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mensch.core.said import said
from mensch.events import commands as c
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Code, Standing
from mensch.events.bodies import RulingGiven
from mensch.events.disputes import ruling_message
from mensch.events.ed25519 import public_key, sign
from mensch.events.game import Game

_STAND_IN = bytes(32)
"""A private key that signs in the place of an arbiter whose key is not pinned."""


def ruling_command(game: Game, by: str, ruling: RulingGiven, keys: Mapping[str, str]) -> c.GiveRuling | None:
    """The command that gives a ruling; None where no arbiter gave it.

    Deciding wants a signature that is right. Where the arbiter's key is not pinned it gets one of a stand-in,
    so that everything else about the ruling is checked.
    """
    who, _, arbiter = by.partition(":")
    if who != "arbiter":
        return None
    key = keys.get(by)
    if key is None:
        key = public_key(_STAND_IN)
        ruling = msgspec.structs.replace(ruling, signature=sign(_STAND_IN, ruling_message(game, ruling)))
    return c.GiveRuling(arbiter, key, ruling)


def tell_rulings(draft: Draft, keys: Mapping[str, str], upto: int) -> None:
    """Say on whose word the rulings stand.

    Args:
        upto: the last record that the replay found right.
    """
    for entry in draft.log[:upto]:
        if not isinstance(entry.record.body, RulingGiven):
            continue
        by = entry.record.by
        if by in keys:
            says = said(
                "the ruling of record {record} was signed with the pinned key of {by}",
                record=entry.seq,
                by=by,
            )
            standing = Standing.PROVEN
        else:
            says = said(
                "that {by} gave the ruling of record {record} is the operator's word: no key was pinned",
                by=by,
                record=entry.seq,
            )
            standing = Standing.ATTESTED
        draft.holds(Code.RULING, standing, says, seqs=(entry.seq, entry.seq), party=by)
