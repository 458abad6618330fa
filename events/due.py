"""What must happen next in a game, as data: every append replaces a game's due items (design.md)."""

from __future__ import annotations

import hmac

import msgspec

from mensch.events.clock import MINUTE
from mensch.events.game import Game, Status

TURN = "turn"
"""The kind of a bot's move."""

REVEAL = "reveal"
"""The kind of a deck that becomes public."""

REASONS = "reasons"
"""The kind of causes that can be published."""

DISPUTE = "dispute"
"""The kind of what an arbiter has to close."""

FLAG = "flag"
"""The kind of a deadline."""

HALF = "half"
"""The kind of the reminder when half of a turn's time is used up."""

LATE = "late"
"""The kind of the reminder when four fifths of it are."""

ORDER = "order"
"""The kind of the moment when a player's standing orders are looked at."""

MAIL = "mail"
"""The kind of what players who are told by mail may have to be told."""

LAPSE = "lapse"
"""The kind of the moment when nobody waits any longer for players to join."""

RESUME = "resume"
"""The kind of a pause that ends by itself."""

ANSWER = "answer"
"""The kind of an answer to a mail; put there beside the log (`Store.schedule`)."""

DIGEST = "digest"
"""The kind of one mail about several games; put there beside the log."""

ROUND = "round"
"""The kind of a tournament's round that is to be looked after."""

GAMES = "games"
"""The kind of a tournament's games that one job plays, which no append replaces."""

NEVER = 2**52
"""The time of what waits for a person, in milliseconds; about the year 144,000."""

_SHARES = {HALF: 50, LATE: 80}
"""When a reminder goes out, in percent of the turn's allowance."""

_AT_ONCE = frozenset({TURN, REVEAL, REASONS, MAIL})
"""The kinds that wait for nothing but the last record, if their time is its time."""

ORDER_DELAY = (MINUTE, 15 * MINUTE)
"""Between these two spans, in milliseconds, a standing order waits: an order that acted at once would tell
itself from a person's move. Where little is left on the clock it waits for half of that at most."""


class Due(msgspec.Struct, frozen=True):
    """One thing that must happen.

    Attributes:
        kind: one of the constants of this module, or one that only a newer version knows.
        game: the game's id.
        seq: the record that it follows from.
        at: when, in milliseconds UTC.
    """

    kind: str
    game: str
    seq: int
    at: int

    @property
    def member(self) -> str:
        """How the item is named in the due index: `<game>:<kind>:<seq>`."""
        return f"{self.game}:{self.kind}:{self.seq}"


def due(game: Game, seed: bytes | None = None) -> tuple[Due, ...]:
    """All that must happen in a game as it stands.

    Args:
        seed: of a game that was folded without it; the delay of standing orders follows from it.
    """
    items = _of_the_log(game)
    inviting = game.status is Status.OPEN and game.joining is not None
    mailed = inviting or any(holder is not None and holder.mail for holder in game.seats)
    if game.clocks is None and not mailed and game.joining is None and game.paused is None:
        return items
    items += _of_the_clock(game)
    if mailed:
        items += (Due(MAIL, game.id, game.seq, game.at),)
    if (at := order_at(game, seed or game.seed)) is not None:
        items += (Due(ORDER, game.id, game.seq, at),)
    return items


def due_by(game: Game, now: int, seed: bytes | None = None) -> tuple[Due, ...]:
    """The same by a clock that may have been put back since the last record: what waits for nothing but that
    record does not wait until the clock is there again, and neither do standing orders. A deadline stays
    where it is.

    Args:
        now: in milliseconds UTC.
        seed: of a game that was folded without it.
    """
    return tuple(_by(item, game, now) for item in due(game, seed))


def _by(item: Due, game: Game, now: int) -> Due:
    if item.kind in _AT_ONCE and now < item.at == game.at:
        return msgspec.structs.replace(item, at=now)
    if item.kind == ORDER and now < game.turn_at:
        return msgspec.structs.replace(item, at=item.at - game.turn_at + now)
    return item


def order_at(game: Game, seed: bytes | None) -> int | None:
    """When the standing orders of the seat to move are looked at, in milliseconds UTC; None where that seat
    plays at the table, or nobody's move counts now, or the seed is not known.
    """
    seat = game.person_to_move
    if seed is None or seat is None or game.disputes or game.paused is not None:
        return None
    if game.clocks is None and not game.holder(seat).mail:
        return None
    least, most = ORDER_DELAY
    left = game.left(seat, game.turn_at)
    if left is not None:  # nobody is to lose by their orders waiting
        most = min(most, left // 2)
        least = min(least, most // 2)
    drawn = hmac.digest(seed, f"mensch/delay/v1\n{game.turn_began}".encode(), "sha256")
    return game.turn_at + least + int.from_bytes(drawn[:8], "big") % max(1, most - least)


def _of_the_log(game: Game) -> tuple[Due, ...]:
    """What follows from the last record alone."""
    if game.disputes:  # for a person: never due, and found by `mensch disputes`
        return (Due(DISPUTE, game.id, game.seq, NEVER), *_reasons(game))
    if game.status is Status.RUNNING:
        if game.paused is None and game.holder(game.table.turn).bot is not None:
            return (Due(TURN, game.id, game.seq, game.at),)
        return ()
    if game.over and game.revealed is None and not game.shared_deck:  # a tournament reveals those
        return (Due(REVEAL, game.id, game.seq, game.ended_at + game.dispute_window),)
    return _reasons(game)


def _of_the_clock(game: Game) -> tuple[Due, ...]:
    """What a time is set for."""
    items: list[Due] = []
    if game.status is Status.OPEN and game.joining is not None:
        items.append(Due(LAPSE, game.id, game.seq, game.created_at + game.joining.within))
    if game.over:
        return tuple(items)
    if game.paused is not None and game.paused.until is not None:
        items.append(Due(RESUME, game.id, game.seq, game.paused.until))
    clocks = game.clocks
    if clocks is not None and (deadline := clocks.deadline) is not None:
        items.append(Due(FLAG, game.id, game.seq, deadline))
        if clocks.seat is not None and game.holder(clocks.seat).mail:
            for kind, share in _SHARES.items():
                at = clocks.reached(share)
                assert at is not None
                items.append(Due(kind, game.id, game.seq, at))
    return tuple(items)


def _reasons(game: Game) -> tuple[Due, ...]:
    """Causes are told once the deck is; no dispute holds back what is public."""
    if game.revealed is not None and game.sealed:
        return (Due(REASONS, game.id, game.seq, game.at),)
    return ()
