"""What `--json` says: one shape for a table, one for a record, the same wherever they are shown."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec

from mensch.cli.clocks import clock_document
from mensch.cli.waiting import Waiting
from mensch.core.moves import SLOT_NAMES
from mensch.core.view import SeatView
from mensch.events.game import Game
from mensch.events.story import Scene, final_places


def _plain(value: object) -> str:
    """A string of its own kind, such as a `said`, as the English text that it is."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError


_ENCODER = msgspec.json.Encoder(order="sorted", enc_hook=_plain)

Document = dict[str, object]
"""A JSON object."""


def print_json(document: object) -> None:
    """Print one JSON document on a line of its own."""
    sys.stdout.buffer.write(_ENCODER.encode(document) + b"\n")
    sys.stdout.buffer.flush()


def game_document(
    game: Game, names: Sequence[str], view: SeatView | None, waits: Waiting | None = None
) -> Document:
    """A game: who plays, where it stands, and the table as the view shows it; a face-down die is 0.

    Args:
        waits: for whom, where it has not started.
    """
    assert game.rules is not None
    document: Document = {
        "disputes": sorted(game.disputes),
        "game": game.id,
        "hash": game.head,
        "rules": {"name": game.rules.name, "target": game.rules.target, "version": game.rules.version},
        "seats": [_seat_document(game, names, seat, view, waits) for seat in range(len(game.seats))],
        "seq": game.seq,
        "status": game.status.value,
        "turn": None if game.over or view is None or view.outcome else view.turn,
    }
    if view is not None:
        document["centre"] = view.centre
        document["discards"] = view.discards[1:]
        document["pile"] = view.pile_size
    if (time_control := clock_document(game)) is not None:
        document["clock"] = time_control
    if waits is not None:
        document["joining"] = {"bot": waits.bot, "until": waits.until}
    if game.fork is not None:
        document["fork"] = {"dice": game.fork.dice, "parent": game.fork.parent, "seq": game.fork.seq}
        document["open_dice"] = game.open_dice
    if (order := final_places(game)) is not None:
        document["places"] = order
        document["winner"] = order.index(1)
    return document


def public_document(game: Game, names: Sequence[str], waits: Waiting | None = None) -> Document:
    """A game as everybody may see it; see `game_document`."""
    return game_document(game, names, game.position.view(None) if game.position else None, waits)


def _seat_document(
    game: Game, names: Sequence[str], seat: int, view: SeatView | None, waits: Waiting | None
) -> Document:
    holder = game.seats[seat]
    document: Document = {
        "bot": holder.bot.level if holder and holder.bot else None,
        "key": holder.key if holder else None,
        "name": names[seat],
        "player": holder.player if holder else None,
        "seat": seat,
    }
    if waits is not None:
        document["invited"] = seat in waits.invited
    if view is not None:
        document["dice"] = view.hand(seat)
        document["left"] = seat in view.departed
        document["rows"] = dict(zip(SLOT_NAMES, view.rows(seat), strict=True))
        document["score"] = view.scores[seat]
    return document


def scene_document(scene: Scene, names: Sequence[str], view: SeatView | None, said: str | None) -> Document:
    """A record and the table after it."""
    record = scene.entry.record
    document: Document = {
        "at": record.at,
        "body": record.body,
        "by": record.by,
        "hash": scene.entry.hash,
        "type": record.type,
        **game_document(scene.game, names, view),
    }
    if said is not None:
        document["text"] = said
    if scene.played is not None:
        played = scene.played
        source = played.effect.source
        document["played"] = {
            "figure": played.effect.figure,
            "from": None if source is None else {"row": SLOT_NAMES[source.slot], "seat": source.seat},
            "move": played.move.text,
            "points": played.effect.points,
            "reshuffled": played.reshuffled,
            "row": None if played.slot is None else SLOT_NAMES[played.slot],
            "seat": played.seat,
        }
    return document
