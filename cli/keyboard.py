"""A game at one keyboard, in plain lines: whoever is to move is asked, and sees only their own dice."""

from __future__ import annotations

import sys

import click

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.language import WORDS
from mensch.cli.moves import written_moves
from mensch.cli.opening import shown_names
from mensch.cli.receipts import Receipts
from mensch.cli.replay import Replay
from mensch.cli.screen import dice_text, numbered, show_lines, surroundings, table
from mensch.cli.story import mark_in
from mensch.core.errors import MoveError
from mensch.core.moves import Move
from mensch.core.notation import read_choice
from mensch.core.view import SeatView
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.referee import Referee

QUIT = ("q", "quit", "exit")
HELP = ("?", "h", "help", "hilfe")

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and, other than `click.clear`, what was scrolled away, where dice may still stand."""


def tell_since(referee: Referee, game: Game, seq: int, seat: int | None, *, asked_next: bool = False) -> None:
    """What has happened since a record, and the table now as a seat, or with None everybody, sees it.

    Args:
        asked_next: whether that seat is asked right away, with the table before its eyes.
    """
    replay = Replay(referee.store, game.id)
    mark = None
    for scene in replay.scenes(seq + 1):
        show_lines(replay.told(scene))
        mark = mark_in(scene)
    names = shown_names(referee.store, game)
    if game.over:
        shown = game.table.view(seat) if game.revealed is None else game.table.revealed()
        show_lines([*table(shown, names, mark, over=True), *replay.result()])
        click.echo(texts.OVER.format(game=game.id))
    elif not asked_next:
        show_lines(table(game.table.view(seat), names, mark))
        click.echo(texts.TURN.format(name=names[game.table.turn]))


def ask_in_turn(referee: Referee, game: Game, names: list[str], only: int | None, receipts: Receipts) -> None:
    """Ask whoever is to move, until the game is over or they stop.

    Args:
        only: stop when it is another one's turn.
    """
    shown_to: int | None = None
    people = [seat for seat in range(len(names)) if game.holder(seat).bot is None]
    shared = len(people) > 1
    while not game.over:
        seat = game.table.turn
        if only is not None and seat != only:
            click.echo(texts.TURN.format(name=names[seat]))
            return
        if shared and shown_to not in (None, seat) and not _hand_over(names[seat]):
            break
        shown_to = seat
        view = game.table.view(seat)
        try:
            _show_turn(view, names)
            move = _ask(view, names)
        finally:  # also after Ctrl-C: the next one at this keyboard finds nobody's dice
            if shared and sys.stdout.isatty():
                click.echo(_CLEAR, nl=False)
        if move is None:
            break
        before = game.seq
        game = let_bots_play(referee, referee.play(game, seat, move.text, TABLE))
        receipts.take(game)
        # With several people at one keyboard the next one looks at this too, so nobody's dice are drawn.
        asked_next = not shared and only in (None, game.table.turn)
        tell_since(referee, game, before, None if shared else seat, asked_next=asked_next)
    if not game.over:
        click.echo(texts.STOPPED.format(game=game.id))


def _hand_over(name: str) -> bool:
    """Wait until the next player sits at the keyboard; False when there is no more input."""
    click.echo(texts.PASS_KEYBOARD.format(name=name), nl=False)
    if sys.stdin.readline():
        return True
    click.echo()
    return False


def _show_turn(view: SeatView, names: list[str]) -> None:
    moves = view.legal_moves()
    lines = [*table(view, names), *surroundings(view)]
    show_lines([*lines, *numbered(moves, written_moves(view, moves, names))])


def _ask(view: SeatView, names: list[str]) -> Move | None:
    """The move that the player to move types; None when they stop."""
    while True:
        click.echo(
            f"{texts.ASK_MOVE.format(name=names[view.turn])} [{dice_text(view.hand(view.turn))}]: ", nl=False
        )
        typed = sys.stdin.readline()
        if not typed:
            click.echo()
            return None
        match typed.strip().casefold():
            case "":
                continue
            case word if word in QUIT:
                return None
            case word if word in HELP:
                click.echo(texts.HELP_MOVES)
            case _:
                try:
                    return read_choice(typed, view, names)
                except MoveError as error:
                    click.echo(WORDS.of_error(error))
