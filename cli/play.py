"""`mensch play`: play a move, or a whole game at one keyboard."""

from __future__ import annotations

from pathlib import Path

import click

from mensch.cli import texts
from mensch.cli.bots_turn import let_bots_play
from mensch.cli.distance import inbox_client, play_at_distance
from mensch.cli.documents import game_document, print_json
from mensch.cli.keyboard import ask_in_turn, tell_since
from mensch.cli.moves import view_to_move
from mensch.cli.opening import checked_message, load, open_referee, seat_of
from mensch.cli.receipts import Receipts, receipt_option
from mensch.cli.replay import Replay
from mensch.cli.screen import show_lines
from mensch.cli.sign import meant_by, seat_of_key
from mensch.cli.terminal.stage import Stage, is_stage
from mensch.core.errors import TurnError, UsageError
from mensch.core.notation import read_choice
from mensch.core.said import said
from mensch.events.cause import TABLE
from mensch.events.disputes import require_no_dispute
from mensch.events.game import Game
from mensch.events.keyfile import read_private_key
from mensch.events.referee import Referee
from mensch.events.signing import VERSION, is_signable, read_line, sign
from mensch.events.submission import take_line


@click.command()
@click.argument("game")
@click.argument("move", required=False)
@click.option("--say", help=texts.SAY)
@click.option("who", "--as", metavar="SEAT", help=texts.WHO_PLAYS)
@click.option("key_file", "--key", metavar="FILE", type=click.Path(path_type=Path), help=texts.SIGN_WITH)
@click.option("through_inbox", "--inbox", is_flag=True, help=texts.INBOX)
@click.option("--plain", is_flag=True, help=texts.PLAIN)
@receipt_option
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str,
    move: str | None,
    say: str | None,
    who: str | None,
    key_file: Path | None,
    through_inbox: bool,
    plain: bool,
    receipt_file: Path | None,
    as_json: bool,
) -> None:
    """Without MOVE it asks, turn by turn, until the game is over or you stop; each player sees only their own
    dice. Bots play at once.

    A move is B+5 (extend row B with a 5), N4 or N3+4 (start a row), P5 (pass), or its number in the list of
    `mensch moves`. A line of `mensch sign` is one too."""
    if move is None and (as_json or say is not None):
        raise UsageError(said("--json and --say go with a move"))
    if say is not None:
        checked_message(say)
    line_is_typed = move is not None and move.split()[:1] == [VERSION]
    if through_inbox and key_file is None:
        raise UsageError(said("--inbox goes with --key"))
    if key_file is not None and (move is None or line_is_typed):
        raise UsageError(said("--key goes with a move that is to be signed"))
    if who is not None and (key_file is not None or line_is_typed):
        raise UsageError(said("--as goes with a move that nobody signs: the key says whose a signed one is"))
    private = read_private_key(key_file) if key_file is not None else None
    if private is not None and move is not None:
        client = inbox_client(chosen=through_inbox)
        if client is not None:
            if say is not None:
                raise UsageError(said("--say does not go through an inbox"))
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
        if is_stage(plain=plain):
            _play_on_stage(referee, loaded, seat, receipts)
            return
        caught_up = let_bots_play(referee, loaded)
        if caught_up.seq > loaded.seq:
            tell_since(referee, caught_up, loaded.seq, None)
        ask_in_turn(referee, caught_up, names, seat, receipts)
        receipts.finish(as_json=False)
        return
    if seat is not None and seat != view.turn:
        raise TurnError(said("it is not {name}'s turn but {turn}'s", name=names[seat], turn=names[view.turn]))
    if not loaded.holder(view.turn).person:  # whoever a bot only holds a seat for is back with this move
        raise TurnError(
            said(
                "it is the turn of the bot {turn}; mensch play {game} lets it move",
                turn=names[view.turn],
                game=loaded.id,
            )
        )
    played = referee.play(loaded, view.turn, read_choice(move, view, names).text, TABLE, say=say)
    after = let_bots_play(referee, played)
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(game_document(after, names, after.table.view(view.turn))))
    else:
        tell_since(referee, after, loaded.seq, view.turn)
    receipts.finish(as_json=as_json)


def _play_on_stage(referee: Referee, game: Game, seat: int | None, receipts: Receipts) -> None:
    """Play on the full screen; afterwards a line says how to go on."""
    from mensch.cli.terminal.playing import Table

    with Stage() as stage:
        after = Table(referee, game, seat, receipts).play(stage)
    if after.over:
        show_lines(Replay(referee.store, after.id).result())
    click.echo((texts.OVER if after.over else texts.STOPPED).format(game=after.id))
    receipts.finish(as_json=False)


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
            move = read_choice(move, view_to_move(loaded), names).text
        word = meant_by(move, loaded, seat)
        head = loaded.head
        move = sign(private, game=loaded.id, seat=seat, seq=loaded.seq, head=head, move=word).text
    elif (line := read_line(move)).game != loaded.id:
        raise UsageError(
            said("the signed line is for game {signed}, not for {game}", signed=line.game, game=loaded.id)
        )
    take_line(referee, move, say=say)
    after = let_bots_play(referee, referee.load(loaded.id))
    receipts.take(after)
    if as_json:
        print_json(receipts.with_latest(game_document(after, names, after.table.view(seat))))
    else:
        tell_since(referee, after, loaded.seq, seat)
    receipts.finish(as_json=as_json)
