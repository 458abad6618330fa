"""The turns of bots."""

from __future__ import annotations

from mensch.core.bots import bot
from mensch.core.deck import bot_key
from mensch.events.cause import Cause
from mensch.events.game import Game, Status
from mensch.events.referee import Referee, derived_command


def bot_to_move(game: Game) -> bool:
    """Whether it is a bot's turn."""
    return game.status is Status.RUNNING and game.holder(game.table.turn).bot is not None


def take_turn(referee: Referee, game: Game) -> Game:
    """Let the bot whose turn it is play one move.

    What it plays follows from the game, the record that its turn began with, and the seed, and so does the
    id of the command: a second run decides the same and changes nothing.

    :param game: folded with its seed, with a bot to move.
    """
    assert game.seed is not None
    seat = game.table.turn
    player = game.holder(seat).bot
    assert player is not None
    key = bot_key(game.seed, game.turn_began, seat)
    move = bot(player.level, player.version)(game.table.view(seat), key)
    cause = Cause("bot", player.level, player.version)
    cmd = derived_command(game.seed, f"turn:{game.id}:{game.turn_began}:{seat}")
    return referee.play(game, seat, move.text, cause, cmd=cmd)


def take_turns(referee: Referee, game: Game) -> Game:
    """Let bots play until a person is to move or the game is over, and open its causes then."""
    while bot_to_move(game):
        game = take_turn(referee, game)
    return referee.publish_reasons(game)
