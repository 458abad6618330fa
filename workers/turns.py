"""The turns of bots."""

from __future__ import annotations

import time

from mensch.core.bots import Choose, bot
from mensch.core.deck import bot_key
from mensch.core.errors import MenschError, NewerLogError, UsageError
from mensch.core.moves import Move
from mensch.core.said import said
from mensch.events.bodies import Bot
from mensch.events.cause import Cause
from mensch.events.due import TURN, due
from mensch.events.game import Game
from mensch.events.referee import Referee, derived_command

AT_LEAST = {"master": 1.0}
"""Seconds that a level takes for every move, at the least. How long one that looks ahead thinks depends on
its dice, and the time of a record is public: of the die that is kept it would tell about half of what there
is to know. The levels that are not named are done within the noise of a few milliseconds."""


def bot_to_move(game: Game) -> bool:
    """Whether it is a bot's turn, and nothing has to wait for a ruling."""
    return any(item.kind == TURN for item in due(game))


def take_turn(referee: Referee, game: Game) -> Game:
    """Let the bot whose turn it is play one move.

    What it plays follows from the game, the record that its turn began with, and the seed, and so does the
    id of the command: a second run decides the same and changes nothing. Where the turn has gone meanwhile
    (somebody took it, left, stopped or ended the game), nothing is played.

    Args:
        game: folded with its seed, with a bot to move.

    Returns:
        the game afterwards.

    Raises:
        NewerLogError: this program does not have the bot; a newer one will.
    """
    assert game.seed is not None
    seat = game.table.turn
    player = game.holder(seat).bot
    assert player is not None
    move = choose_move(player, game)
    cause = Cause("bot", player.level, player.version)
    cmd = derived_command(game.seed, f"turn:{game.id}:{game.turn_began}:{seat}")
    try:
        return referee.play(game, seat, move.text, cause, cmd=cmd)
    except MenschError:
        after = referee.load(game.id)
        if bot_to_move(after) and after.turn_began == game.turn_began:
            raise
        return after


def choose_move(player: Bot, game: Game) -> Move:
    """What a bot plays for the seat to move, the bot of that seat or one that stands in. It takes as long as
    `AT_LEAST` says.

    Args:
        game: folded with its seed.

    Raises:
        NewerLogError: this program does not have the bot; a newer one will.
    """
    assert game.seed is not None
    seat = game.table.turn
    choose = _choice_of(player, game)
    until = time.monotonic() + AT_LEAST.get(player.level, 0.0)
    move = choose(game.table.view(seat), bot_key(game.seed, game.turn_began, seat))
    if (left := until - time.monotonic()) > 0:
        time.sleep(left)
    return move


def take_turns(referee: Referee, game: Game) -> Game:
    """Let bots play until a person is to move or the game is over; what may be told then is told."""
    while bot_to_move(game):
        game = take_turn(referee, game)
    return referee.reveal_deck(game)


def _choice_of(player: Bot, game: Game) -> Choose:
    try:
        return bot(player.level, player.version)
    except UsageError as error:
        raise NewerLogError(
            said("game {game} needs a newer version of this program: {error}", game=game.id, error=error)
        ) from None
