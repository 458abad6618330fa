"""What follows from a tournament's secret: 32 random bytes, committed to in its first record."""

from __future__ import annotations

import hashlib
import hmac

from mensch.core.deck import SEED_SIZE

SECRET = "seed"
"""The field of a tournament's secrets that holds it; called as a game's, so that backups know one name."""

SECRET_SIZE = SEED_SIZE


def commitment(secret: bytes) -> str:
    """What is published of a secret before the tournament, 64 hex digits."""
    return hashlib.sha256(b"mensch/tournament/v1\n" + secret).hexdigest()


def derived_seed(secret: bytes, cause: str) -> bytes:
    """The seed of a game, 32 bytes.

    Args:
        cause: `<round>:<table>:<deck>`; from 1, 1 and 0.
    """
    return hmac.digest(secret, b"mensch/tournament/seed/v1\n" + cause.encode(), "sha256")
