"""What the seats drew, beside what could be expected: of a game whose deck is public.

Each draw is compared with the average of the pile that it came from, which follows from the dice that lie
elsewhere. So what is summed up here is zero on average, whoever plays how.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mensch.core.bots.network import network
from mensch.core.dice import CARDS, HAND_SIZE
from mensch.core.luck import FIRST_HAND, Draw, luck
from mensch.core.match import JUDGE
from mensch.core.moves import Move
from mensch.core.position import Position
from mensch.events.game import Game
from mensch.events.record import Entry
from mensch.events.story import Scene, scenes

_Pool = tuple[int, ...]  # dice by pips, index 0 unused


class Drawn(msgspec.Struct, frozen=True):
    """The dice that a seat drew with one record.

    Attributes:
        seq: the record.
        seat: who drew.
        dice: how many, 1 or 2.
        pips: their pips together.
        expected: what so many dice of that pile have on average.
        variance: of the same, in square pips.
    """

    seq: int
    seat: int
    dice: int
    pips: int
    expected: float
    variance: float


class Worth(msgspec.Struct, frozen=True):
    """What a hand was worth above those that could have been drawn instead (`mensch.core.luck`).

    Attributes:
        seq: the record of the move that was made with it.
        seat: whose hand.
        gain: a difference of chances to win.
    """

    seq: int
    seat: int
    gain: float


def draws(start: Game, log: Sequence[Entry]) -> list[Drawn]:
    """Every draw of a game, in order.

    Args:
        start: the game before its first record, with its seed.
        log: all records.
    """
    return [drawn for before, scene in _turns(start, log) for drawn in _drawn(before, scene)]


def worths(start: Game, log: Sequence[Entry]) -> list[Worth]:
    """What each hand that was played was worth; takes a millisecond a move.

    Args:
        start: the game before its first record, with its seed.
        log: all records.
    """
    found: list[Worth] = []
    how: dict[int, Draw] = {}
    for before, scene in _turns(start, log):
        if before is None or scene.played is None:
            continue
        seat = scene.played.seat
        judge = network(JUDGE, before.rules.seats)
        found.append(Worth(scene.entry.seq, seat, luck(before, how.get(seat, FIRST_HAND), judge)))
        kept = _kept(before.hand(seat), scene.played.move)
        how[seat] = Draw(kept[0] if kept else 0, before.reshuffles)
    return found


def _turns(start: Game, log: Sequence[Entry]) -> Iterator[tuple[Position | None, Scene]]:
    """Every record with the position before it."""
    before: Position | None = None
    for scene in scenes(start, log):
        yield before, scene
        before = scene.game.position.copy() if scene.game.position is not None else None


def _drawn(before: Position | None, scene: Scene) -> Iterator[Drawn]:
    after = scene.game.position
    if after is None:
        return
    seq = scene.entry.seq
    if before is None:  # the deal
        pool = tuple(number - gone for number, gone in zip(CARDS, after.discards, strict=True))
        for seat in range(after.rules.seats):
            yield _compared(seq, seat, after.hand(seat), [(pool, HAND_SIZE)])
    elif scene.played is not None:
        seat, move = scene.played.seat, scene.played.move
        new = list(after.hand(seat))
        for die in _kept(before.hand(seat), move):
            new.remove(die)
        if new:
            yield _compared(seq, seat, new, _piles(before, move, len(new)))


def _kept(hand: Sequence[int], move: Move) -> list[int]:
    kept = list(hand)
    for die in move.dice:
        kept.remove(die)
    return kept


def _piles(before: Position, move: Move, count: int) -> list[tuple[_Pool, int]]:
    """The piles that so many dice are drawn from, with how many come from each."""
    held = [die for seat in range(before.rules.seats) for die in before.hand(seat)]
    left = tuple(
        number - before.discards[pips] - held.count(pips) if pips else 0 for pips, number in enumerate(CARDS)
    )
    first = min(count, before.pile_size)
    again = tuple(number + move.dice.count(pips) for pips, number in enumerate(before.discards))
    return [(pool, number) for pool, number in ((left, first), (again, count - first)) if number]


def _compared(seq: int, seat: int, dice: Sequence[int], piles: Sequence[tuple[_Pool, int]]) -> Drawn:
    expected = variance = 0.0
    for pool, count in piles:
        size = sum(pool)
        mean = sum(pips * number for pips, number in enumerate(pool)) / size
        scatter = sum(number * (pips - mean) ** 2 for pips, number in enumerate(pool)) / size
        expected += count * mean
        if size > 1:  # drawn without putting back
            variance += count * scatter * (size - count) / (size - 1)
    return Drawn(seq, seat, len(dice), sum(dice), expected, variance)
