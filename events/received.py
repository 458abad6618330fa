"""Mails that led to something in a game: kept beside its log for disputes, each with whose it was."""

from __future__ import annotations

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


def erase_received(store: Store, game: str, digests: list[str]) -> None:
    """Erase kept mails. That there were some stays sealed in the causes of moves, by their hashes alone."""
    store.detach(game, digests)
    store.drop(game, [f"{_PREFIX}{digest}" for digest in digests])
