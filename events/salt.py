"""Salted hashes of texts: the log holds the hash, salt and text lie beside it and can be erased."""

import hashlib
import secrets

SALT_SIZE = 32
"""Bytes of the salt that stands before a kept text, or the kept cause of a move."""


def new_salt() -> bytes:
    """Random bytes, without which nobody can find a text by trying all that it might be."""
    return secrets.token_bytes(SALT_SIZE)


def text_digest(salt: bytes, text: str) -> str:
    """What a record says of a text, 64 hex digits."""
    return hashlib.sha256(b"mensch/text/v1\n" + salt + text.encode()).hexdigest()


def salted(text: str) -> tuple[str, bytes]:
    """The digest of a text that goes into the log, and what is kept beside the log: salt and text."""
    salt = new_salt()
    return text_digest(salt, text), salt + text.encode()
