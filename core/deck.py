"""Decks that can be checked afterwards: commitment, entropy, and an unbiased shuffle driven by HMAC-SHA256.

docs/event-log.md gives the same derivation for outsiders, with vectors. All lengths and numbers that go
into a hash are 32-bit big-endian.
"""

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from mensch.core.dice import DECK_SIZE, cards_of, size_of

SEED_SIZE = 32
"""Bytes of a seed, and of what each player adds when joining."""

Deal = Callable[[int, int], bytes]
"""Shuffles dice into a pile: number of the deck (0 for the first) and counts, to pips in drawing order."""

_WORDS = struct.Struct(">8I")  # a block of HMAC-SHA256

_LIMITS = (0, *((1 << 32) - (1 << 32) % bound for bound in range(1, DECK_SIZE + 1)))
"""``_LIMITS[bound]``: words from here on would favour low numbers below that bound."""


def face_down(deck: int, counts: int) -> bytes:
    """The deal of someone who does not know the seed: every die is a 0."""
    return bytes(size_of(counts))


def commitment(seed: bytes) -> bytes:
    """What is published of a seed before the game: its SHA-256 under a prefix, 32 bytes."""
    return hashlib.sha256(b"mensch/commitment/v1\n" + seed).digest()


def entropy(committed: bytes, context: str, joiners: Sequence[bytes]) -> bytes:
    """The public part of a shuffle, 32 bytes: a length-prefixed hash over block and players' bytes.

    Neither the game's id nor its log goes in, so that games meant to share a deck can (design.md).

    Args:
        committed: the commitment in the deck block.
        context: the id in the deck block.
        joiners: the bytes each player added, in joining order.
    """
    parts = (committed, context.encode(), _number(len(joiners)), *joiners)
    return hashlib.sha256(b"mensch/entropy/v1\n" + b"".join(_number(len(p)) + p for p in parts)).digest()


def seeded_deal(seed: bytes, public: bytes) -> Deal:
    """The deal of someone who knows the seed: Fisher–Yates over the sorted dice, without bias.

    Words come from HMAC-SHA256 under the seed, eight to a block; one that would favour low numbers is
    passed over (rejection sampling).

    Args:
        public: the `entropy` of the game.
    """

    def deal(deck: int, counts: int) -> bytes:
        pile = bytearray(cards_of(counts))
        words = _words(seed, b"mensch/deck/v1\n" + public + _number(deck))
        for last in range(len(pile) - 1, 0, -1):
            word = next(words)
            while word >= _LIMITS[last + 1]:
                word = next(words)
            chosen = word % (last + 1)
            pile[last], pile[chosen] = pile[chosen], pile[last]
        return bytes(pile)

    return deal


def joiner_bytes(seed: bytes, index: int) -> bytes:
    """What a bot adds to the entropy when it joins as the player number `index`, from 0."""
    return _derive(seed, b"joiner", index)


def bot_key(seed: bytes, seq: int, seat: int) -> bytes:
    """The randomness of a bot's decision after event `seq`; if public, it would give hands away."""
    return _derive(seed, b"bot", seq, seat)


def cause_salt(seed: bytes, seq: int) -> bytes:
    """What seals the cause of move number `seq` in a tournament's game of bots, so that the same game is
    written again with the same bytes; secret as long as the seed is."""
    return _derive(seed, b"salt", seq)


def _derive(seed: bytes, purpose: bytes, *numbers: int) -> bytes:
    message = b"mensch/" + purpose + b"/v1\n" + b"".join(map(_number, numbers))
    return hmac.digest(seed, message, "sha256")


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _words(seed: bytes, message: bytes) -> Iterator[int]:
    for counter in count():
        yield from _WORDS.unpack(hmac.digest(seed, message + _number(counter), "sha256"))
