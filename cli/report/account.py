"""What a report tells of a game, as values: who robbed whom, which rows, what turned it, luck and time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from mensch.cli.report.luck import Luck, luck_by_seat
from mensch.cli.report.rows import Row, rows_of, victim
from mensch.cli.report.times import spans_by_seat
from mensch.events.game import Game, initial
from mensch.events.record import Entry
from mensch.events.story import Scene, final_places, scenes


class Turning(msgspec.Struct, frozen=True):
    """A record after which somebody else was ahead.

    Attributes:
        seq: the record.
        leaders: the seats with the highest score; several where they are level.
        scores: by seat.
    """

    seq: int
    leaders: tuple[int, ...]
    scores: tuple[int, ...]


class Seat(msgspec.Struct, frozen=True):
    """What a report tells of a player.

    Attributes:
        name: safe to show.
        place: 1 for the winner; None where nobody has won.
        score: the points.
        moves: how many moves were played here.
        stole: how many figures this seat took from others.
        lost: how many others took from it.
        used: milliseconds that all of this seat's turns took.
        longest: milliseconds of the longest of them.
        left: milliseconds that its clock has left at the end; None in a game without time control.
        luck: None while the dice are secret.
    """

    name: str
    place: int | None
    score: int
    moves: int
    stole: int
    lost: int
    used: int
    longest: int
    left: int | None
    luck: Luck | None


class Account(msgspec.Struct, frozen=True):
    """A report of a game as far as it has been played.

    Attributes:
        game: its id.
        status: as `--json` names it everywhere.
        target: the score that ends it.
        records: how many its log has.
        began: the time of its start, in milliseconds UTC.
        ended: the time of its end, or of its last record.
        seats: what is told of each player.
        robberies: how often a seat (first index) has stolen from another (second index).
        rows: all rows, in the order in which they were started.
        turning_points: in order.
    """

    game: str
    status: str
    target: int
    records: int
    began: int
    ended: int
    seats: tuple[Seat, ...]
    robberies: tuple[tuple[int, ...], ...]
    rows: tuple[Row, ...]
    turning_points: tuple[Turning, ...]

    @property
    def longest_rows(self) -> list[Row]:
        """The three rows that had most figures."""
        return sorted(self.rows, key=lambda row: -row.longest)[:3]

    @property
    def costliest_rows(self) -> list[Row]:
        """The three rows that lost most figures to other players, of those that lost any."""
        return [row for row in sorted(self.rows, key=lambda row: -row.lost)[:3] if row.lost]


def account(log: Sequence[Entry], whole: Game, names: Sequence[str]) -> Account:
    """The report of a game that has started.

    Args:
        log: all its records.
        whole: what they fold to without a seed.
        names: the players' names by seat, safe to show.
    """
    assert whole.rules is not None
    seats = range(whole.rules.seats)
    start = initial(whole.id)
    robberies = [[0] * len(seats) for _ in seats]
    for scene in scenes(start, log):
        if (robbed := victim(scene)) is not None and scene.played is not None:
            robberies[scene.played.seat][robbed] += 1
    places = final_places(whole)
    spans = spans_by_seat(scenes(start, log), len(seats))
    luck = luck_by_seat(log, whole) if whole.revealed is not None else None
    ended = whole.ended_at if whole.ended else whole.at
    return Account(
        game=whole.id,
        status=whole.status.value,
        target=whole.rules.target,
        records=len(log),
        began=log[whole.started - 1].record.at,
        ended=ended,
        seats=tuple(
            Seat(
                name=names[seat],
                place=places[seat] if places else None,
                score=whole.table.scores[seat],
                moves=len(spans[seat]),
                stole=sum(robberies[seat]),
                lost=sum(robber[seat] for robber in robberies),
                used=sum(spans[seat]),
                longest=max(spans[seat], default=0),
                left=None if whole.clocks is None else whole.clocks.left(seat, ended),
                luck=luck[seat] if luck else None,
            )
            for seat in seats
        ),
        robberies=tuple(map(tuple, robberies)),
        rows=tuple(rows_of(scenes(start, log))),
        turning_points=tuple(_turning_points(scenes(start, log))),
    )


def _turning_points(told: Iterable[Scene]) -> Iterator[Turning]:
    leaders: tuple[int, ...] = ()
    for scene in told:
        if scene.game.position is None:
            continue
        scores = scene.game.position.scores
        best = max(scores)
        ahead = tuple(seat for seat, score in enumerate(scores) if score == best) if best else ()
        if ahead != leaders:
            leaders = ahead
            yield Turning(scene.entry.seq, ahead, scores)
