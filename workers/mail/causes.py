"""What players have to be told by mail: a pure function of a game, its log, and what was sent already.

One mail per turn, and none for what one need not know: a bot's moves and what was said at the table are told
with the next turn. What waits for a player (a turn, an offer), what changes what they can do (a pause, a
dispute, a bot that plays for them) and the end are told at once. Several of these are one mail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from mensch.events import bodies
from mensch.events.beside import DEAD
from mensch.events.due import HALF, LATE
from mensch.events.game import Game, Status
from mensch.events.record import Entry

TURN = "turn"
"""It is the player's turn."""

START = "start"
"""The game runs, or the player has got a seat in it, and somebody else is to move."""

END = "end"
"""The game is over, one way or the other."""

OFFER = "offer"
"""Somebody offers to end the game without a winner, or a pause."""

DISPUTED = "dispute"
"""Somebody disputes a record, and everybody waits for a ruling."""

RULED = "ruling"
"""The ruling was given, and the game goes on."""

PAUSED = "pause"
"""The game pauses."""

RESUMED = "resume"
"""The pause is over."""

HELD = "held"
"""The player was late, and a bot plays until they come back."""

FORFEITED = "forfeit"
"""The player was late, and has left the table for it."""

INVITED = "invite"
"""The player is invited to a seat."""

NO_SHOW = "no-show"
"""The player came to none of their games in a round of a tournament, and is paired no more."""

REMINDERS = (HALF, LATE)
"""The player is reminded of the turn that they have been told of."""

_RANK = {kind: rank for rank, kind in enumerate((END, LATE, HALF, TURN, HELD, FORFEITED, START))}


class Occasion(msgspec.Struct, frozen=True):
    """One thing that somebody is to be told.

    Attributes:
        kind: one of the constants of this module.
        seq: the record that it follows from: the one with which the turn began, the offer, and so on; for an
            invitation the seat.
    """

    kind: str
    seq: int

    def name(self, player: str) -> str:
        """What it is called among what was sent: `turn:<player>:17`."""
        return f"{self.kind}:{player}:{self.seq}"


class Notice(msgspec.Struct, frozen=True):
    """One mail to one player.

    Attributes:
        seat: their seat.
        player: their id.
        occasions: all that it tells, the most important first.
        since: the last record that they have been told before; 0 for none.
    """

    seat: int
    player: str
    occasions: tuple[Occasion, ...]
    since: int = 0

    @property
    def kind(self) -> str:
        """What it is about before all."""
        return self.occasions[0].kind

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all that it tells; the first stands for the mail."""
        return tuple(occasion.name(self.player) for occasion in self.occasions)

    @property
    def upto(self) -> int:
        """The last record that it tells."""
        return max(occasion.seq for occasion in self.occasions)


def notices(game: Game, log: Sequence[Entry], sent: Iterable[str], reachable: Iterable[int]) -> list[Notice]:
    """The mails that players have to get now.

    Args:
        game: at the end of the log.
        sent: the names of what was sent, or given up.
        reachable: the seats whose players have an address.
    """
    sent = list(sent)
    found = []
    for seat in sorted(reachable):
        holder = game.seats[seat]
        if holder is None:
            continue
        told = told_upto(sent, holder.player)
        names = {_plain(name) for name in sent}
        occasions = [
            occasion
            for occasion in _occasions(game, log, seat, told)
            if occasion.name(holder.player) not in names
        ]
        if occasions:
            occasions.sort(key=lambda occasion: (_RANK.get(occasion.kind, len(_RANK)), occasion.seq))
            found.append(
                Notice(seat, holder.player, tuple(occasions), _told_before(sent, holder.player, occasions))
            )
    return found


def reminder(game: Game, kind: str, sent: Iterable[str]) -> Notice | None:
    """The mail that reminds the player to move; None where no clock runs, or it was sent.

    It is a whole mail about the turn, so it also counts as the first one where that has not gone out.

    Args:
        kind: one of `REMINDERS`.
        sent: the names of what was sent, or given up.
    """
    seat = game.person_to_move
    if seat is None or game.deadline is None or not game.holder(seat).mail:
        return None
    player = game.holder(seat).player
    sent = list(sent)
    names = {_plain(name) for name in sent}
    wanted = [Occasion(kind, game.turn_began), Occasion(TURN, game.turn_began)]
    occasions = [occasion for occasion in wanted if occasion.name(player) not in names]
    if not occasions or occasions[0].kind != kind:
        return None
    return Notice(seat, player, tuple(occasions), _told_before(sent, player, occasions))


def was_sent(name: str, sent: Iterable[str]) -> bool:
    """Whether something was sent, or given up."""
    return any(_plain(other) == name for other in sent)


def told_upto(sent: Iterable[str], player: str) -> int:
    """The last record that a player has been told of; 0 for none."""
    return max(_told(sent, player), default=0)


def _told(sent: Iterable[str], player: str) -> Iterator[int]:
    """The records that mails to a player were about. One that was given up has told nothing."""
    for name in sent:
        kind, _, rest = name.partition(":")
        whom, _, seq = rest.partition(":")
        if whom == player and seq.isdecimal() and kind not in (INVITED, NO_SHOW):
            yield int(seq)


def _told_before(sent: Iterable[str], player: str, occasions: Sequence[Occasion]) -> int:
    """The last record told before these: a reminder tells again what the turn's first mail has told."""
    latest = max(occasion.seq for occasion in occasions)
    return max((seq for seq in _told(sent, player) if seq < latest), default=0)


