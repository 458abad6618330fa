"""Receipts as witnesses: what the service's signature says of how far a game was."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.said import in_a_row, said
from mensch.events.audit.chain import Noted
from mensch.events.audit.draft import Draft
from mensch.events.audit.report import Step
from mensch.events.receipts import Receipt, verifies

SERVICE = "service"
"""The party whose pinned key signs receipts."""


def noted_by(receipts: Sequence[Receipt], key: str | None, draft: Draft) -> list[Noted]:
    """The heads that receipts note. One whose signature is wrong, or of another game, notes nothing.

    Args:
        key: the pinned key of the service; without it a receipt is what its holder says.
    """
    noted: list[Noted] = []
    for number, receipt in enumerate(receipts, 1):
        source = said("receipt {number}", number=number)
        if receipt.game != draft.game:
            draft.leaves(Step.HEADS, said("{source} is of game {game}", source=source, game=receipt.game))
            continue
        if key is None:
            draft.leaves(
                Step.HEADS,
                said("the signature of {source}, since the service's key was not pinned", source=source),
            )
        elif not verifies(receipt, key):
            draft.leaves(
                Step.HEADS, said("{source} was not signed by the pinned key of the service", source=source)
            )
            continue
        marks = [said("provisional")] if receipt.provisional else []
        marks += (
            [said("epoch {epoch}, after a return to a backup", epoch=receipt.epoch)]
            if receipt.epoch > 1
            else []
        )
        words = said("{source} ({marks})", source=source, marks=in_a_row(marks)) if marks else source
        noted.append(Noted(receipt.seq, receipt.hash, words, signed=key is not None))
    return noted
