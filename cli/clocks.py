"""How much time everybody has left in a game with time control, and when a flag falls."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from mensch.cli import texts
from mensch.cli.language import WORDS
from mensch.cli.screen import filled
from mensch.events.game import Game, Status
from mensch.events.words.times import write_span, write_time


def clock_lines(game: Game, names: Sequence[str], now: int) -> list[Text]:
    """The time of everybody still in; empty for a game without time control, or one that is over.

    Args:
        now: in milliseconds UTC.
    """
    if game.clocks is None or game.status is not Status.RUNNING:
        return []
    left = [
        texts.TIME_OF.format(name=names[seat], left=write_span(game.clocks.left(seat, now), WORDS))
        for seat in range(len(names))
        if seat not in game.table.departed and game.holder(seat).person
    ]
    parts = [Text(f"{part} · ") for part in left[:-1]] + [Text(part) for part in left[-1:]]
    lines = filled(Text(f"{texts.TIME_LEFT}  "), parts)
    if game.paused is not None:
        until = game.paused.until
        paused = texts.PAUSED if until is None else texts.PAUSED_UNTIL.format(time=write_time(until))
        lines.append(Text(paused))
    elif game.deadline is not None:
        lines.append(Text(texts.FLAG_FALLS.format(time=write_time(game.deadline))))
    return lines


def clock_document(game: Game) -> dict[str, object] | None:
    """The time control of a game for programs, as it was at its last record, all in milliseconds; None for a
    game without."""
    if game.clocks is None:
        return None
    return {
        "deadline": game.deadline,
        "held": [holder is not None and holder.held for holder in game.seats],
        "left": [game.clocks.left(seat, game.at) for seat in range(len(game.seats))],
        "missed": game.clocks.missed,
        "paused": game.paused is not None and not game.over,
        "terms": game.clocks.terms,
    }