def _plain(name: str) -> str:
    return name.removeprefix(DEAD)


def _occasions(game: Game, log: Sequence[Entry], seat: int, told: int) -> Iterator[Occasion]:
    """All that the player of a seat may have to be told; some of it was."""
    if game.over:
        yield Occasion(END, game.ended)
        return
    if game.status is not Status.RUNNING:
        return
    stands = bool(game.disputes) or game.paused is not None
    moves = game.person_to_move == seat and not stands
    if moves:
        yield Occasion(TURN, game.turn_began)
    elif not told and seat not in game.table.departed:
        yield Occasion(START, game.started)
    for entry in log:
        if entry.seq > told and (kind := _kind(game, entry, log, seat)) is not None:
            yield Occasion(kind, entry.seq)
    if (offered := _offered(game, log, seat)) > told:
        yield Occasion(OFFER, offered)


def _kind(game: Game, entry: Entry, log: Sequence[Entry], seat: int) -> str | None:
    """What a record is to the player of a seat, if they have to know of it and it still holds."""
    still_in = seat not in game.table.departed
    match entry.record.body:
        case bodies.DisputeOpened(seat=opener) if still_in and entry.seq in game.disputes and opener != seat:
            return DISPUTED
        case bodies.RulingGiven(seat=concerned) if not game.disputes and (still_in or concerned == seat):
            return RULED
        case bodies.GamePaused(cause=cause) if still_in and game.paused == entry.record.body:
            last = log[entry.seq - 2].record.by  # whoever agreed last knows
            return None if cause == "agreed" and last == f"seat:{seat}" else PAUSED
        case bodies.GameResumed() if still_in and game.paused is None and entry.record.by != f"seat:{seat}":
            return RESUMED
        case bodies.SeatHeld(seat=held) if held == seat and game.holder(seat).held:
            return HELD
        case bodies.PlayerForfeited(seat=left) if left == seat:
            return FORFEITED
    return None


def _offered(game: Game, log: Sequence[Entry], seat: int) -> int:
    """The record of the first standing offer that waits for a seat; 0 for none."""
    if seat in game.table.departed or game.holder(seat).bot is not None:
        return 0
    first = 0
    for body, offers in ((bodies.AbortOffered, game.offers), (bodies.PauseOffered, game.pause_offers)):
        if offers and seat not in offers:
            latest = {
                entry.record.body.seat: entry.seq
                for entry in log
                if isinstance(entry.record.body, body) and entry.record.body.seat in offers
            }
            standing = min(latest.values(), default=0)
            first = min(first, standing) if first and standing else max(first, standing)
    return first
