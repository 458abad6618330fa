"""Time control by two programs: whatever may happen at a table, outsider, audit and fold count it alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any  # what JSON holds

import pytest

from mensch.core.errors import MenschError
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.audit import audit
from mensch.events.audit.report import Code, Verdict
from mensch.events.bodies import Clock
from tests.events import verifier
from tests.events.audit.logs import refuted, rewritten, sound
from tests.events.clocked import DAY, HOUR, MINUTE, ClockedTable, clocked, replacement, terms
from tests.events.dispute_table import KEY, disputes, ruling
from tests.events.table import BOT, GREEDY, player, salt
from tests.events.verifier_table import ViolationError

CLOCKS = {
    "autopilot": terms(DAY, HOUR, cap=2 * DAY, grace=3 * HOUR),
    "takeover": terms(DAY, 0, cap=DAY, on_timeout="takeover", misses=2),
    "forfeit": terms(DAY, HOUR, cap=2 * DAY, on_timeout="forfeit"),
}

GAMES = {"short": 500, "whole": 5_000}
"""How many games of each time control the long proof plays."""

SPANS = (0, MINUTE, HOUR, 5 * HOUR, DAY)


class Evening:
    """A game in which anything happens that may.

    Args:
        number: what happens follows from it.
    """

    def __init__(self, clock: Clock, number: int) -> None:
        self.random = Random(number)
        self.table = clocked(clock, 3, mail=[0], bots=[2] if number % 2 else [])
        self.happened: set[type[t.Body]] = set()

    def goes_on(self, steps: int) -> None:
        """Let so many things be tried, moves and flags more often than the rest."""
        for _ in range(steps):
            if self.table.game.over:
                return
            self.table.passed = self.random.choice(SPANS)
            try:
                self.happened |= {type(body) for body in self.random.choice(self._deeds())()}
            except MenschError:  # not possible as it stands
                self.table.passed = 1000

    def _deeds(self) -> list[Callable[[], list[t.Body]]]:
        table, seat = self.table, self.random.randrange(3)
        seen = table.game.at
        since = self.random.choice((seen, seen - HOUR, seen + HOUR, table.now))
        later = table.now + self.random.choice(SPANS)
        given = self.random.choice((1, MINUTE, HOUR, DAY))
        return [
            *[self._plays] * 6,
            *[lambda: table.does(table.flag(), at=max(table.game.deadline or later, seen))] * 4,
            lambda: table.does(c.AnnounceAbsence(seat, later, later + self.random.choice(SPANS))),
            *[lambda: table.does(c.ReturnTime(seat, given, since, since + self.random.choice(SPANS)))] * 3,
            lambda: table.does(c.ReturnToSeat(seat)),
            lambda: table.does(c.OfferPause(seat)),
            lambda: table.does(c.PauseGame(self.random.choice((None, later)))),
            lambda: table.does(c.ResumeGame(self.random.choice(("operator", "clock", f"seat:{seat}")))),
            lambda: table.does(c.LeaveMessage(seat, salt(table.game.seq))),
            lambda: table.does(replacement(seat)) if self.random.random() < 0.1 else [],
            lambda: table.does(c.TakeOverSeat(seat, player(8), GREEDY)) if self.random.random() < 0.1 else [],
            lambda: table.does(c.OpenDispute(seat, 4, salt(table.game.seq))),
            *[self._rules] * 2,
            lambda: table.does(c.OfferAbort(seat)) if self.random.random() < 0.1 else [],
            lambda: table.does(c.Resign(seat)) if self.random.random() < 0.05 else [],
        ]

    def _plays(self) -> list[t.Body]:
        holder = self.table.game.holder(self.table.turn)
        if holder.held and self.random.random() < 0.5:
            return self.table.does(c.ReturnToSeat(self.table.turn), self.table.move())
        if holder.bot is not None:
            return self.table.plays(self.table.choice_of(holder.bot), BOT)
        return self.table.plays()

    def _rules(self) -> list[t.Body]:
        if not self.table.game.disputes:
            return []
        dispute = min(self.table.game.disputes)
        if self.random.random() < 0.1:
            return self.table.does(ruling(self.table, "forfeit", dispute, seat=self.random.randrange(3)))
        return self.table.does(ruling(self.table, "stands", dispute))


def evenings(kind: str, numbers: range, steps: int) -> Iterator[Evening]:
    """Games of one time control."""
    for number in numbers:
        evening = Evening(CLOCKS[kind], number)
        evening.goes_on(steps)
        yield evening


def counted_alike(evening: Evening) -> None:
    """Check that the outsider finds a game right, and counts the same time."""
    game, clocks = evening.table.game, evening.table.clocks
    time = verifier.verify(evening.table.raws).time
    for seat in range(3):
        assert clocks.left(seat, game.at) == time.bank(seat, game.at)
    assert list(clocks.missed) == [time.missed[seat] for seat in range(3)]
    assert clocks.seat == time.to_move
    if game.deadline is not None and time.to_move is not None:
        turn = time.turns[time.to_move]
        assert turn.used(max(game.deadline, game.at)) >= clocks.allowance
        assert game.deadline <= game.at or turn.used(game.deadline - 1) < clocks.allowance


@pytest.mark.parametrize("kind", CLOCKS)
def test_whatever_happens_is_right_for_the_outsider_who_counts_the_same_time(kind: str) -> None:
    happened: set[type[t.Body]] = set()
    for evening in evenings(kind, range(60), 160):
        counted_alike(evening)
        happened |= evening.happened
    wanted = {t.TurnMissed, t.TimeReturned, t.AbsenceAnnounced, t.PauseOffered, t.GamePaused, t.GameResumed}
    wanted |= {t.SeatHeld, t.SeatReturned} if kind == "takeover" else set()
    wanted |= {t.PlayerForfeited} if kind == "forfeit" else set()
    assert wanted <= happened


@pytest.mark.parametrize("kind", CLOCKS)
def test_whatever_happens_is_sound_for_an_audit(kind: str) -> None:
    for evening in evenings(kind, range(20), 80):
        sound(evening.table.raws)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CLOCKS)
def test_in_very_many_games_the_outsider_counts_the_same_time(kind: str) -> None:
    for evening in evenings(kind, range(60, GAMES[os.environ.get("MENSCH_PROOFS", "short")]), 200):
        counted_alike(evening)


def missed_turn(clock: Clock | None = None) -> ClockedTable:
    """A game in which a flag has just fallen."""
    table = clocked(clock, 3)
    table.plays()
    table.flag_falls()
    return table


def earlier(fields: dict[str, Any]) -> None:
    fields["at"] -= 1


@pytest.mark.parametrize("kind", CLOCKS)
def test_a_flag_before_its_deadline_is_found_by_both(kind: str) -> None:
    table = missed_turn(CLOCKS[kind])
    raws = rewritten(table.raws[:7], 7, earlier)
    with pytest.raises(ViolationError, match="a flag before its deadline"):
        verifier.verify(raws)
    finding = refuted(raws, Verdict.VIOLATION, Code.FLAG_EARLY, at=7)
    assert "has 1 ms until its flag falls" in finding.says


def change(number: int, **fields: object) -> Callable[[ClockedTable], list[bytes]]:
    """A log in which fields of one body were changed."""
    return lambda table: rewritten(table.raws, number, lambda record: record["body"].update(fields))


def by(number: int, who: str) -> Callable[[ClockedTable], list[bytes]]:
    """A log in which one record is by somebody else."""
    return lambda table: rewritten(table.raws, number, lambda record: record.update(by=who))


def paused() -> ClockedTable:
    """A game that pauses by agreement and goes on."""
    table = clocked()
    table.does(c.OfferPause(0))
    table.does(c.OfferPause(1))
    table.does(c.ResumeGame("seat:0"))
    return table


def disputed() -> ClockedTable:
    """A game in which a clock stood for a while."""
    table = clocked()
    disputes(table)
    table.after(DAY).does(ruling(table, "stands", min(table.game.disputes), key=KEY))
    table.flag_falls()
    return table


def given_back() -> ClockedTable:
    """A game in which time was given back."""
    table = clocked()
    down = table.game.at
    table.after(DAY).does(c.ReturnTime(0, HOUR, down, down + HOUR))
    return table


FALSE: dict[str, tuple[Callable[[], ClockedTable], Callable[[ClockedTable], list[bytes]], int]] = {
    "a flag by the operator": (missed_turn, by(7, "operator"), 7),
    "a flag of another seat": (missed_turn, change(7, seat=2), 7),
    "a move for who is late by a bot": (missed_turn, by(8, "bot:1"), 8),
    "a seat that another bot holds": (
        lambda: missed_turn(terms(on_timeout="takeover", misses=1)),
        change(8, bot={"level": "master", "version": 1}),
        8,
    ),
    "a forfeit of another seat": (lambda: missed_turn(terms(on_timeout="forfeit")), change(8, seat=2), 8),
    "a pause that was not agreed": (paused, change(7, cause="operator"), 7),
    "a pause with an end that was agreed": (paused, change(7, until=2**50), 7),
    "a pause that somebody else ends": (paused, by(8, "bot:0"), 8),
    "a flag as if no dispute had been": (
        disputed,
        lambda table: rewritten(table.raws[:7], 7, lambda record: record.update(at=record["at"] - HOUR)),
        7,
    ),
    "more time back than had counted": (given_back, change(5, given=HOUR + 1), 5),
    "time back by the operator": (given_back, by(5, "operator"), 5),
}
"""What somebody could write: the game, what they make of it, and the record in question."""


@pytest.mark.parametrize("name", FALSE)
def test_what_may_not_stand_there_is_found_by_both(name: str) -> None:
    game, forge, at = FALSE[name]
    raws = forge(game())
    with pytest.raises(ViolationError):
        verifier.verify(raws)
    report = audit(raws)
    assert report.verdict is Verdict.VIOLATION
    assert at in {finding.last for finding in report.broken}
