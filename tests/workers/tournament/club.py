"""A tournament of a club: people, and a bot, who do what a test says, at the time that it says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory

from mensch.core.tournament.standings import standings
from mensch.events.audit.report import Report
from mensch.events.audit.tournament import audit_stored_tournament
from mensch.events.bodies import Bot, Clock
from mensch.events.cause import TABLE
from mensch.events.game import Game, Status
from mensch.events.ids import new_id
from mensch.events.memory import MemoryStore
from mensch.events.people import Person, enrol
from mensch.events.referee import Referee
from mensch.events.store import Store
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import commitment
from mensch.workers.flags import fall
from mensch.workers.tournament.rounds import mind
from mensch.workers.turns import bot_to_move, take_turn
from tests.events.tournament.organised import ANNOUNCED

Time = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory

HOUR = 3_600_000
DAY = 24 * HOUR
GREEDY = Bot("greedy", 1)
CLOCK = Clock(20 * DAY, 20 * DAY, "autopilot", GREEDY)
"""Nobody's time runs out before the round's."""

WITHIN = 14 * DAY


class Club:
    """A tournament that has begun.

    Args:
        time: the frozen time.
        players: names of people, or `bot`; in the order of starting numbers.
        changes: to what is announced.
    """

    def __init__(
        self,
        time: Time,
        players: Sequence[str] = ("anna", "ben"),
        store: Store | None = None,
        **changes: object,
    ) -> None:
        self.time = time
        self.store = store if store is not None else MemoryStore()
        self.organiser = Organiser(self.store)
        self.referee = Referee(self.store)
        self.people: dict[str, Person] = {}
        announced = {"games": 1, "clock": CLOCK, "within": WITHIN, "format": "swiss", "rounds": 1} | changes
        contest = self.organiser.announce(
            lambda secret: msgspec.structs.replace(ANNOUNCED, commitment=commitment(secret), **announced)
        )
        for name in players:
            contest = self.organiser.act(contest, self._enters(name))
        self.id = self.organiser.act(contest, c.StartTournament()).id
        self.mind()

    def _enters(self, name: str) -> c.EnterPlayer:
        if name == "bot":
            return c.EnterPlayer(new_id(), GREEDY)
        self.people[name] = enrol(self.store, f"{name}@example.org", name)
        return c.EnterPlayer(self.people[name].id)

    def contest(self) -> Contest:
        """The tournament as it stands, with its secret."""
        return self.organiser.load(self.id)

    def mind(self) -> Contest:
        """Run the job of the round."""
        return mind(self.organiser, self.contest())

    def passes(self, milliseconds: int) -> None:
        """Let time go by."""
        self.time.tick(timedelta(milliseconds=milliseconds))

    def closes(self) -> Contest:
        """Let all the time of a round go by, and run its job."""
        self.passes(WITHIN)
        return self.mind()

    def games(self) -> list[Game]:
        """The games that go on."""
        loaded = [self.referee.load(game) for game in self.store.games()]
        return [game for game in loaded if game.status is Status.RUNNING]

    def game(self) -> Game:
        """The one game that goes on."""
        [game] = self.games()
        return game

    def play(self, game: Game, moves: int = 1) -> Game:
        """Let people and bots play some moves."""
        for _ in range(moves):
            if bot_to_move(game):
                game = take_turn(self.referee, game)
            else:
                move = game.table.legal_moves()[0]
                game = self.referee.play(game, game.table.turn, move.text, TABLE)
        return game

    def play_until_somebody_leads(self, game: Game) -> Game:
        """Let them play until the scores differ."""
        while len(set(game.table.scores)) == 1:
            game = self.play(game)
        return game

    def play_out(self, game: Game) -> Game:
        """Let them play to the end."""
        while not game.over:
            game = self.play(game)
        return self.referee.publish_reasons(game)

    def flag_falls(self, game: Game) -> Game:
        """Let all the time of who is to move go by, and run the job of the flag."""
        game = self.referee.load(game.id)
        assert game.clocks is not None
        assert game.deadline is not None
        self.passes(game.deadline - int(self.time().timestamp() * 1000) + 1)
        return fall(self.referee, self.referee.load(game.id), game.seq)

    def number(self, name: str) -> int:
        """Somebody's starting number."""
        return 1 + [one.player for one in self.contest().enrolled].index(self.people[name].id)

    def seat(self, game: Game, name: str) -> int:
        """Somebody's seat in a game."""
        return [game.holder(seat).player for seat in range(len(game.seats))].index(self.people[name].id)

    def left(self) -> dict[str, str]:
        """Who of the people has left, and why."""
        enrolled = self.contest().enrolled
        found = {name: enrolled[self.number(name) - 1].entrant.leaving for name in self.people}
        return {name: leaving.value for name, leaving in found.items() if leaving is not None}

    def points(self) -> dict[str, float]:
        """The points of the people so far."""
        by_number = {line.entrant: line.points / 12 for line in standings(self.contest().value())}
        return {name: by_number[self.number(name)] for name in self.people}

    def audit(self) -> Report:
        """The report of an audit of the tournament."""
        return audit_stored_tournament(self.store, self.id)
