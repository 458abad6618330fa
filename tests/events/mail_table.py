"""Games by mail in the memory store, with a clock that is moved by hand."""

from __future__ import annotations

from mensch.core.bots import VERSION
from mensch.core.rules import classic
from mensch.events.bodies import Bot, Clock
from mensch.events.game import Game
from mensch.events.memory import MemoryStore
from mensch.events.people import Person, enrol, note_seat
from mensch.events.referee import Player, Referee

START = 1_764_440_400_000
"""2025-11-29 18:20 UTC."""

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

STEADY = Bot("steady", VERSION)
CLOCK = Clock(bank=5 * DAY, cap=5 * DAY, on_timeout="autopilot", bot=STEADY, increment=12 * HOUR)


class Days:
    """A referee whose time passes as it is told.

    Attributes:
        now: the time, in milliseconds UTC.
    """

    def __init__(self) -> None:
        self.now = START
        self.store = MemoryStore()
        self.referee = Referee(self.store, lambda: self.now)

    def person(self, name: str) -> Person:
        """Somebody with an address."""
        return enrol(self.store, f"{name}@example.org", name)

    def game(self, *names: str, clock: Clock | None = CLOCK) -> Game:
        """A game by mail that has just started."""
        people = [self.person(name) for name in names]
        game = self.referee.new_game(
            classic(len(names)),
            [Player(person.name, id=person.id, mail=True) for person in people],
            game_clock=clock,
        )
        for seat, person in enumerate(people):
            note_seat(self.store, person.id, game.id, seat)
        return game
