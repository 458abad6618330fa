"""Tokens: what in a reply says which game, seat and turn it is for, and that it comes from who got the mail.

A token stands in the address that a mail is answered to,
`mensch+<game>.<who>.<turn>.<secret>@example.org`, or, where the mail server cannot do that, in the subject.
Only the mail to that player has shown its secret to anybody. It counts for a move while the turn that it
names lasts, so one move at most; after that it still says who writes, and the answer is how the game stands.
"""

from __future__ import annotations

import enum
import re
import secrets
from typing import Protocol

import msgspec

from mensch.events.game import Game
from mensch.events.ids import ALPHABET, PATTERN
from mensch.events.inviting import Invitation, invitation_field, invitations
from mensch.events.scheduled import TOKEN_FIELD

LENGTH = 20
"""Characters of a secret: 100 bits."""

STOP = 0
"""In place of a turn: whoever writes there, whatever it is, wants no more mails. It never expires."""

INVITED = 1
"""In place of a turn: an invitation to a seat. No turn begins with record 1."""

WATCHER = "w"
"""How the `who` of somebody who only looks on begins; a number follows."""

_TOKEN = re.compile(
    rf"(?<![0-9a-z])(?P<game>{PATTERN})\.(?P<who>[0-3]|{WATCHER}[0-9]{{1,9}})\.(?P<turn>0|[1-9][0-9]{{0,14}})"
    rf"\.(?P<secret>[{ALPHABET}]{{{LENGTH}}})(?![0-9a-z])"
)


class Token(msgspec.Struct, frozen=True):
    """What a reply is known by.

    Attributes:
        game: the id of the game.
        who: the seat as a digit, or `WATCHER` and a number.
        turn: the record with which the turn began that the mail told of; `STOP`, or `INVITED`.
        secret: 20 Crockford characters.
    """

    game: str
    who: str
    turn: int
    secret: str

    @property
    def text(self) -> str:
        """The token as it stands in an address or a subject."""
        return f"{self.game}.{self.who}.{self.turn}.{self.secret}"

    @property
    def seat(self) -> int | None:
        """The seat of the player who got the mail; None for somebody who only looks on."""
        return int(self.who) if self.who.isdigit() else None


class Standing(enum.Enum):
    """What a token is worth as the game stands."""

    CURRENT = "current"
    """The turn that it names lasts, or the invitation does; for `STOP` always so."""

    PAST = "past"
    """It is of this player, but another turn has begun since, or the invitation was accepted."""

    OVER = "over"
    """It is of this player, but the game has ended."""

    UNKNOWN = "unknown"
    """Never issued, or to somebody who has the seat no more, or whose invitation was taken back. Such a mail
    gets no answer."""


class TokenKeeper(Protocol):
    """The part of `mensch.events.store.Store` that tokens need."""

    def secret(self, game: str, field: str) -> bytes | None:
        """One field of a game's secrets."""

    def keep_new(self, game: str, field: str, value: bytes) -> bytes:
        """Set a secret field that is absent; what stands there afterwards."""


def token_field(who: str, turn: int, player: str = "") -> str:
    """The field of a game's secrets that keeps a token's secret. It names the player, so that whoever gets
    the seat later is not taken for the one before."""
    field = f"{TOKEN_FIELD}{who}:{turn}"
    return f"{field}:{player}" if player else field


def issue(store: TokenKeeper, game: str, who: str, turn: int, player: str = "") -> Token:
    """The token for a mail, the same whenever that mail is written again.

    Args:
        who: the seat as a digit, or `WATCHER` and a number.
        turn: the record with which the turn began; `STOP`, or `INVITED`.
        player: the id of who has the seat, or is invited to it; empty for somebody who only looks on.
    """
    new = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return Token(game, who, turn, store.keep_new(game, token_field(who, turn, player), new.encode()).decode())


def token_in(text: str) -> Token | None:
    """The token in an address or a subject; None where there is none. Case does not matter.

    >>> token_in("mensch+k7m2abcdef.1.17.0123456789abcdefghjk@example.org").turn
    17
    """
    found = _TOKEN.search(text.lower())
    if found is None:
        return None
    return Token(found["game"], found["who"], int(found["turn"]), found["secret"])


def check(store: TokenKeeper, game: Game, token: Token) -> Standing:
    """What a token is worth.

    Args:
        game: the game that it names, as it stands.
    """
    if game.id != token.game:
        return Standing.UNKNOWN
    seat = token.seat
    if seat is None:
        watches = token.turn == STOP and _is_right(store, token, "")
        return Standing.CURRENT if watches else Standing.UNKNOWN
    if token.turn == INVITED and (invited := invitation_to(store, game.id, seat)) is not None:
        if not _is_right(store, token, invited.player):
            return Standing.UNKNOWN
        return Standing.OVER if game.over else Standing.CURRENT
    holder = game.seats[seat] if seat < len(game.seats) else None
    if holder is None or not _is_right(store, token, holder.player):
        return Standing.UNKNOWN
    if token.turn == STOP:
        return Standing.CURRENT
    if game.over:
        return Standing.OVER
    return Standing.CURRENT if token.turn == game.turn_began else Standing.PAST


def invitation_to(store: TokenKeeper, game: str, seat: int) -> Invitation | None:
    """The open invitation to a seat; None for none."""
    field = invitation_field(seat)
    return invitations({field: store.secret(game, field) or b""}).get(seat)


def _is_right(store: TokenKeeper, token: Token, player: str) -> bool:
    """Whether a token is the one that was issued to a player."""
    kept = store.secret(token.game, token_field(token.who, token.turn, player))
    return kept is not None and secrets.compare_digest(kept, token.secret.encode())
