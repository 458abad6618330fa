"""Standing orders: a move that a player has ordered, or has no choice in, is played when its time comes."""

from __future__ import annotations

from mensch.core.deck import bot_key
from mensch.core.errors import MenschError
from mensch.events.due import ORDER, due
from mensch.events.game import Game, Status
from mensch.events.loading import entries, names_of
from mensch.events.orders import Ordered, ordered, spent, spent_field, standing_orders
from mensch.events.referee import Referee, derived_command


def planned(referee: Referee, game: Game) -> Ordered | None:
    """What the standing orders of the player to move will do in this turn; None where the player is asked.

    Args:
        game: folded with its seed.
    """
    if game.status is not Status.RUNNING or not any(item.kind == ORDER for item in due(game)):
        return None
    seat = game.table.turn
    orders = standing_orders(referee.store, game, seat)
    if orders is None:
        return None
    assert game.seed is not None
    log = entries(referee.store, game.id)[: game.seq]
    randomness = bot_key(game.seed, game.turn_began, seat)
    return ordered(orders, game, log, names_of(referee.store, game), randomness)


def follow(referee: Referee, game: Game, seq: int) -> Game:
    """Play what was ordered for the turn that a due item is about, if it is still that turn.

    The move and what is left of the orders are written together, so that a second run changes nothing.

    Args:
        game: folded with its seed.
        seq: the record of the due item.

    Returns:
        the game afterwards.
    """
    if game.turn_began > seq:
        return game
    move = planned(referee, game)
    if move is None:
        return game
    assert game.seed is not None
    seat = game.table.turn
    cmd = derived_command(game.seed, f"order:{game.id}:{game.turn_began}:{seat}")
    kept = {spent_field(seat): spent(move)}
    try:
        return referee.play(game, seat, move.move.text, move.cause, cmd=cmd, secret=kept)
    except MenschError:
        after = referee.load(game.id)
        if after.turn_began == game.turn_began:
            raise
        return after
