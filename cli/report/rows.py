"""The rows of a game, each from its first figure to its last."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from mensch.core.moves import Kind
from mensch.events.story import Scene


class Row(msgspec.Struct, frozen=True):
    """A row from its first figure to its last.

    Attributes:
        seat: whose row.
        slot: 0 to 2 for A, B, C.
        first: the record with which it was started, or with which a fork began.
        last: the record after which it was gone; None while it stands.
        longest: how many figures it had at most, the 40 among them.
        lost: how many of them other players have stolen.
        points: what it scored; 0 where it was not completed.
    """

    seat: int
    slot: int
    first: int
    last: int | None
    longest: int
    lost: int = 0
    points: int = 0


def victim(scene: Scene) -> int | None:
    """The seat from which a record's move has stolen; None where nothing was."""
    if scene.played is None or scene.played.effect.source is None:
        return None
    robbed = scene.played.effect.source.seat
    return None if robbed == scene.played.seat else robbed


def rows_of(told: Iterable[Scene]) -> list[Row]:
    """All rows, in the order in which they were started.

    Args:
        told: the records of a game from its first one.
    """
    rows: list[Row] = []
    standing: dict[tuple[int, int], int] = {}  # by seat and slot, the row's place in the list
    length: dict[tuple[int, int], int] = {}  # how many figures lay there after the record before
    for scene in told:
        position, played = scene.game.position, scene.played
        if position is None:
            continue
        if played is not None and played.effect.source is not None and victim(scene) is not None:
            robbed = standing[played.effect.source.seat, played.effect.source.slot]
            rows[robbed] = msgspec.structs.replace(rows[robbed], lost=rows[robbed].lost + 1)
        if played is not None and played.slot is not None and played.effect.points:
            place = played.seat, played.slot
            done = rows[standing[place]]
            rows[standing[place]] = msgspec.structs.replace(
                done, points=played.effect.points, longest=max(done.longest, length[place] + 1)
            )
        for seat in range(position.rules.seats):
            for slot, row in enumerate(position.rows(seat)):
                _follow(rows, standing, scene, (seat, slot), len(row))
                length[seat, slot] = len(row)
    return rows


def _follow(
    rows: list[Row],
    standing: dict[tuple[int, int], int],
    scene: Scene,
    place: tuple[int, int],
    figures: int,
) -> None:
    """End, begin or lengthen the row of a place, as it lies after a record."""
    played = scene.played
    started = (
        played is not None and played.move.kind is Kind.START and (played.seat, played.slot) == place
    )  # in a free slot (rules.md, "A turn"), so nothing can stand there any more
    if place in standing and (started or not figures):
        index = standing.pop(place)
        rows[index] = msgspec.structs.replace(rows[index], last=scene.entry.seq)
    if figures and place not in standing:
        standing[place] = len(rows)
        rows.append(Row(*place, first=scene.entry.seq, last=None, longest=figures))
    elif figures:
        index = standing[place]
        rows[index] = msgspec.structs.replace(rows[index], longest=max(rows[index].longest, figures))
