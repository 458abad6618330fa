"""Why a move came, sealed until the deck is revealed.

While a game runs no record may tell whether a move was typed, forced, a bot's or came by mail. A move's
`auth` is a salted hash of an envelope; envelope and salt stay in the secrets until they are published.
"""

import hashlib

import msgspec

from mensch.events.bodies import Bot, Reason
from mensch.events.record import canonical
from mensch.events.salt import SALT_SIZE


class Cause(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a move came from; its canonical JSON is the envelope.

    Attributes:
        kind: `table` for a move typed at the operator's machine, `bot` for a bot's, `signed` for one that
            came as a signed line, `mail` for one that came by mail, `order` for a standing order, `forced`
            for the only legal move of who lets those be played, `autopilot` for a bot's move in place of
            somebody who was late.
        level: the bot's level, for the kinds `bot` and `autopilot`, and for an `order` that a bot plays.
        version: the version of that level.
        line: the signed line, for the kind `signed`.
        digest: SHA-256 of the raw message in hexadecimal, for the kind `mail`.
        index: which preference it was, counted from 0, for the kind `order`.
    """

    kind: str
    level: str | None = None
    version: int | None = None
    line: str | None = None
    digest: str | None = None
    index: int | None = None

    @property
    def envelope(self) -> str:
        """The canonical JSON of this cause."""
        return canonical(self).decode()


TABLE = Cause("table")
FORCED = Cause("forced")


def mail_cause(digest: str) -> Cause:
    """The cause of a move that came by mail.

    Args:
        digest: SHA-256 of the raw message, in hexadecimal.
    """
    return Cause("mail", digest=digest)


def order_cause(index: int, bot: Bot | None = None) -> Cause:
    """The cause of a move by a standing order.

    Args:
        index: which preference it was, counted from 0.
        bot: who has chosen the move, where the preference was the autopilot.
    """
    return Cause("order", bot.level if bot else None, bot.version if bot else None, index=index)


def autopilot_cause(bot: Bot) -> Cause:
    """The cause of a bot's move in place of somebody who was late."""
    return Cause("autopilot", bot.level, bot.version)


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


def is_players_own(envelope: str) -> bool:
    """Whether a player has made a move that came with this envelope; False for a bot's, and for a sealed one,
    of which nobody can say.
    """
    return bool(envelope) and not envelope.startswith('{"kind":"bot"')


def signed_line(envelope: str) -> str | None:
    """The signed line of an envelope; None for another cause."""
    if not envelope.startswith('{"kind":"signed"'):  # canonical, so this is what all of them begin with
        return None
    return msgspec.json.decode(envelope, type=Cause).line
