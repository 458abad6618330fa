"""Receipts as witnesses: what the service's signature says of how far a game was."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.events.audit.chain import Noted
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Step
from mensch.events.receipts import PROVISIONAL, Receipt, verifies

SERVICE = "service"
"""The party whose pinned key signs receipts."""


def noted_by(receipts: Sequence[Receipt], key: str | None, draft: Draft) -> list[Noted]:
    """The heads that receipts note. One whose signature is wrong, or of another game, notes nothing.

    Args:
        key: the pinned key of the service; without it a receipt is what its holder says.
    """
    noted: list[Noted] = []
    for number, receipt in enumerate(receipts, 1):
        source = f"receipt {number}"
        if receipt.game != draft.game:
            draft.leaves(Step.HEADS, f"{source} is of game {receipt.game}")
            continue
        if key is None:
            draft.leaves(Step.HEADS, f"the signature of {source}, since the service's key was not pinned")
        elif not verifies(receipt, key):
            draft.leaves(Step.HEADS, f"{source} was not signed by the pinned key of the service")
            continue
        marks = [PROVISIONAL] if receipt.provisional else []
        marks += [f"epoch {receipt.epoch}, after a return to a backup"] if receipt.epoch > 1 else []
        words = f"{source} ({', '.join(marks)})" if marks else source
        noted.append(Noted(receipt.seq, receipt.hash, words, signed=key is not None))
    return noted
