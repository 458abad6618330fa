"""Why a move came, sealed until the deck is revealed.

While a game runs no record may tell whether a move was typed, forced, a bot's or came by mail. A move's
`auth` is a salted hash of an envelope; envelope and salt stay in the secrets until they are published.
"""

import hashlib

import msgspec

from mensch.events.bodies import Reason
from mensch.events.record import canonical
from mensch.events.salt import SALT_SIZE


class Cause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a move came from; its canonical JSON is the envelope.

    Attributes:
        kind: `table` for a move typed at the operator's machine, `bot` for a bot's, `signed` for one that
            came as a signed line.
        level: the bot's level.
        version: the version of that level.
        line: the signed line, for the kind `signed`.
    """

    kind: str
    level: str | None = None
    version: int | None = None
    line: str | None = None

    @property
    def envelope(self) -> str:
        """The canonical JSON of this cause."""
        return canonical(self).decode()


TABLE = Cause("table")


def seal_cause(envelope: str, salt: bytes) -> str:
    """The `auth` of a move: 64 hex digits.

    Args:
        salt: 32 random bytes.
    """
    return hashlib.sha256(b"mensch/auth/v1\n" + salt + envelope.encode()).hexdigest()


def cause_field(seq: int) -> str:
    """The field of a game's secrets that keeps the cause of the move in record `seq`: salt, then envelope."""
    return f"cause:{seq}"


def opened_cause(kept: bytes, seq: int) -> Reason:
    """The cause of a move as it is published, from what the secrets keep of it."""
    return Reason(kept[SALT_SIZE:].decode(), kept[:SALT_SIZE].hex(), seq)


def signed_line(envelope: str) -> str | None:
    """The signed line of an envelope; None for another cause."""
    if not envelope.startswith('{"kind":"signed"'):  # canonical, so this is what all of them begin with
        return None
    return msgspec.json.decode(envelope, type=Cause).line
