"""Signed lines: what a player at a distance signs, and how it is written in one line.

    mensch1 <game> <seat> <seq> <hash> <nonce> <move> <signature>

The signature covers everything else, with it the hash of the record that the player last saw: so every move
countersigns the history before it. docs/signing.md has the format for outsiders.
"""

from __future__ import annotations

import re
import secrets

import msgspec

from mensch.core.errors import UsageError
from mensch.core.moves import MOVES
from mensch.core.said import said
from mensch.events import ed25519
from mensch.events.ids import is_id
from mensch.events.record import canonical

VERSION = "mensch1"
"""The first word of a line."""

RESIGN = "resign"
"""In place of a move: leave the table for good."""

SHOW = "show"
"""In place of a move: tell me my dice. Nothing happens in the game."""

NEW_KEY = "key="
"""In place of a move, with 64 hex digits behind it: from here on my key is this one."""

LONGEST = 1000
"""Characters of a text that are looked at; no line of version 1 has 350."""

_NUMBER = re.compile(r"[1-9][0-9]{0,14}")
_HASH = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[0-9a-f]{32}")
_KEY = re.compile(rf"{NEW_KEY}[0-9a-f]{{64}}")


class SignedLine(msgspec.Struct, frozen=True):
    """One signed line.

    Attributes:
        game: the id of the game.
        seat: who signs.
        seq: the record that the player last saw.
        hash: its hash.
        nonce: 32 hex digits, never used twice in a game.
        move: the canonical text of a move; or `RESIGN`, `SHOW`, or `NEW_KEY` with a public key.
        signature: 128 hex digits.
    """

    game: str
    seat: int
    seq: int
    hash: str
    nonce: str
    move: str
    signature: str

    @property
    def message(self) -> bytes:
        """The bytes that are signed."""
        signed = {
            "game": self.game,
            "hash": self.hash,
            "move": self.move,
            "nonce": self.nonce,
            "seat": self.seat,
            "seq": self.seq,
        }
        return b"mensch/signed/v1\n" + canonical(signed)

    @property
    def text(self) -> str:
        """The line as it is sent."""
        signature = ed25519.base64url(self.signature)
        words = (VERSION, self.game, self.seat, self.seq, self.hash, self.nonce, self.move, signature)
        return " ".join(map(str, words))

    @property
    def new_key(self) -> str | None:
        """The public key that the player changes to, for a line that does."""
        return self.move.removeprefix(NEW_KEY) if self.move.startswith(NEW_KEY) else None


def sign(
    private: bytes, *, game: str, seat: int, seq: int, head: str, move: str, nonce: str | None = None
) -> SignedLine:
    """Sign a move.

    Args:
        private: the player's private key, 32 bytes.
        seq: the record that the player last saw.
        head: its hash.
        move: as in `SignedLine`.
        nonce: 32 hex digits; None for random ones.
    """
    bare = SignedLine(game, seat, seq, head, nonce or secrets.token_hex(16), move, "")
    return msgspec.structs.replace(bare, signature=ed25519.sign(private, bare.message))


def verifies(line: SignedLine, key: str) -> bool:
    """Whether a line was signed with the private key of a public one."""
    return ed25519.verifies(key, line.message, line.signature)


def is_signable(move: str) -> bool:
    """Whether a text can stand in a line in place of a move; whether it is legal is another question."""
    return move in MOVES or move in (RESIGN, SHOW) or _KEY.fullmatch(move) is not None


def read_line(text: str) -> SignedLine:
    """Read a line. Space around it and between its words does not matter, since mail breaks long lines; in
    all else there is one way to write it.

    Raises:
        UsageError: it is no signed line, or one of a newer version. That its signature is right is not asked.
    """
    words = text.split() if len(text) <= LONGEST and text.isascii() else []
    if not words or not words[0].startswith("mensch"):
        raise UsageError(said("this is no signed line: one begins with {version}", version=VERSION))
    if words[0] != VERSION:
        raise UsageError(
            said("the signed line is of another version: this program knows {version}", version=VERSION)
        )
    if len(words) != 8:
        raise UsageError(
            said("a signed line has 8 words, and this one has {count}: was it cut?", count=len(words))
        )
    _, game, seat, seq, head, nonce, move, last = words
    signature = ed25519.from_base64url(last) or ""
    for right, name in (
        (is_id(game), said("game id")),
        (seat in ("0", "1", "2", "3"), said("seat")),
        (_NUMBER.fullmatch(seq), said("record number")),
        (_HASH.fullmatch(head), said("hash")),
        (_NONCE.fullmatch(nonce), said("nonce")),
        (is_signable(move), said("move")),
        (signature, said("signature")),
    ):
        if not right:
            raise UsageError(said("the signed line is damaged: its {name} is none", name=name))
    return SignedLine(game, int(seat), int(seq), head, nonce, move, signature)
