"""What is recorded of a golden log, and where it lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any  # what JSON holds

from mensch.core.outcome import places
from mensch.events.game import Game
from mensch.events.loading import public_game
from mensch.events.record import Entry, verify

FOLDER = Path(__file__).parent

EVERY = 25
"""The positions behind every so many records are recorded, beside the last."""


def names() -> list[str]:
    """The names of all golden logs."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def raws(name: str) -> list[bytes]:
    """The exact records of a golden log."""
    return (FOLDER / f"{name}.jsonl").read_bytes().splitlines()


def read(name: str) -> list[Entry]:
    """The verified records of a golden log."""
    log = raws(name)
    game = log[0].partition(b'"game":"')[2][:10].decode()
    return list(verify(log, game=game))


def result(log: list[Entry]) -> dict[str, Any]:
    """What a log folds to, at its end and on the way, with all dice where it reveals them."""
    game = log[0].record.game
    shown = [*range(EVERY, len(log), EVERY), len(log)]
    return {
        "game": game,
        "hashes": {str(seq): log[seq - 1].hash for seq in shown},
        "states": {str(seq): state(public_game(game, log, seq)) for seq in shown},
    }


def state(game: Game) -> dict[str, Any]:
    """All that is public about a game, in plain JSON."""
    found: dict[str, Any] = {
        "status": game.status.value,
        "seats": [
            {"player": holder.player, "bot": holder.bot.level if holder.bot else None} if holder else None
            for holder in game.seats
        ],
        "offers": sorted(game.offers),
        "sealed": game.sealed,
        "revealed": game.revealed is not None,
        "turn_began": game.turn_began,
    }
    keys = [holder.key if holder else None for holder in game.seats]
    if any(keys):
        found["keys"] = keys
        found["rotated_by_operator"] = sorted(game.rotated_by_operator)
    if game.disputes:
        found["disputes"] = sorted(game.disputes)
    if game.paused is not None:
        found["paused"] = game.paused.cause
    for what in ("mail", "held"):
        if any(holder is not None and getattr(holder, what) for holder in game.seats):
            found[what] = [bool(holder and getattr(holder, what)) for holder in game.seats]
    if game.clocks is not None:
        found["clocks"] = {
            "banks": [game.clocks.bank(seat) for seat in range(len(game.seats))],
            "deadline": game.deadline,
            "missed": list(game.clocks.missed),
        }
    position = game.position
    if position is None:
        return found
    seats = range(position.rules.seats)
    won = position.outcome
    return found | {
        "turn": position.turn,
        "rows": [[list(row) for row in position.rows(seat)] for seat in seats],
        "hands": [list(position.hand(seat)) for seat in seats],
        "centre": list(position.centre),
        "scores": list(position.scores),
        "departed": sorted(position.departed),
        "pile": position.pile_size,
        "discards": list(position.discards),
        "reshuffles": position.reshuffles,
        "ending": won.ending.value if won else None,
        "winner": won.winner if won else None,
        "places": list(places(position.scores, won.winner, position.departed)) if won else None,
    }
