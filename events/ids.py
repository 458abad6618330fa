"""Ids of games, players and commands."""

import hmac
import re
import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no i, l, o, u."""

LENGTH = 10

PATTERN = f"[{ALPHABET}]{{{LENGTH}}}"
"""What an id looks like, as a regular expression."""

_ID = re.compile(PATTERN)
_PREFIX = re.compile(f"[{ALPHABET}]{{1,{LENGTH}}}")
_LOOK_ALIKES = str.maketrans("ilo", "110")


def new_id() -> str:
    """A random id: ten characters, 50 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def new_command() -> str:
    """A random command id: 32 hex digits."""
    return secrets.token_hex(16)


def derived_id(key: bytes, cause: str) -> str:
    """The id of what follows from a cause, so that a second run makes no second one.

    Args:
        key: a secret without which nobody can name the id beforehand.
        cause: what it follows from, in ASCII.
    """
    number = int.from_bytes(hmac.digest(key, b"mensch/id/v1\n" + cause.encode(), "sha256"), "big")
    return "".join(ALPHABET[number >> 5 * place & 31] for place in range(LENGTH))


def is_id(text: str) -> bool:
    """Whether a text is an id, in full."""
    return _ID.fullmatch(text) is not None


def prefix_of(text: str) -> str | None:
    """What a person typed, as the beginning of an id; None when no id can begin so.

    >>> prefix_of("K7MO")
    'k7m0'
    """
    prefix = text.strip().lower().translate(_LOOK_ALIKES)
    return prefix if _PREFIX.fullmatch(prefix) else None
