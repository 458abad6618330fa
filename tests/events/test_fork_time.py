"""Forks of games with time control: only one that a ruling makes goes on by the clock for the same people."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.arbitration import open_dispute, register_arbiter, rule
from mensch.events.audit import Given
from mensch.events.audit.report import Code, Verdict
from mensch.events.away import announce
from mensch.events.bodies import Clock, RulingGiven
from mensch.events.cause import TABLE
from mensch.events.ed25519 import public_key
from mensch.events.fork import fork
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.people import Person
from mensch.events.referee import Player, Referee
from tests.events.audit.logs import Change, refuted, rewritten, sound
from tests.events.clocked import DAY, HOUR, terms
from tests.events.table import GREEDY
from tests.events.verifier import verify_fork
from tests.events.verifier_table import ViolationError

THEMIS = bytes(range(32))

CLOCK = terms(DAY, HOUR, on_timeout="takeover", misses=1)


class Court:
    """A game in which moves are played an hour each, and somebody who rules."""

    def __init__(self, clock: Clock | None = CLOCK) -> None:
        self.now = 1_764_440_400_000
        self.referee = Referee(MemoryStore(), self._tick)
        key = public_key(bytes([7]) * 32)
        players = [Player("anna", mail=True, key=key), Player("ben"), Player("hal", GREEDY)]
        self.game: Game = self.referee.new_game(classic(3), players, game_clock=clock)

    def _tick(self) -> int:
        self.now += HOUR
        return self.now

    def plays(self, moves: int) -> None:
        for _ in range(moves):
            move = self.game.table.legal_moves()[0].text
            self.game = self.referee.play(self.game, self.game.table.turn, move, TABLE)

    def late(self) -> None:
        """Let the flag of the seat to move fall, which a bot holds from here on."""
        assert self.game.deadline is not None
        self.now = self.game.deadline
        self.game = self.referee.act(self.game, [c.FlagFall(self.game.table.turn, self.game.turn_began, 0)])

    def replays(self, at: int) -> Game:
        """The fork that a ruling makes at a record."""
        self.game = open_dispute(self.referee, self.game, 1, at, "Not so.")
        themis = register_arbiter(self.referee.store, "themis", public_key(THEMIS))
        dispute = min(self.game.disputes)
        self.game = rule(self.referee, self.game, dispute, "replayed", themis, THEMIS, replay_from=at)
        [name] = [body.fork for body in self.bodies() if isinstance(body, RulingGiven)]
        assert name is not None
        return self.referee.load(name)

    def bodies(self) -> list[object]:
        return [entry.record.body for entry in entries(self.referee.store, self.game.id)]

    def raws(self, game: Game) -> Sequence[bytes]:
        return self.referee.store.read(game.id)


def test_a_fork_that_a_ruling_makes_keeps_clock_contacts_and_keys() -> None:
    court = Court()
    court.plays(4)
    replayed = court.replays(9)
    assert replayed.clock == CLOCK
    assert [holder and (holder.player, holder.key, holder.mail) for holder in replayed.seats] == [
        holder and (holder.player, holder.key, holder.mail) for holder in court.game.seats
    ]
    assert replayed.seats[0] is not None
    assert replayed.seats[0].mail


def test_in_that_fork_everybody_has_a_full_bank_and_the_clock_runs() -> None:
    court = Court()
    court.plays(3)
    replayed = court.replays(8)
    assert replayed.table.turn == 0
    assert [replayed.left(seat, replayed.at) for seat in (0, 1)] == [DAY, DAY]
    assert replayed.deadline == replayed.at + DAY


def test_whoever_has_announced_to_be_away_is_so_in_that_fork_too() -> None:
    court = Court()
    court.plays(3)
    since = 1_893_456_000_000
    anna = Person(court.game.holder(0).player)
    announce(court.referee, anna, since, since + 9 * DAY)
    replayed = court.replays(8)
    assert replayed.clocks is not None
    assert replayed.clocks.absences[0] == ((since, since + 9 * DAY),)
    sound(court.raws(replayed), Given(parent=court.raws(court.game)))
    verify_fork(court.raws(replayed), court.raws(court.game))


def test_any_other_fork_has_no_clock_and_nobody_gets_mail() -> None:
    court = Court()
    court.plays(3)
    forked = fork(court.referee, court.game.id, 8, "fresh")
    assert (forked.clock, forked.deadline) == (None, None)
    assert not any(holder and (holder.mail or holder.key) for holder in forked.seats)


@pytest.mark.parametrize("ruled", [False, True])
def test_a_seat_that_a_bot_only_holds_is_a_persons_in_a_fork(*, ruled: bool) -> None:
    court = Court()
    court.plays(3)
    court.late()
    at = court.game.seq
    forked = court.replays(at) if ruled else fork(court.referee, court.game.id, at, "fresh")
    holders = [forked.holder(seat) for seat in range(3)]
    assert [holder.bot for holder in holders] == [None, None, GREEDY]
    assert not any(holder.held for holder in holders)
    sound(court.raws(forked), Given(parent=court.raws(court.game)))
    verify_fork(court.raws(forked), court.raws(court.game))


def test_whoever_forfeits_leaves_in_the_history_of_a_fork_too() -> None:
    court = Court(terms(DAY, HOUR, on_timeout="forfeit"))
    court.plays(3)
    court.late()
    court.plays(1)
    forked = fork(court.referee, court.game.id, court.game.seq, "fresh")
    assert forked.fork is not None
    assert "L0" in forked.fork.history
    assert forked.table.departed == {0}


def set_clock(fields: dict[str, dict[str, object]]) -> None:
    fields["body"]["clock"] = {"bank": 1000, "cap": 1000, "on_timeout": "forfeit"}


def set_mail(fields: dict[str, dict[str, object]]) -> None:
    fields["body"]["mail"] = True


@pytest.mark.parametrize(("number", "change"), [(1, set_clock), (2, set_mail)])
def test_a_fork_that_has_a_clock_or_mail_of_its_own_is_found_by_both(number: int, change: Change) -> None:
    court = Court()
    court.plays(3)
    raws = rewritten(court.raws(fork(court.referee, court.game.id, 8, "fresh")), number, change)
    parent = court.raws(court.game)
    refuted(raws, Verdict.VIOLATION, Code.FALSE_PARENT, given=Given(parent=parent))
    with pytest.raises(ViolationError):
        verify_fork(raws, parent)
