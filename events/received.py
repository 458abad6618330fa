"""Mails that led to something in a game: kept beside its log for disputes, each with whose it was."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes

from mensch.events.store import Store

_PREFIX = "mail:"


def keep_received(store: Store, game: str, player: str, digest: str, raw: bytes) -> None:
    """Keep a mail; a second time it changes nothing.

    Args:
        player: who has sent it.
        digest: SHA-256 of its bytes in hexadecimal, which the sealed cause of a move names.
        raw: its bytes.
    """
    store.keep_new(game, f"{_PREFIX}{digest}", player.encode())
    store.attach(game, digest, raw)


def senders(store: Store, game: str) -> dict[str, str]:
    """Who has sent each kept mail of a game: digests to players' ids."""
    return {
        field.removeprefix(_PREFIX): whose.decode(errors="replace")
        for field, whose in sorted(store.secrets(game).items())
        if field.startswith(_PREFIX)
    }


def received_from(store: Store, game: str, player: str) -> list[str]:
    """The digests of the kept mails of a game that a player has sent."""
    return [digest for digest, sender in senders(store, game).items() if sender == player]


def mentioning(store: Store, game: str, names: Sequence[str]) -> list[str]:
    """The digests of the kept mails of a game that name somebody: a reply quotes what it answers to, and that
    tells what everybody has done and said.

    Args:
        names: what the person is called, and their address; empty ones name nobody.
    """
    # A name may be broken into two lines, with the mark of a quote between them.
    patterns = [r"[\s>]+".join(map(re.escape, name.split())) for name in names if name.strip()]
    if not patterns:
        return []
    named = re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.IGNORECASE)
    return [
        digest
        for digest in store.attachments(game)
        if any(map(named.search, _texts(store.attachment(game, digest) or b"")))
    ]


def _texts(raw: bytes) -> Iterator[str]:
    """All that stands in a mail, in the encodings in which names in these languages are readable."""
    yield raw.decode(errors="replace")
    for part in message_from_bytes(raw).walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            for charset in ("utf-8", "cp1252"):
                yield html.unescape(content.decode(charset, "replace"))


def erase_received(store: Store, game: str, digests: list[str]) -> None:
    """Erase kept mails. That there were some stays sealed in the causes of moves, by their hashes alone."""
    store.detach(game, digests)
    store.drop(game, [f"{_PREFIX}{digest}" for digest in digests])
