"""`mensch sign`: sign a move in one line, to be sent in a mail or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from mensch.cli import texts
from mensch.cli.documents import print_json
from mensch.cli.keygen import default_key_file
from mensch.cli.opening import open_store
from mensch.cli.sources import lines_of
from mensch.core.dice import JOIN, PIPS
from mensch.core.errors import (
    AmbiguousMoveError,
    GameOverError,
    IllegalMoveError,
    ImpossibleMoveError,
    NotFoundError,
    TurnError,
    UsageError,
)
from mensch.core.moves import MOVES, Move
from mensch.core.notation import SHAPES
from mensch.core.quoting import printable
from mensch.core.said import any_of, said
from mensch.events import ed25519
from mensch.events.archive import sort_lines
from mensch.events.bodies import Hex32, Id, Seq
from mensch.events.game import Game, Status, fold, initial
from mensch.events.ids import prefix_of
from mensch.events.keyfile import read_private_key
from mensch.events.loading import entries, find_game
from mensch.events.receipts import read_receipts
from mensch.events.record import decode, verify
from mensch.events.signing import is_signable, sign

_RECEIPT = "mensch-receipt"


class _Seen(msgspec.Struct, frozen=True):
    """What a player has seen of a game last.

    Attributes:
        seq: the record.
        hash: its hash.
        game: the game as everybody may see it; None where only a receipt is at hand.
    """

    id: str
    seq: int
    hash: str
    game: Game | None


class _Receipt(msgspec.Struct, frozen=True):
    """As much of any receipt, or other JSON object about a game, as is needed here."""

    game: Id
    seq: Seq
    hash: Hex32


@click.command()
@click.argument("game")
@click.argument("move")
@click.option("key_file", "--key", metavar="FILE", type=click.Path(path_type=Path), help=texts.KEY_FILE)
@click.option("source", "--from", metavar="FILE", help=texts.SIGN_FROM)
@click.option("seat", "--as", metavar="SEAT", type=click.IntRange(0, 3), help=texts.SIGN_AS)
@click.option("as_json", "--json", is_flag=True, help=texts.JSON)
def command(
    game: str, move: str, key_file: Path | None, source: str | None, seat: int | None, as_json: bool
) -> None:
    """The line says that you play this after all that has happened so far, and whoever has it can prove that.

    MOVE is B+5, N4, N3+4 or P5; or resign, or key=… with a new public key."""
    private = read_private_key(key_file or default_key_file())
    seen = _seen_in_file(game, lines_of(source)) if source is not None else _seen_in_store(game)
    if seen.game is not None:
        found = seat_of_key(seen.game, private)
        if seat not in (None, found):
            raise UsageError(
                said(
                    "your key is that of seat {found} of game {game}, not of seat {seat}",
                    found=found,
                    game=seen.id,
                    seat=seat,
                )
            )
        seat = found
    if seat is None:
        raise UsageError(said("a receipt does not tell which seat is yours: say it with --as"))
    meant = meant_by(move, seen.game, seat)
    line = sign(private, game=seen.id, seat=seat, seq=seen.seq, head=seen.hash, move=meant)
    if as_json:
        print_json({"game": seen.id, "line": line.text, "move": meant, "seat": seat, "seq": seen.seq})
    else:
        click.echo(line.text)


def seat_of_key(game: Game, private: bytes) -> int:
    """The seat that a key is registered for.

    Raises:
        UsageError: there is none.
    """
    public = ed25519.public_key(private)
    for seat, holder in enumerate(game.seats):
        if holder is not None and holder.key == public:
            return seat
    raise UsageError(said("no seat of game {game} has the key {key}…", game=game.id, key=public[:16]))


def meant_by(typed: str, game: Game | None, seat: int) -> str:
    """What a player means, as it stands in a signed line: as far as that can be told without their dice.

    Args:
        typed: a move in any case and order of dice, or what else can be signed.
        game: as everybody may see it; None where nothing is known of it.

    Raises:
        mensch.core.errors.MoveError: it is no move, none that any dice would allow, or leaves a choice of
            rows.
        TurnError: it is another seat's turn, or nobody's yet.
        GameOverError: the game is over.
    """
    if game is not None and game.over:
        raise GameOverError(said("game {game} is {status}", game=game.id, status=game.status.called))
    word = typed.strip().lower()
    if is_signable(word):
        return word
    move = _read(typed)
    if game is None:
        return move.text
    if game.status is not Status.RUNNING:
        raise TurnError(said("game {game} has not started", game=game.id))
    if game.table.turn != seat:
        raise TurnError(
            said("it is not the turn of seat {seat}, but of seat {turn}", seat=seat, turn=game.table.turn)
        )
    allowed = _with_any_dice(game, move.dice)
    if move.text in allowed:
        return move.text
    choices = [text for text in allowed if text.startswith(f"{move.text}@")]
    if choices:
        raise AmbiguousMoveError(
            said("“{move}” leaves a choice of rows: {choices}", move=move, choices=any_of(choices))
        )
    raise IllegalMoveError(said("“{move}” is not legal here, whatever your dice are", move=move))


def _read(typed: str) -> Move:
    text = "".join(typed.split()).upper()
    move = MOVES.get(text)
    if move is None and text.startswith("N"):
        move = MOVES.get("N" + "+".join(sorted(text[1:].split("+"))))
    if move is None:
        raise ImpossibleMoveError(
            said("“{typed}” is no move that can be signed: {shapes}", typed=printable(typed), shapes=SHAPES)
        )
    return move


def _with_any_dice(game: Game, dice: Sequence[int]) -> list[str]:
    """The moves that some hand with these dice would allow."""
    view = game.table.view(None)
    first = dice[0]
    seconds = dice[1:] or PIPS
    return list(dict.fromkeys(move.text for other in seconds for move in view.moves_with(JOIN[first][other])))


def _seen_in_store(typed: str) -> _Seen:
    store = open_store()
    game_id = find_game(store, typed)
    game = fold(initial(game_id), entries(store, game_id))
    return _Seen(game_id, game.seq, game.head, game)


def _seen_in_file(typed: str, lines: list[bytes]) -> _Seen:
    """From an exported game, what `mensch log` prints, or a receipt; of several receipts the last.

    Raises:
        UsageError: it is none of these, or another game's.
        mensch.core.errors.LogError: the log in it cannot be used.
    """
    first = lines[0] if lines else b""
    receipt = _receipt(lines)
    if receipt is not None:
        seen = _Seen(receipt.game, receipt.seq, receipt.hash, None)
    elif first.startswith(b'{"a'):  # a record, or the header of an export
        records = sort_lines(lines).records
        if not records:
            raise UsageError(said("this export has no records"))
        game_id = decode(records[0]).game
        game = fold(initial(game_id), verify(records, game=game_id))
        seen = _Seen(game_id, game.seq, game.head, game)
    else:
        raise UsageError(said("this file is no exported game, no log and no receipt"))
    prefix = prefix_of(typed)
    if prefix is None or not seen.id.startswith(prefix):
        raise NotFoundError(
            said("the file is about game {game}, not about {typed}", game=seen.id, typed=printable(typed))
        )
    return seen


def _receipt(lines: list[bytes]) -> _Receipt | None:
    text = b"".join(lines).decode(errors="replace")
    if _RECEIPT in text and not text.lstrip().startswith("{"):  # also in the middle of a mail
        last = read_receipts(text)[-1]
        return _Receipt(last.game, last.seq, last.hash)
    try:
        return msgspec.json.decode(lines[-1], type=_Receipt) if lines else None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
