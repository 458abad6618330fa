"""Ed25519 keys and signatures, by PyNaCl; the one place that knows the library.

Keys and signatures are hexadecimal outside of this module. A public key of small order verifies signatures
that nobody made, so such a key is refused when it is read, like one that is not canonical.
"""

from __future__ import annotations

import base64
import binascii

from mensch.core.errors import UsageError
from mensch.core.said import said

KEY_SIZE = 32
SIGNATURE_SIZE = 64

_PRIME = 2**255 - 19


def new_private_key() -> bytes:
    """A random private key, 32 bytes."""
    from nacl.signing import SigningKey

    return bytes(SigningKey.generate())


def public_key(private: bytes) -> str:
    """The public key of a private one, 64 hex digits."""
    from nacl.signing import SigningKey

    return bytes(SigningKey(private).verify_key).hex()


def checked_key(text: str) -> str:
    """A public key as it may be registered.

    Raises:
        UsageError: it is not 32 bytes in hexadecimal, not a canonical point of the curve, or of small order.
    """
    from nacl.bindings import crypto_core_ed25519_is_valid_point

    try:
        raw = bytes.fromhex(text)
    except ValueError:
        raw = b""
    if len(raw) != KEY_SIZE:
        raise UsageError(said("a public key has {digits} hexadecimal digits", digits=2 * KEY_SIZE))
    if int.from_bytes(raw, "little") & ~(1 << 255) >= _PRIME or not crypto_core_ed25519_is_valid_point(raw):
        raise UsageError(
            said("this public key is malformed or of small order, so its signatures prove nothing")
        )
    return raw.hex()


def sign(private: bytes, message: bytes) -> str:
    """The signature of a message, 128 hex digits."""
    from nacl.signing import SigningKey

    return SigningKey(private).sign(message).signature.hex()


def verifies(key: str, message: bytes, signature: str) -> bool:
    """Whether a signature is one of a message under a public key. False also for what cannot be read."""
    from nacl.exceptions import BadSignatureError
    from nacl.signing import VerifyKey

    try:
        signed = bytes.fromhex(signature)
        if len(signed) != SIGNATURE_SIZE:
            return False
        VerifyKey(bytes.fromhex(checked_key(key))).verify(message, signed)
    except (UsageError, BadSignatureError, ValueError):
        return False
    return True


def base64url(signature: str) -> str:
    """A signature as it stands in a line of text: 86 characters, base 64 for URLs without padding."""
    return base64.urlsafe_b64encode(bytes.fromhex(signature)).rstrip(b"=").decode()


def from_base64url(text: str) -> str | None:
    """The signature in a line of text, 128 hex digits; None if it is not written in the one right way, in
    which the 4 bits that base 64 has to spare are 0.
    """
    try:
        signature = base64.b64decode(f"{text}==", altchars=b"-_", validate=True).hex()
    except (binascii.Error, ValueError):
        return None
    return signature if len(signature) == 2 * SIGNATURE_SIZE and base64url(signature) == text else None
