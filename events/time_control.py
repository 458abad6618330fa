"""Time control: how much time each seat has left, and when the flag of the seat to move falls.

The terms are those of correspondence play: a bank that a turn uses up, an increment that every move adds, a
cap on what a bank can hold, and grace, for which a flag waits after the bank is empty. All that counts is the
times of records, so everybody who has the log counts the same. Frozen values; `mensch.events.game` holds them
as `Game.clocks`, and None for a game without time control.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from mensch.events import bodies
from mensch.events.bodies import Body, Bot, Clock

Value = TypeVar("Value")

Interval = tuple[int, int]
"""From when until when, in milliseconds UTC; the end lies outside."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """The time of one seat in its latest turn; before its first one, nothing used.

    Attributes:
        bank: milliseconds in the bank when the turn began.
        since: when its clock was started last, in milliseconds UTC.
        used: milliseconds that had counted before that, or until it was stopped, less what was given back.
        stopped: when its clock was stopped last; None while it runs.
        away: absences during which it stands, ascending: those announced before the turn began.
        done: whether the turn has ended with a move or with the seat being held, which earns the increment.
    """

    bank: int
    since: int = 0
    used: int = 0
    stopped: int | None = 0
    away: tuple[Interval, ...] = ()
    done: bool = False

    def counted(self, since: int, until: int) -> int:
        """Milliseconds of an interval that count since the clock was started last."""
        since = max(since, self.since)
        until = until if self.stopped is None else min(until, self.stopped)
        if until <= since:
            return 0
        return until - since - sum(_overlap((since, until), absence) for absence in self.away)

    def used_at(self, now: int) -> int:
        """Milliseconds used up at a time; a clock that was put back takes nothing back."""
        return self.used + (self.counted(self.since, now) if self.stopped is None else 0)

    def when(self, used: int) -> int | None:
        """When so many milliseconds are used up, in milliseconds UTC; None while the clock stands."""
        if self.stopped is not None:
            return None
        at = self.since
        left = used - self.used
        for since, until in self.away:
            if until <= at:
                continue
            if left <= max(0, since - at):
                break
            left -= max(0, since - at)
            at = until
        return at + max(0, left)


class Clocks(msgspec.Struct, frozen=True, gc=False):
    """The clocks of a game at some record.

    Attributes:
        terms: the time control, as the game was created with it.
        turns: the latest turn of each seat.
        seat: whose turn it is, if a person's; its clock may stand.
        absences: the announced ones of each seat, ascending.
        missed: how many turns in a row each seat has missed.
        returned: until when downtime was given back to each seat, in milliseconds UTC.
        fallen: whether the flag of this turn has fallen.
    """

    terms: Clock
    turns: tuple[Turn, ...]
    absences: tuple[tuple[Interval, ...], ...]
    missed: tuple[int, ...]
    returned: tuple[int, ...]
    seat: int | None = None
    fallen: bool = False

    def bank(self, seat: int) -> int:
        """Milliseconds in the bank of a seat, after its latest turn or when its clock was stopped or started
        last.
        """
        turn = self.turns[seat]
        left = max(0, turn.bank - turn.used)
        return min(self.terms.cap, left + self.terms.increment) if turn.done else left

    def left(self, seat: int, now: int) -> int:
        """Milliseconds that a seat has left at a time, grace not among them."""
        if seat != self.seat:
            return self.bank(seat)
        turn = self.turns[seat]
        return max(0, turn.bank - turn.used_at(now))

    @property
    def running(self) -> Turn | None:
        """The turn whose clock runs."""
        if self.seat is None:
            return None
        turn = self.turns[self.seat]
        return turn if turn.stopped is None else None

    @property
    def allowance(self) -> int:
        """Milliseconds that the turn may take in all, grace among them; 0 where no person is to move."""
        return 0 if self.seat is None else self.turns[self.seat].bank + self.terms.grace

    def reached(self, percent: int) -> int | None:
        """When a share of the allowance is used up, in milliseconds UTC; None where no clock runs."""
        turn = self.running
        return None if turn is None else turn.when(self.allowance * percent // 100)

    @property
    def deadline(self) -> int | None:
        """When the flag falls, in milliseconds UTC; None where no clock runs."""
        return self.reached(100)

    @property
    def holds(self) -> bool:
        """Whether a bot is to hold the seat when its flag falls now."""
        misses = self.terms.misses
        return misses is not None and self.seat is not None and self.missed[self.seat] + 1 >= misses

    @property
    def stand_in(self) -> Bot | None:
        """The bot that makes one move when the flag falls now; None where the seat is held or forfeited."""
        return None if self.holds else self.terms.bot

    def owed(self, since: int, until: int) -> list[tuple[int, int, int, int]]:
        """What is to be given back where the service was down: for each seat whose latest turn lost time and
        that has not got it back, the seat, how much, since when and until when, as `ReturnTime` wants it.

        Args:
            since: when the service went down, in milliseconds UTC.
            until: when it was there again.
        """
        found = []
        for seat, turn in enumerate(self.turns):
            start = max(since, turn.since, self.returned[seat])
            end = until if turn.stopped is None else min(until, turn.stopped)
            if given := turn.counted(start, end):
                found.append((seat, given, start, end))
        return found


def wound(terms: Clock, seats: int) -> Clocks:
    """The clocks of a game that has just been created."""
    nothing: tuple[int, ...] = (0,) * seats
    return Clocks(terms, (Turn(terms.bank),) * seats, ((),) * seats, nothing, nothing)


def after(clocks: Clocks, body: Body, at: int, *, to_move: int | None, stands: bool) -> Clocks:
    """The clocks after one more record.

    Args:
        at: its time.
        to_move: the seat to move afterwards, where a person plays it; None also where the game does not run.
        stands: whether clocks stand afterwards, for a dispute or a pause.
    """
    clocks = _happened(clocks, body, at)
    if clocks.seat is not None and clocks.seat != to_move:
        clocks = _ended(clocks, at, earned=False)  # left the table, or a bot plays there now
    if to_move is None:
        return clocks
    if clocks.seat is None:
        begun = Turn(clocks.bank(to_move), at, stopped=at, away=clocks.absences[to_move])
        clocks = msgspec.structs.replace(_with_turn(clocks, to_move, begun), seat=to_move, fallen=False)
    turn = clocks.turns[to_move]
    if stands and turn.stopped is None:
        return _with_turn(clocks, to_move, _stopped(turn, at))
    if not stands and turn.stopped is not None:
        return _with_turn(clocks, to_move, msgspec.structs.replace(turn, since=at, stopped=None))
    return clocks


def _happened(clocks: Clocks, body: Body, at: int) -> Clocks:
    """What a record does to clocks by itself."""
    match body:
        case bodies.MovePlayed() if clocks.seat is not None:
            missed = clocks.missed if clocks.fallen else _replaced(clocks.missed, clocks.seat, 0)
            return msgspec.structs.replace(_ended(clocks, at, earned=True), missed=missed)
        case bodies.TurnMissed(seat=seat):
            missed = _replaced(clocks.missed, seat, clocks.missed[seat] + 1)
            return msgspec.structs.replace(clocks, missed=missed, fallen=True)
        case bodies.SeatHeld():
            return _ended(clocks, at, earned=True)
        case bodies.SeatReturned(seat=seat):
            return msgspec.structs.replace(clocks, missed=_replaced(clocks.missed, seat, 0))
        case bodies.SeatTakenOver(seat=seat):
            return msgspec.structs.replace(
                _with_turn(clocks, seat, Turn(clocks.terms.bank)),
                seat=None if clocks.seat == seat else clocks.seat,
                absences=_replaced(clocks.absences, seat, ()),
                missed=_replaced(clocks.missed, seat, 0),
            )
        case bodies.TimeReturned(seat=seat, given=given, until=until):
            turn = clocks.turns[seat]
            credited = _with_turn(clocks, seat, msgspec.structs.replace(turn, used=turn.used - given))
            return msgspec.structs.replace(credited, returned=_replaced(clocks.returned, seat, until))
        case bodies.AbsenceAnnounced(seat=seat, since=since, until=until):
            announced = tuple(sorted((*clocks.absences[seat], (since, until))))
            return msgspec.structs.replace(clocks, absences=_replaced(clocks.absences, seat, announced))
    return clocks


def _ended(clocks: Clocks, at: int, *, earned: bool) -> Clocks:
    """The clocks with the turn over."""
    assert clocks.seat is not None
    turn = clocks.turns[clocks.seat]
    if turn.stopped is None:
        turn = _stopped(turn, at)
    turn = msgspec.structs.replace(turn, done=earned)
    return msgspec.structs.replace(_with_turn(clocks, clocks.seat, turn), seat=None)


def _stopped(turn: Turn, at: int) -> Turn:
    return msgspec.structs.replace(turn, used=turn.used_at(at), stopped=at)


def _with_turn(clocks: Clocks, seat: int, turn: Turn) -> Clocks:
    return msgspec.structs.replace(clocks, turns=_replaced(clocks.turns, seat, turn))


def _replaced(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _overlap(one: Interval, other: Interval) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))
