"""Whatever people, clocks and the service do over weeks: no game hangs, and every log is in order.

People do anything at any time; the service looks after what is due, is away now and then, and runs jobs late,
twice, or with what it read before. Then everybody falls asleep, and what is due must end the game by itself.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from random import Random

import pytest

from mensch.core.bots import VERSION
from mensch.core.errors import MenschError
from mensch.core.rules import classic
from mensch.events import clock, due
from mensch.events import commands as c
from mensch.events.arbitration import Ruling, open_dispute, register_arbiter, rule
from mensch.events.away import announce
from mensch.events.bodies import Bot, Clock, Joining
from mensch.events.cause import TABLE, mail_cause
from mensch.events.due import NEVER, Due, due_by
from mensch.events.ed25519 import public_key
from mensch.events.game import Game, Status, fold, initial
from mensch.events.inviting import accept, invite_all, invite_instead
from mensch.events.loading import entries
from mensch.events.orders import give_orders, read_orders, standing_orders
from mensch.events.rebuild import rebuild
from mensch.events.referee import Player
from mensch.events.store import LONGEST_SILENCE
from mensch.workers import flags, orders, sweeper, turns
from tests.events import verifier
from tests.events.audit.logs import sound
from tests.events.mail_table import DAY, HOUR, MINUTE, Days

GREEDY = Bot("greedy", VERSION)

CLOCKS = {
    "autopilot": Clock(DAY, 2 * DAY, "autopilot", GREEDY, 3 * HOUR, HOUR),
    "takeover": Clock(DAY, DAY, "takeover", GREEDY, misses=2),
    "forfeit": Clock(DAY, 2 * DAY, "forfeit", increment=HOUR),
}

GAMES = {"short": 40, "whole": 1_000}
"""How many games of each time control the long proof plays."""

THEMIS = bytes(range(32))

NAMES = ("anna", "bert", "carla", "dora", "emil")
SPANS = (MINUTE, 20 * MINUTE, HOUR, 8 * HOUR, DAY)
MAILS = {due.MAIL, due.HALF, due.LATE}


class Weeks(Days):
    """A game over weeks.

    Args:
        number: all that happens follows from it.
    """

    def __init__(self, kind: str, number: int) -> None:
        super().__init__()
        self.random = Random(f"{kind} {number}")
        self.stale: list[tuple[Due, Game]] = []
        self.arbiter = register_arbiter(self.store, "themis", public_key(THEMIS))
        seats = self.random.choice((2, 3, 4))
        people = [self.person(name) for name in NAMES[:seats]]
        bots = [Player("greedy", GREEDY)] if seats > 2 and self.random.random() < 0.3 else []
        joining = Joining(within=2 * DAY, bot=GREEDY)
        self.id = invite_all(
            self.referee,
            classic(seats, 12),
            [*people[: seats - len(bots)], *bots],
            joining,
            game_clock=CLOCKS[kind],
            now=self.now,
        ).id

    @property
    def table(self) -> Game:
        """The game as it stands."""
        return self.referee.load(self.id)

    def passes(self, span: int, *, served: bool) -> None:
        """Let time pass, with or without a service that does at its time what is due."""
        until = self.now + span
        while served and (items := self.store.due(until, 1)):
            self.serves(max(self.now, items[0].at))
        if served:
            self.serves(until)
        self.now = until

    def serves(self, until: int) -> None:
        """Let the service live until some time and look then."""
        sweeper.beat(self.store)
        while self.now < until:
            self.now = min(until, self.now + LONGEST_SILENCE)
            sweeper.beat(self.store)
        for item in self.store.claim_due(self.now, self.now + sweeper.AGAIN, 1000):
            game = self.table
            if self.random.random() < 0.1:
                self.stale.append((item, game))
            self.works(item, game)
            if self.random.random() < 0.1:
                self.works(item, self.table)

    def works(self, item: Due, game: Game) -> None:
        """Run the job of a due item on a game as it was read."""
        if item.kind in MAILS:
            self.store.done(item)
        elif item.kind == due.ORDER:
            if orders.follow(self.referee, game, item.seq).seq == game.seq:
                self.store.done(item)
        elif item.kind == due.TURN:
            if game.turn_began <= item.seq and turns.bot_to_move(game):
                turns.take_turn(self.referee, game)
        else:
            acts: dict[str, Callable[[], object]] = {
                due.FLAG: lambda: flags.fall(self.referee, game, item.seq),
                due.LAPSE: lambda: flags.lapse(self.referee, game, item.seq),
                due.RESUME: lambda: flags.resume(self.referee, game, item.seq),
                due.REVEAL: lambda: self.referee.reveal_deck(game),
                due.REASONS: lambda: self.referee.publish_reasons(game),
            }
            acts[item.kind]()

    def anything(self) -> None:
        """Let somebody do something, if it is possible as it stands."""
        game = self.table
        seat = self.random.randrange(len(game.seats))
        try:
            self.random.choice(self._deeds(game, seat))()
        except MenschError:
            return

    def _deeds(self, game: Game, seat: int) -> list[Callable[[], object]]:
        act, later = self.referee.act, self.now + self.random.choice(SPANS)
        if game.status is Status.OPEN:
            return [lambda: accept(self.referee, game, seat, "luck", self.now)]
        person = self.person(self.random.choice(NAMES))
        told = self.random.choice(("autopilot, for 3 turns", "N4, else A+5, unless robbed", "A+1"))
        return [
            *[lambda: self._plays(game)] * 8,
            lambda: give_orders(self.referee, game, seat, read_orders(told)),
            lambda: give_orders(self.referee, game, seat, None, forced=True, cancel=True),
            lambda: announce(self.referee, person, later, later + 3 * DAY, lambda: self.now),
            lambda: act(game, [c.ReturnToSeat(seat)]),
            lambda: act(game, [c.OfferPause(seat)]),
            lambda: act(game, [c.PauseGame(later)]),
            *[lambda: act(game, [c.ResumeGame(self.random.choice(("operator", f"seat:{seat}")))])] * 2,
            lambda: invite_instead(self.referee, game, seat, person, self.now),
            lambda: accept(self.referee, game, seat, "", self.now),
            lambda: self.referee.say(game, seat, "hello"),
            lambda: open_dispute(self.referee, game, seat, game.seq, "Not so."),
            *[lambda: self._rules(game, self.random.choice((None, None, seat)))] * 3,
            lambda: self.works(*self.random.choice(self.stale)) if self.stale else None,
            lambda: rebuild(self.store),
            lambda: act(game, [c.Resign(seat)]) if self.random.random() < 0.1 else None,
            lambda: act(game, [c.OfferAbort(seat)]) if self.random.random() < 0.1 else None,
        ]

    def _plays(self, game: Game) -> None:
        move = self.random.choice(game.table.legal_moves()).text
        cause = self.random.choice((TABLE, mail_cause("0" * 64)))
        self.referee.play(game, game.table.turn, move, cause)

    def _rules(self, game: Game, leaves: int | None) -> None:
        for dispute in list(game.disputes)[:1]:
            ruling: Ruling = "stands" if leaves is None else "forfeit"
            rule(self.referee, game, dispute, ruling, self.arbiter, THEMIS, seat=leaves)

    def all_sleep(self) -> None:
        """Let nobody but the service do anything any more, until nothing is due."""
        while (game := self.table).disputes:
            self._rules(game, None)
        if self.table.paused is not None and not self.table.over:
            self.referee.act(self.table, [c.ResumeGame("operator")])
        for _ in range(5000):
            items = self.store.due(NEVER, 1)
            if not items:
                return
            self.serves(max(self.now, items[0].at))
        raise AssertionError(f"these are due for ever: {self.store.due(NEVER, 10)}")

    def in_order(self) -> None:
        """Check all that must hold at any time."""
        game = self.table
        if game.clocks is not None:
            left = [game.clocks.left(seat, self.now) for seat in range(len(game.seats))]
            assert all(0 <= span <= game.clocks.terms.cap for span in left)
        wanted = {(item.kind, item.seq) for item in due_by(game, self.now)}
        there = {(item.kind, item.seq) for item in self.store.due(NEVER, 1000)}
        done = {(due.MAIL, game.seq), (due.HALF, game.seq), (due.LATE, game.seq), (due.ORDER, game.seq)}
        assert there <= wanted | {(due.MAIL, item.seq) for item in self.store.due(NEVER, 1000)}
        assert wanted - there <= done
        for seat, holder in enumerate(game.seats):
            standing = standing_orders(self.store, game, seat)
            assert standing is None or (holder is not None and standing.player == holder.player)


@pytest.fixture
def weeks(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], Weeks]:
    """Makes games whose time is everybody's, and whose every secret follows from a number too."""

    def begin(kind: str, number: int) -> Weeks:
        random = Random(f"secrets of {kind} {number}")
        monkeypatch.setattr(secrets, "choice", random.choice)
        monkeypatch.setattr(secrets, "token_bytes", random.randbytes)
        monkeypatch.setattr(secrets, "token_hex", lambda size: random.randbytes(size).hex())
        begun = Weeks(kind, number)
        monkeypatch.setattr(clock, "now", lambda: begun.now)
        return begun

    return begin


def lived_through(game: Weeks, steps: int) -> None:
    """Let a game live, and check that it ends and that its log is in order."""
    served = True
    for _ in range(steps):
        if game.table.over:
            break
        game.anything()
        if game.random.random() < 0.1:
            served = not served
        game.passes(game.random.choice(SPANS), served=served)
        game.in_order()
    game.all_sleep()
    after = game.table
    assert after.over
    assert after.revealed is not None
    assert after.sealed == 0
    raws = game.store.read(game.id)
    verifier.verify(raws)
    sound(raws)
    assert fold(initial(game.id, after.seed), entries(game.store, game.id)).head == after.head


@pytest.mark.parametrize("kind", CLOCKS)
def test_no_game_hangs_and_every_log_is_in_order(kind: str, weeks: Callable[[str, int], Weeks]) -> None:
    for number in range(4):
        lived_through(weeks(kind, number), 60)


@pytest.mark.slow
@pytest.mark.parametrize("kind", CLOCKS)
def test_the_same_in_very_many_games(kind: str, weeks: Callable[[str, int], Weeks]) -> None:
    for number in range(4, GAMES[os.environ.get("MENSCH_PROOFS", "short")]):
        lived_through(weeks(kind, number), 100)
