"""Standing orders: what a player wants to play in turns to come, so that nobody waits for a mail.

They lie in the secrets, are executed when the turn has come, and leave no reason in the log until the deck
is revealed: that a move was forced, or had been ordered before its dice were drawn, tells about a hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from mensch.core.bots import VERSION, bot
from mensch.core.errors import MoveError, TurnError, UsageError
from mensch.core.moves import MOVES, Move
from mensch.core.notation import LONGEST, is_written_move, read_move
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.events.bodies import Bot, MovePlayed
from mensch.events.cause import FORCED, Cause, order_cause
from mensch.events.game import Game, Status, initial
from mensch.events.ids import new_id
from mensch.events.record import Entry
from mensch.events.referee import Referee
from mensch.events.store import Store

AUTOPILOT = "autopilot"
"""The preference that a bot plays."""

AUTOPILOT_BOT = Bot("steady", VERSION)
"""Which bot that is, where the game's clock names none."""

MOST_PREFERENCES = 12
MOST_TURNS = 100

_SEPARATOR = re.compile(r"\s*[,;]?\s*\b(?:or\s+else|else|sonst)\b\s*|\s*[,;]\s*", re.IGNORECASE)
_UNLESS_ROBBED = re.compile(
    r"(?:unless|cancel\s+if|until)\s+(?:i\s+am\s+)?robbed|(?:außer|ausser|bis)\s+(?:ich\s+)?(?:werde\s+)?(?:beklaut|beraubt|bestohlen)(?:\s+werde)?",
    re.IGNORECASE,
)
_TURNS = re.compile(r"(?:for|für)\s+(\d{1,3})\s+(?:turns?|z[uü]ge?n?)", re.IGNORECASE)


