"""`mensch moves`: the legal moves of the player to move."""

from __future__ import annotations

import click

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.opening import load, open_store
from mensch.cli.screen import dice_text, numbered, show_lines
from mensch.core.errors import GameOverError, TurnError
from mensch.core.moves import Move
from mensch.core.notation import write_move
from mensch.core.said import said
from mensch.core.view import SeatView
from mensch.events.game import Game
from mensch.events.referee import Referee


@click.command()
@click.argument("game")
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(game: str, as_json: bool) -> None:
    """Tells the dice of that player."""
    loaded, names = load(Referee(open_store()), game)
    view = view_to_move(loaded)
    moves = view.legal_moves()
    written = written_moves(view, moves, names)
    if as_json:
        print_json(
            {
                "dice": view.hand(view.turn),
                "game": loaded.id,
                "moves": [
                    {"move": move.text, "outcome": outcome}
                    for move, outcome in zip(moves, written, strict=True)
                ],
                "name": names[view.turn],
                "seat": view.turn,
                "turn_began": loaded.turn_began,
            }
        )
        return
    click.echo(texts.YOUR_DICE.format(name=names[view.turn], dice=dice_text(view.hand(view.turn))))
    show_lines(numbered(moves, written))


def view_to_move(game: Game) -> SeatView:
    """The table as the player to move sees it.

    Raises:
        GameOverError: nobody is to move any more.
        TurnError: nobody is to move yet.
    """
    if game.over:
        raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))
    if game.position is None:
        raise TurnError(said("game {game} has not started", game=game.id))
    return game.position.view(game.position.turn)


def written_moves(view: SeatView, moves: list[Move], names: list[str]) -> list[str]:
    """Moves with their outcomes."""
    return [write_move(move, view.effect(move), view.turn, names) for move in moves]
