"""Time control and pauses: whether flags fell in time, and what came of that.

Written from docs/event-log.md alone, in plain Python that imports nothing of this project.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any  # Any: what JSON holds

from tests.events.verifier_table import require

if TYPE_CHECKING:
    from tests.events.verifier import Log

LONGEST_ABSENCE = 30 * 24 * 3600 * 1000


@dataclass
class Turn:
    """The latest turn of a seat.

    Attributes:
        bank: when it began.
        stretches: from when until when its clock ran, the last one with no end while it runs.
        away: the absences that don't count.
        given: what was given back.
        earns: whether it ended so that the increment is added.
    """

    bank: int
    stretches: list[list[int | None]] = field(default_factory=list)
    away: list[tuple[int, int]] = field(default_factory=list)
    given: int = 0
    earns: bool = False

    def counted(self, stretch: list[int | None], since: int, until: int) -> int:
        start, end = stretch
        assert start is not None
        low, high = max(start, since), until if end is None else min(end, until)
        spared = sum(max(0, min(high, gone[1]) - max(low, gone[0])) for gone in self.away)
        return max(0, high - low - spared)

    def used(self, now: int) -> int:
        return sum(self.counted(stretch, 0, now) for stretch in self.stretches) - self.given

    @property
    def runs(self) -> bool:
        return bool(self.stretches) and self.stretches[-1][1] is None


@dataclass
class Time:
    """All clocks, and the pause of a game."""

    terms: dict[str, Any] | None = None
    turns: dict[int, Turn] = field(default_factory=dict)
    to_move: int | None = None
    absences: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    missed: dict[int, int] = field(default_factory=dict)
    returned: dict[int, int] = field(default_factory=dict)
    held: set[int] = field(default_factory=set)
    offers: set[int] = field(default_factory=set)
    paused: dict[str, Any] | None = None
    fell: bool = False

    def bank(self, seat: int, at: int) -> int:
        turn, terms = self.turns[seat], self.terms or {}
        left = max(0, turn.bank - turn.used(at))
        return min(terms["cap"], left + terms.get("increment", 0)) if turn.earns else left

    @property
    def owed(self) -> str:
        """What belongs directly behind a `turn_missed`."""
        terms, seat = self.terms or {}, self.to_move
        if terms["on_timeout"] == "forfeit":
            return "player_forfeited"
        holds = terms["on_timeout"] == "takeover" and seat is not None
        return "seat_held" if holds and self.missed[seat or 0] >= terms["misses"] else "move_played"


def check_terms(terms: dict[str, Any] | None) -> None:
    if terms is None:
        return
    require(terms["bank"] <= terms["cap"], "the bank is above its cap")
    require(("bot" in terms) == (terms["on_timeout"] != "forfeit"), "a bot too many, or none")
    require(("misses" in terms) == (terms["on_timeout"] == "takeover"), "misses without takeover, or not")


def begin(log: Log) -> None:
    """Set up the clocks of a game that was created."""
    terms = log.created.get("clock")
    check_terms(terms)
    seats = range(log.created["rules"]["seats"])
    bank = terms["bank"] if terms else 0
    log.time = Time(terms, {seat: Turn(bank) for seat in seats})
    for seat in seats:
        log.time.absences[seat], log.time.missed[seat], log.time.returned[seat] = [], 0, 0


def settle(log: Log, this: dict[str, Any]) -> None:
    """Stop and start clocks behind a record."""
    time, kind, at = log.time, this["type"], this["at"]
    if time.terms is None:
        return
    if kind == "seat_taken_over":
        seat = this["body"]["seat"]
        time.turns[seat], time.absences[seat], time.missed[seat] = Turn(time.terms["bank"]), [], 0
        time.to_move = None if time.to_move == seat else time.to_move
    going = log.status == "running" and log.table.winner is None
    person = going and log.holder(log.table.turn) == "seat"
    to_move = log.table.turn if person else None
    before = time.to_move
    if before is not None and (before != to_move or kind == "move_played"):
        turn = time.turns[before]
        if turn.runs:
            turn.stretches[-1][1] = at
        turn.earns = kind in ("move_played", "seat_held")
        time.missed[before] = 0 if kind == "move_played" and not time.fell else time.missed[before]
        before = None
    time.to_move = to_move
    if to_move is None:
        return
    if before is None:
        time.turns[to_move] = Turn(time.bank(to_move, at), away=time.absences[to_move][:])
        time.fell = False
    turn, stands = time.turns[to_move], bool(log.disputes) or time.paused is not None
    if stands and turn.runs:
        turn.stretches[-1][1] = at
    if not stands and not turn.runs:
        turn.stretches.append([at, None])


def turn_missed(log: Log, this: dict[str, Any]) -> None:
    time, seat = log.time, this["body"]["seat"]
    require(this["by"] == "clock" and time.terms is not None, "a flag without a clock")
    require(time.to_move == seat and time.turns[seat].runs, "no clock of that seat runs")
    turn, grace = time.turns[seat], (time.terms or {}).get("grace", 0)
    require(turn.used(this["at"]) >= turn.bank + grace, "a flag before its deadline")
    time.missed[seat] += 1
    time.fell = True


def seat_held(log: Log, this: dict[str, Any]) -> None:
    time, body = log.time, this["body"]
    require(this["by"] == "clock" and body["seat"] == time.to_move, f"held by {this['by']}")
    require(log.last == "turn_missed" and body["bot"] == (time.terms or {})["bot"], "another bot holds it")
    time.held.add(body["seat"])
    log.takes_offers_back(body["seat"])


def seat_returned(log: Log, this: dict[str, Any]) -> None:
    seat = this["body"]["seat"]
    require(this["by"] == f"seat:{seat}" and seat in log.time.held, "nobody holds that seat")
    require(seat not in log.table.gone, "who has left comes back")
    log.time.held.discard(seat)
    log.time.missed[seat] = 0


def player_forfeited(log: Log, this: dict[str, Any]) -> None:
    seat = this["body"]["seat"]
    require(this["by"] == "clock" and log.last == "turn_missed", "a forfeit without a flag")
    require(seat == log.time.to_move, "another seat forfeits")
    log.leaves(seat)


def time_returned(log: Log, this: dict[str, Any]) -> None:
    time, body = log.time, this["body"]
    require(this["by"] == "clock" and time.terms is not None, "time without a clock")
    seat, since, until = body["seat"], body["since"], body["until"]
    require(seat in log.players, "nobody has that seat")
    require(time.returned[seat] <= since < until <= this["at"], "it lies ahead, or comes again")
    turn = time.turns[seat]
    lost = turn.counted(turn.stretches[-1], since, until) if turn.stretches else 0
    require(body["given"] <= lost, "so much had not counted")
    turn.given += body["given"]
    time.returned[seat] = until


def absence_announced(log: Log, this: dict[str, Any]) -> None:
    time, body = log.time, this["body"]
    seat, since, until = body["seat"], body["since"], body["until"]
    require(time.terms is not None and this["by"] == f"seat:{seat}", f"an absence by {this['by']}")
    require(seat in log.players and "bot" not in log.players[seat], "nobody there can be away")
    require(log.board is None or seat not in log.board.gone, "who has left is away")
    require(this["at"] < since < until <= since + LONGEST_ABSENCE, "not ahead, or too long")
    require(all(until <= one or other <= since for one, other in time.absences[seat]), "twice away")
    time.absences[seat].append((since, until))


def pause_offered(log: Log, this: dict[str, Any]) -> None:
    time, seat = log.time, this["body"]["seat"]
    require(this["by"] == f"seat:{seat}" and seat in log.players, f"a pause by {this['by']}")
    require("bot" not in log.players[seat] and seat not in log.table.gone, "it cannot agree")
    require(time.paused is None, "it pauses already")
    require(seat not in time.offers or agreed(log), "it has offered already")
    time.offers.add(seat)


def agreed(log: Log) -> bool:
    """Whether everybody who is still in and no bot agrees to a pause."""
    people = {seat for seat in log.players if log.holder(seat) == "seat"}
    return people - log.table.gone <= log.time.offers


def game_paused(log: Log, this: dict[str, Any]) -> None:
    time, body = log.time, this["body"]
    require(this["by"] == "operator" and time.paused is None, "it pauses already")
    asked = log.last == "pause_offered" and agreed(log)
    require((body["cause"] == "agreed") == asked, "they have not agreed, or have")
    if "until" in body:
        require(body["cause"] == "operator" and body["until"] > this["at"], "that pause has no end")
    time.paused = body
    time.offers.clear()


def game_resumed(log: Log, this: dict[str, Any]) -> None:
    time, by = log.time, this["by"]
    pause = time.paused
    require(pause is not None, "it does not pause")
    assert pause is not None
    if by == "clock":
        require("until" in pause and this["at"] >= pause["until"], "the pause is not over")
    elif by != "operator":
        require(pause["cause"] == "agreed", "the operator ends that")
        people = [seat for seat, held in log.players.items() if "bot" not in held]
        require(by in [f"seat:{seat}" for seat in people if seat not in log.table.gone], f"it ends by {by}")
    time.paused = None


def start_lapsed(log: Log, this: dict[str, Any]) -> None:
    free = [seat for seat in range(log.created["rules"]["seats"]) if seat not in log.players]
    require(this["by"] == "clock" and waited(log, this) and "bot" not in log.created["joining"], "too early")
    require(free != [] and this["body"]["seats"] == free, f"the free seats are {free}")
    log.status = "over"


def waited(log: Log, this: dict[str, Any]) -> bool:
    """Whether the time is over for which seats are kept free."""
    joining = log.created.get("joining")
    return joining is not None and this["at"] >= log.created_at + joining["within"]


TIMED: dict[str, Callable[[Log, dict[str, Any]], None]] = {
    "turn_missed": turn_missed,
    "seat_held": seat_held,
    "seat_returned": seat_returned,
    "player_forfeited": player_forfeited,
    "time_returned": time_returned,
    "absence_announced": absence_announced,
    "pause_offered": pause_offered,
    "game_paused": game_paused,
    "game_resumed": game_resumed,
    "start_lapsed": start_lapsed,
}
"""What time control and pauses bring."""