class Orders(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing orders of a seat.

    Attributes:
        preferences: moves as typed, or `AUTOPILOT`, the dearest first.
        since: the record after which they were given; they hold for turns that begin later.
        turns: for how many more turns they hold.
        unless_robbed: whether they end when somebody steals from this seat.
        forced: whether a turn that has only one legal move is played, in every turn to come.
        player: the id of who gave them; nobody else who has the seat later is bound by them.
        id: tells orders apart that were given one after the other.
    """

    preferences: tuple[str, ...] = ()
    since: int = 0
    turns: int = 1
    unless_robbed: bool = False
    forced: bool = False
    player: str = ""
    id: str = ""

    @property
    def text(self) -> str:
        """The preferences as a person writes them: `A+5, else autopilot`."""
        return ", else ".join(self.preferences)


class Ordered(msgspec.Struct, frozen=True):
    """A move that standing orders lead to.

    Attributes:
        move: the move.
        cause: its cause.
        left: the orders afterwards; None when none are left.
        orders: the id of the orders.
    """

    move: Move
    cause: Cause
    left: Orders | None
    orders: str = ""


ORDERS_FIELD = "orders:"
"""How the fields of a game's secrets begin that hold standing orders; the seat follows."""


def orders_field(seat: int) -> str:
    """The field of a game's secrets that keeps the orders of a seat."""
    return f"{ORDERS_FIELD}{seat}"


def spent_field(seat: int) -> str:
    """The field of a game's secrets that keeps for how many more turns the orders of a seat hold.

    It goes with the move that they led to, and the orders themselves only with what the player says: so
    whoever cancels them while they are followed does not find them standing again.
    """
    return f"spent:{seat}"


def spent(ordered: Ordered) -> bytes:
    """What `spent_field` keeps after a move."""
    left = ordered.left
    return msgspec.json.encode((ordered.orders, left.turns if left is not None and left.preferences else 0))


def standing_orders(store: Store, game: Game, seat: int) -> Orders | None:
    """The standing orders of whoever has a seat; None where nothing stands."""
    kept = store.secret(game.id, orders_field(seat))
    holder = game.seats[seat]
    if not kept or holder is None:
        return None
    orders = msgspec.json.decode(kept, type=Orders)
    if orders.player != holder.player:
        return None
    used = store.secret(game.id, spent_field(seat))
    if used:
        of, turns = msgspec.json.decode(used, type=tuple[str, int])
        if of == orders.id:
            orders = _with_turns(orders, turns)
    return orders if orders.preferences or orders.forced else None


def read_orders(text: str, *, turns: int | None = None, unless_robbed: bool = False) -> Orders:
    """Standing orders from what a person wrote: `A+5, else N3+4, else autopilot, for 3 turns, unless robbed`.

    >>> read_orders("a+5, else N3+4, else autopilot; unless robbed").text
    'A+5, else N3+4, else autopilot'

    Args:
        turns: for how many turns, where the text does not say it.
        unless_robbed: whether they end when somebody steals, also where the text does not say it.

    Returns:
        The orders, as if they had been given before the first record.

    Raises:
        UsageError: something in it is neither a move nor one of these words.
    """
    preferences: list[str] = []
    for part in filter(None, map(str.strip, _SEPARATOR.split(text))):
        if _UNLESS_ROBBED.fullmatch(part):
            unless_robbed = True
        elif (found := _TURNS.fullmatch(part)) is not None:
            turns = int(found[1])
        else:
            preferences.append(_preference(part))
    if not preferences:
        raise UsageError(said("standing orders name moves, such as: A+5, else N3+4, else autopilot"))
    if len(preferences) > MOST_PREFERENCES:
        raise UsageError(said("standing orders name at most {most} moves", most=MOST_PREFERENCES))
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        raise UsageError(said("standing orders hold for 1 to {most} turns", most=MOST_TURNS))
    return Orders(tuple(preferences), turns=turns or 1, unless_robbed=unless_robbed)


def _preference(part: str) -> str:
    if part.casefold() == AUTOPILOT:
        return AUTOPILOT
    if not is_written_move(part):
        raise UsageError(
            said(
                "“{part}” is no order: a move, or autopilot, with else between them",
                part=printable(part, LONGEST),
            )
        )
    return part[0].upper() + part[1:]


def ordered(
    orders: Orders, game: Game, log: Iterable[Entry], names: Sequence[str], randomness: bytes
) -> Ordered | None:
    """What standing orders lead to in a turn; None where they lead to nothing and the player is asked.

    Args:
        game: folded with its seed.
        log: its records, of which those since the orders are looked at.
        names: how people call the players, by seat, as a move may name them.
        randomness: what a bot at this seat would be handed in this turn.
    """
    seat = game.table.turn
    view = game.table.view(seat)
    if orders.preferences and _is_later(orders, game, log) and not is_void(orders, game, seat, log):
        for index, preference in enumerate(orders.preferences):
            after = _with_turns(orders, orders.turns - 1)
            left = after if after.preferences or after.forced else None
            if preference == AUTOPILOT:
                player = autopilot_of(game)
                move = bot(player.level, player.version)(view, randomness)
                return Ordered(move, order_cause(index, player), left, orders.id)
            try:
                move = read_move(preference, view, names)
            except MoveError:
                continue
            return Ordered(move, order_cause(index), left, orders.id)
    legal = view.legal_moves()
    if orders.forced and len(legal) == 1:
        return Ordered(legal[0], FORCED, orders, orders.id)
    return None


def autopilot_of(game: Game) -> Bot:
    """The bot that plays for somebody who asked for it."""
    clock = game.clock
    return clock.bot if clock is not None and clock.bot is not None else AUTOPILOT_BOT


def is_void(orders: Orders, game: Game, seat: int, log: Iterable[Entry]) -> bool:
    """Whether orders have ended because somebody stole from the seat."""
    return orders.unless_robbed and robbed_since(game, seat, orders.since, log) is not None


def robbed_since(game: Game, seat: int, since: int, log: Iterable[Entry]) -> int | None:
    """The first record after another one in which somebody else took a figure from a seat; None for none."""
    replayed = initial(game.id)
    for entry in log:
        body = entry.record.body
        if entry.seq > since and isinstance(body, MovePlayed) and replayed.table.turn != seat:
            source = replayed.table.effect(MOVES[body.move]).source
            if source is not None and source.seat == seat:
                return entry.seq
        replayed.advance(entry)
    return None


def _is_later(orders: Orders, game: Game, log: Iterable[Entry]) -> bool:
    """Whether it became this seat's turn after the orders were given. Who leaves the table, or is replaced,
    begins no new turn for whoever has it."""
    if game.turn_began <= orders.since:
        return False
    replayed, came = initial(game.id), 0
    for entry in log:
        before = replayed.position.turn if replayed.position is not None else None
        replayed.advance(entry)
        moved = isinstance(entry.record.body, MovePlayed)
        if replayed.position is not None and (moved or replayed.position.turn != before):
            came = entry.seq
    return came > orders.since


def _with_turns(orders: Orders, turns: int) -> Orders:
    """Orders that hold for so many more turns; with none, only what holds for every turn is left."""
    if turns > 0:
        return msgspec.structs.replace(orders, turns=turns)
    return Orders(forced=orders.forced, player=orders.player, id=orders.id)


def require_orders(game: Game, seat: int) -> None:
    """Orders are for people in games that go on for days: such as have a clock, or mails.

    Raises:
        UsageError: this is no such seat.
        TurnError: the game has not started, or the player has left it.
    """
    if game.status is not Status.RUNNING or seat in game.table.departed:
        raise TurnError(said("seat {seat} of game {game} has no turns to come", seat=seat, game=game.id))
    holder = game.holder(seat)
    if holder.bot is not None and not holder.held:
        raise UsageError(said("a bot needs no orders"))
    if game.clock is None and not holder.mail:
        raise UsageError(said("standing orders are for games with a clock, or by mail"))


def give_orders(
    referee: Referee,
    game: Game,
    seat: int,
    orders: Orders | None,
    *,
    forced: bool | None = None,
    cancel: bool = False,
) -> Orders | None:
    """Keep new orders of a seat, beginning with the next turn.

    Args:
        orders: None leaves those that stand.
        forced: whether turns with one legal move are played; None leaves it as it is.
        cancel: forget the orders that stand.

    Returns:
        what stands now.
    """
    require_orders(game, seat)
    kept = Orders() if cancel else standing_orders(referee.store, game, seat) or Orders()
    if orders is not None:
        kept = msgspec.structs.replace(orders, since=game.seq, forced=kept.forced)
    if forced is not None:
        kept = msgspec.structs.replace(kept, forced=forced)
    kept = msgspec.structs.replace(kept, player=game.holder(seat).player, id=new_id())
    standing = kept if kept.preferences or kept.forced else None
    written = msgspec.json.encode(standing) if standing is not None else b""
    referee.store.keep(game.id, {orders_field(seat): written})
    return standing
