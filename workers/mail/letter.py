"""A mail as a value, before it is written as text and as HTML."""

from __future__ import annotations

import msgspec

from mensch.workers.mail.table import Table


class Section(msgspec.Struct, frozen=True):
    """What a mail says about one game. Everything in it is safe to show, and in the reader's language.

    Attributes:
        title: names the game where a mail has several; empty otherwise.
        lead: what the mail is about, a paragraph each.
        heading: what stands above `happened`.
        happened: what happened since the last mail, a line each.
        table: the table as the reader may see it.
        dice: the reader's own dice, in words.
        moves: the legal moves, numbered from 1; empty where it is not the reader's turn.
        time: how much time is left, a paragraph each.
        closing: how to answer, a paragraph each.
        reply: the address that a reply goes to; empty where none is expected.
        reply_subject: the subject that such a reply needs.
        receipt: the line of a receipt; empty where no signer runs.
    """

    title: str = ""
    lead: tuple[str, ...] = ()
    heading: str = ""
    happened: tuple[str, ...] = ()
    table: Table | None = None
    dice: str = ""
    moves: tuple[str, ...] = ()
    time: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    reply: str = ""
    reply_subject: str = ""
    receipt: str = ""


class Letter(msgspec.Struct, frozen=True):
    """A whole mail.

    Attributes:
        subject: one line.
        sections: one per game.
        footer: what stands below everything, a line each.
    """

    subject: str
    sections: tuple[Section, ...]
    footer: tuple[str, ...] = ()
