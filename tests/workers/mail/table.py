"""People who play by mail, through a real mail server; their time passes as a test says."""

from __future__ import annotations

import pytest

from mensch.core.bots import VERSION
from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.bodies import Bot, Clock
from mensch.events.cause import TABLE
from mensch.events.commands import Command
from mensch.events.due import ANSWER, DIGEST, HALF, LATE, MAIL
from mensch.events.game import Game
from mensch.events.people import Person, enrol, note_seat
from mensch.events.referee import Player, Referee
from mensch.events.store import Store
from mensch.workers.mail.outgoing import send_due
from tests.workers.mail.postoffice import PostOffice

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

GREEDY = Bot("greedy", VERSION)
DAYS = Clock(5 * DAY, 7 * DAY, "autopilot", GREEDY, increment=12 * HOUR)
"""Five days, and twelve hours for every move."""

_KINDS = (MAIL, HALF, LATE, ANSWER, DIGEST)


class ByMail:
    """See the module.

    Attributes:
        office: the mail server.
    """

    def __init__(self, store: Store, office: PostOffice, patch: pytest.MonkeyPatch) -> None:
        self.store = store
        self.referee = Referee(store)
        self.office = office
        self._patch = patch
        self._ahead = 0
        for name, value in office.environment.items():
            patch.setenv(name, value)

    def person(self, name: str, language: str | None = None) -> Person:
        """Somebody with an address."""
        return enrol(self.store, f"{name}@example.net", name, language)

    def game(
        self, *seats: str, target: int | None = None, clock: Clock | None = DAYS, window: int | None = None
    ) -> Game:
        """A game that has just started.

        Args:
            seats: names of people who play by mail, `bot` for a bot, `here:anna` for one at the table.
        """
        people: dict[int, Person] = {}
        players = []
        for seat, name in enumerate(seats):
            if name == "bot":
                players.append(Player(f"bot {seat}", GREEDY))
            elif name.startswith("here:"):
                players.append(Player(name.removeprefix("here:")))
            else:
                people[seat] = self.person(name)
                players.append(Player(name, id=people[seat].id, mail=True))
        rules = classic(len(seats), target)
        game = self.referee.new_game(rules, players, game_clock=clock, dispute_window=window)
        for seat, person in people.items():
            note_seat(self.store, person.id, game.id, seat)
        return game

    def plays(self, game: Game, say: str | None = None) -> Game:
        """Let whoever is to move play the first legal move."""
        return self.referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE, say=say)

    def does(self, game: Game, *commands: Command) -> Game:
        """Let commands happen."""
        return self.referee.act(game, commands)

    def waits(self, milliseconds: int) -> None:
        """Let time pass."""
        self._ahead += milliseconds
        self._patch.setenv(clock.OFFSET, str(self._ahead / 1000))

    def works(self) -> int:
        """Do all jobs of the queue `mail` that are due now; how many there were."""
        items = [item for item in self.store.due(clock.now(), 1000) if item.kind in _KINDS]
        for item in items:
            send_due(self.referee, item.kind, item.game, item.seq)
        return len(items)

    def inbox(self, name: str) -> list[str]:
        """The subjects of all mails that somebody got, without the game's id."""
        return [mail.subject.partition("] ")[2] for mail in self.office.to(f"{name}@example.net")]
