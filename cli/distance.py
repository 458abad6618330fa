"""Playing at a distance: with a key, through an inbox, on a server that shows only what is public.

Such a user may read logs and heads, add to their own inbox and read their own answers (docs/signing.md). The
dice in hand come with an answer, since nobody without the seed can know them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from mensch.cli import texts
from mensch.cli.documents import Document, game_document, print_json
from mensch.cli.language import WORDS
from mensch.cli.moves import written_moves
from mensch.cli.opening import shown_names
from mensch.cli.receipts import Receipts
from mensch.cli.screen import dice_text, heading, numbered, seen_by, show_lines, surroundings, table
from mensch.cli.sign import meant_by, seat_of_key
from mensch.core.dice import hand_code
from mensch.core.errors import CorruptLogError, ServerError, error_of
from mensch.core.moves import Move
from mensch.core.said import said
from mensch.events.game import Game, fold, initial
from mensch.events.ids import LENGTH, prefix_of
from mensch.events.inbox import Answer, send, wait_for_answer
from mensch.events.loading import entries, find_game
from mensch.events.redis import keys
from mensch.events.redis.store import RedisStore
from mensch.events.referee import SEED
from mensch.events.server.connection import address_of, connect, server_errors
from mensch.events.server.meta import meta_from
from mensch.events.signing import SHOW, sign
from mensch.events.store import UnknownOutcomeError
from mensch.events.words.sentence import told

if TYPE_CHECKING:
    from redis import Redis

PATIENCE = 20.0
"""Seconds to wait for an answer."""


class Seat(msgspec.Struct, frozen=True):
    """A player at a distance and what they see.

    Attributes:
        client: a connection with inbox rights.
        private: the private key.
        game: as everybody may see it.
        number: the seat whose key it is.
    """

    client: Redis
    private: bytes
    game: Game
    number: int

    @property
    def player(self) -> str:
        """The player's id, which names inbox and answers."""
        return self.game.holder(self.number).player


def inbox_client(*, chosen: bool) -> Redis | None:
    """A connection of a user who may act only through an inbox; None for one who may do everything.

    Args:
        chosen: use the inbox whatever this user may do.

    Raises:
        ServerError: the server is missing.
    """
    from redis.exceptions import NoPermissionError, RedisError

    client = connect()
    if chosen:
        return client
    commands: Any = client  # Any: redis-py's commands are typed as sync or async in one
    nobody = "0" * LENGTH
    try:
        commands.hget(keys.shard_of(nobody, 1).secret(nobody), SEED)
    except NoPermissionError:
        return client
    except RedisError:
        pass  # whatever it is, the way of the operator will say it
    client.close()
    return None


def take_seat(client: Redis, typed: str, private: bytes) -> tuple[Seat, RedisStore]:
    """Find the game that a player means and their seat in it, and read what is public.

    Raises:
        NotFoundError: there is no such game.
        mensch.core.errors.UsageError: the key is none of that game.
        ServerError: the server is missing, or allows even less.
    """
    commands: Any = client  # Any: as above
    with server_errors(client):
        schema, shards = commands.hmget(keys.META, ["schema", "shards"])
    if schema is None:
        raise ServerError(said("there are no games at {address}", address=address_of(client)))
    store = RedisStore(client, meta_from(schema, shards, address_of(client)).shards)
    prefix = prefix_of(typed) or ""
    # The list of games may be hidden from this user, and a whole id needs no list.
    game_id = prefix if len(prefix) == LENGTH else find_game(store, typed)
    game = fold(initial(game_id), entries(store, game_id))
    return Seat(client, private, game, seat_of_key(game, private)), store


def command_at(seat: Seat, move: str, seconds: float = PATIENCE) -> Answer:
    """Sign something, put it into the inbox, and wait for the answer.

    Args:
        move: as in `mensch.events.signing.SignedLine`.

    Raises:
        UnknownOutcomeError: nobody has answered.
        MenschError: of the kind that the referee's error has: the line does not count.
    """
    line = sign(
        seat.private,
        game=seat.game.id,
        seat=seat.number,
        seq=seat.game.seq,
        head=seat.game.head,
        move=move,
    )
    entry = send(seat.client, seat.player, line.text)
    answer = wait_for_answer(seat.client, seat.player, entry, seconds)
    if answer is None:
        raise UnknownOutcomeError(
            said(
                "nobody has answered within {seconds:g} s: the line waits in your inbox until the referee "
                "takes it up, so look at the game before you sign another",
                seconds=seconds,
            )
        )
    if answer.error is not None:
        raise error_of(answer.code, told(answer.sentence, answer.error, WORDS))
    return answer


def play_at_distance(
    client: Redis, typed: str, move: str, private: bytes, receipts: Receipts, *, as_json: bool
) -> None:
    """`mensch play` through an inbox."""
    seat, store = take_seat(client, typed, private)
    answer = command_at(seat, meant_by(move, seat.game, seat.number))
    receipts.take_answered(answer.receipt, seat.game.id, answer.seq or 0, answer.hash or "")
    if as_json:
        accepted: Document = {
            "dice": answer.dice,
            "game": answer.game,
            "hash": answer.hash,
            "seat": seat.number,
            "seq": answer.seq,
        }
        print_json(receipts.with_latest(accepted))
    else:
        click.echo(texts.ACCEPTED.format(seq=answer.seq, hash=answer.hash))
        if answer.dice:
            name = _names(store, seat.game)[seat.number]
            click.echo(texts.YOUR_DICE.format(name=name, dice=dice_text(answer.dice)))
    receipts.finish(as_json=as_json)


def show_at_distance(client: Redis, typed: str, private: bytes, *, as_json: bool) -> None:
    """`mensch show` through an inbox: the public table, the dice of the player's own hand, and what they may
    play."""
    seat, store = take_seat(client, typed, private)
    answer = command_at(seat, SHOW)
    names = _names(store, seat.game)
    game = _as_answered(store, seat.game.id, answer)
    view = game.table.view(None) if game.position else None
    to_move = view is not None and view.turn == seat.number and len(answer.dice) == 2
    moves: list[Move] = view.moves_with(hand_code(answer.dice)) if view is not None and to_move else []
    written = written_moves(view, moves, list(names)) if view is not None else []
    if as_json:
        own: Document = {"dice": answer.dice, "moves": [move.text for move in moves], "seat": seat.number}
        print_json({**game_document(game, names, view), "own": own})
        return
    lines = heading(game, seen_by(names[seat.number]))
    if view is not None:
        lines += [*table(view, names), *surroundings(view)]
    show_lines(lines)
    click.echo(texts.YOUR_DICE.format(name=names[seat.number], dice=dice_text(answer.dice) or texts.NONE))
    if moves:
        show_lines(numbered(moves, written))
    elif view is not None:
        click.echo(texts.TURN.format(name=names[view.turn]))


def _as_answered(store: RedisStore, game_id: str, answer: Answer) -> Game:
    """The game at the record that the referee has seen.

    Raises:
        CorruptLogError: the log that is shown here has another record there.
    """
    game = fold(initial(game_id), entries(store, game_id)[: answer.seq])
    if game.head != answer.hash:
        raise CorruptLogError(
            said(
                "the referee of game {game} has another record {seq} than the log that you are shown",
                game=game_id,
                seq=answer.seq,
            )
        )
    return game


def _names(store: RedisStore, game: Game) -> Sequence[str]:
    """The players' names, or their seats where the names are hidden from this user."""
    try:
        return shown_names(store, game)
    except ServerError:
        return [f"seat {seat}" for seat in range(len(game.seats))]
