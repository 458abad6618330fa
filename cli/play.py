"""`mensch play`: play a move, or a whole game at one keyboard."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.distance import inbox_client, play_at_distance
from mensch.cli.documents import game_document, print_json
from mensch.cli.moves import view_to_move, written_moves
from mensch.cli.opening import checked_message, load, open_referee, seat_of, shown_names
from mensch.cli.receipts import Receipts, receipt_option
from mensch.cli.replay import Replay
from mensch.cli.screen import dice_text, numbered, show_lines, surroundings, table
from mensch.cli.sign import meant_by, seat_of_key
from mensch.core.errors import MoveError, TurnError, UsageError
from mensch.core.moves import Move
from mensch.core.notation import read_move
from mensch.core.view import SeatView
from mensch.events.cause import TABLE
from mensch.events.disputes import require_no_dispute
from mensch.events.game import Game
from mensch.events.keyfile import read_private_key
from mensch.events.referee import Referee
from mensch.events.signing import VERSION, is_signable, read_line, sign
from mensch.events.submission import take_line

_QUIT = ("q", "quit", "exit")
_HELP = ("?", "h", "help")

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and, other than `click.clear`, what was scrolled away, where dice may still stand."""


@click.command()
@click.argument("game")
@click.argument("move", required=False)
@click.option("--say", help=texts.SAY)
@click.option("who", "--as", metavar="SEAT", help=texts.WHO_PLAYS)
@click.option("key_file", "--key", metavar="FILE", type=click.Path(path_type=Path), help=texts.SIGN_WITH)
@click.option("through_inbox", "--inbox", is_flag=True, help=texts.INBOX)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str,
    move: str | None,
    say: str | None,
    who: str | None,
    key_file: Path | None,
    through_inbox: bool,
    receipt_file: Path | None,
    as_json: bool,
) -> None:
    """Without MOVE it asks, turn by turn, until the game is over or you stop; each player sees only their own
    dice. Bots play at once.

    A move is B+5 (extend row B with a 5), N4 or N3+4 (start a row), P5 (pass), or its number in the list of
    `mensch moves`. A line of `mensch sign` is one too."""
    if move is None and (as_json or say is not None):
        raise UsageError("--json and --say go with a move")
    if say is not None:
        checked_message(say)
    line_is_typed = move is not None and move.split()[:1] == [VERSION]
    if through_inbox and key_file is None:
        raise UsageError("--inbox goes with --key")
    if key_file is not None and (move is None or line_is_typed):
        raise UsageError("--key goes with a move that is to be signed")
    if who is not None and (key_file is not None or line_is_typed):
        raise UsageError("--as goes with a move that nobody signs: the key says whose a signed one is")
    private = read_private_key(key_file) if key_file is not None else None
    if private is not None and move is not None:
        client = inbox_client(chosen=through_inbox)
        if client is not None:
            if say is not None:
                raise UsageError("--say does not go through an inbox")
            receipts = Receipts(receipt_file, distant=True)
            play_at_distance(client, game, move, private, receipts, as_json=as_json)
            return
    receipts = Receipts(receipt_file)
    referee = open_referee()
    loaded, names = load(referee, game)
    if move is not None and (private is not None or line_is_typed):
        _play_signed(referee, loaded, names, move, private, say, receipts, as_json=as_json)
        return
    seat = seat_of(who, names) if who is not None else None
    view = view_to_move(loaded)
    require_no_dispute(loaded)
    if move is None:
        caught_up = let_bots_play(referee, loaded)
        if caught_up.seq > loaded.seq:
            _tell_since(referee, caught_up, loaded.seq, None)
        _keyboard(referee, caught_up, names, seat, receipts)
        receipts.finish(as_json=False)
        return
    if seat is not None and seat != view.turn:
        raise TurnError(f"it is not {names[seat]}'s turn but {names[view.turn]}'s")
    if loaded.holder(view.turn).bot is not None:
        raise TurnError(f"it is the turn of the bot {names[view.turn]}; mensch play {loaded.id} lets it move")
    played = referee.play(loaded, view.turn, chosen(move, view, names).text, TABLE, say=say)
    after = let_bots_play(referee, played)
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(game_document(after, names, after.table.view(view.turn))))
    else:
        _tell_since(referee, after, loaded.seq, view.turn)
    receipts.finish(as_json=as_json)


def _play_signed(
    referee: Referee,
    loaded: Game,
    names: list[str],
    move: str,
    private: bytes | None,
    say: str | None,
    receipts: Receipts,
    *,
    as_json: bool,
) -> None:
    """Take a signed line: one that was typed, or one that is signed here.

    Args:
        private: the private key; None where the move is a line already, which the operator has got by mail.
    """
    seat = None
    if private is not None:
        seat = seat_of_key(loaded, private)
        to_move = loaded.position is not None and not loaded.over and loaded.table.turn == seat
        if to_move and not is_signable(move):
            move = chosen(move, view_to_move(loaded), names).text
        word = meant_by(move, loaded, seat)
        head = loaded.head
        move = sign(private, game=loaded.id, seat=seat, seq=loaded.seq, head=head, move=word).text
    elif (line := read_line(move)).game != loaded.id:
        raise UsageError(f"the signed line is for game {line.game}, not for {loaded.id}")
    take_line(referee, move, say=say)
    after = let_bots_play(referee, referee.load(loaded.id))
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(game_document(after, names, after.table.view(seat))))
    else:
        _tell_since(referee, after, loaded.seq, seat)
    receipts.finish(as_json=as_json)


def chosen(typed: str, view: SeatView, names: list[str]) -> Move:
    """The move that a person means, by its number in the list or as a text.

    Raises:
        MoveError: there is no such move.
    """
    by_number = {str(number): move for number, move in enumerate(view.legal_moves(), 1)}
    return by_number.get(typed.strip()) or read_move(typed, view, names)


def _tell_since(
    referee: Referee, game: Game, seq: int, seat: int | None, *, asked_next: bool = False
) -> None:
    """What has happened since a record, and the table now as a seat, or with None everybody, sees it.

    Args:
        asked_next: whether that seat is asked right away, with the table before its eyes.
    """
    replay = Replay(referee.store, game.id)
    mark = None
    for scene in replay.scenes(seq + 1):
        show_lines(replay.told(scene))
        mark = scene.mark
    names = shown_names(referee.store, game)
    if game.over:
        shown = game.table.view(seat) if game.revealed is None else game.table.revealed()
        show_lines([*table(shown, names, mark, over=True), *replay.result()])
        click.echo(texts.OVER.format(game=game.id))
    elif not asked_next:
        show_lines(table(game.table.view(seat), names, mark))
        click.echo(texts.TURN.format(name=names[game.table.turn]))


def _keyboard(referee: Referee, game: Game, names: list[str], only: int | None, receipts: Receipts) -> None:
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
        _tell_since(referee, game, before, None if shared else seat, asked_next=asked_next)
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
            case word if word in _QUIT:
                return None
            case word if word in _HELP:
                click.echo(texts.HELP_MOVES)
            case _:
                try:
                    return chosen(typed.strip(), view, names)
                except MoveError as error:
                    click.echo(f"{error}")
