"""A game by mail as tests need it: people with addresses, and mails that they write."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from mensch.core.rules import classic
from mensch.events.bodies import Bot, Clock
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.people import Person, enrol, note_seat, people
from mensch.events.record import Entry
from mensch.events.referee import Player, Referee
from mensch.workers.mail.address import ServiceAddress
from mensch.workers.mail.inbound.answer import Answer, answer_field
from mensch.workers.mail.inbound.receive import Terms, receive
from mensch.workers.mail.tokens import issue

SERVICE = ServiceAddress("mensch", "games.example")
TERMS = Terms(SERVICE)
NAMES = ("anna", "bert", "carla")
HOUR = 3_600_000
DAY = 24 * HOUR
BEGIN = 1_795_000_000_000
CLOCK = Clock(5 * DAY, 10 * DAY, "autopilot", Bot("steady", 1), increment=12 * HOUR)


class ByMail:
    """A running game in memory whose players have addresses.

    Args:
        players: how many.
        referee: on another store.
        game_clock: the time control.
        keys: the public keys of the first players.
        now: the clock, in milliseconds UTC; tests move it.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        referee: Referee | None = None,
        game_clock: Clock | None = None,
        keys: Sequence[str] = (),
        now: int = BEGIN,
    ) -> None:
        self.now = now
        self.referee = referee or Referee(MemoryStore(), lambda: self.now)
        self.store = self.referee.store
        people = [enrol(self.store, f"{name}@home.example", name) for name in NAMES[:players]]
        seats = [
            Player(person.name, key=key, id=person.id, mail=True) for person, key in zip_longest(people, keys)
        ]
        game = self.referee.new_game(classic(players), seats, game_clock=game_clock)
        for seat, person in enumerate(people):
            note_seat(self.store, person.id, game.id, seat)
        self.id = game.id
        self._written = 0

    @property
    def game(self) -> Game:
        """As it stands, with its hidden dice."""
        return self.referee.load(self.id)

    @property
    def log(self) -> list[Entry]:
        """Its records."""
        return entries(self.store, self.id)

    @property
    def seat(self) -> int:
        """Who is to move."""
        return self.game.table.turn

    def legal(self, index: int = 0) -> str:
        """A legal move."""
        return self.game.table.legal_moves()[index].text

    def person(self, seat: int) -> Person:
        """Who plays a seat."""
        return people(self.store, [self.game.holder(seat).player])[0]

    def token(self, seat: int, turn: int | None = None) -> str:
        """The token of the mail that a player got about a turn; the one that lasts, if none is named."""
        game = self.game
        turn = game.turn_began if turn is None else turn
        return issue(self.store, self.id, str(seat), turn, game.holder(seat).player).text

    def reply(
        self,
        seat: int,
        *lines: str,
        turn: int | None = None,
        token: str | None = None,
        sender: str | None = None,
        headers: Sequence[str] = (),
        message_id: str | None = None,
        to: str | None = None,
    ) -> bytes:
        """A mail that a player writes to what they got about a turn."""
        self._written += 1
        to = to or SERVICE_TO.format(token=token or self.token(seat, turn))
        all_headers = [
            *headers,
            f"From: {sender or f'{NAMES[seat]} <{NAMES[seat]}@home.example>'}",
            f"To: {to}",
            "Subject: Re: your turn",
            f"Message-ID: {message_id or f'<{self._written}@home.example>'}",
            "Content-Type: text/plain; charset=utf-8",
        ]
        return "\r\n".join([*all_headers, "", *lines, ""]).encode()

    def receives(self, raw: bytes, terms: Terms = TERMS) -> str:
        """The service takes a mail up; what became of it."""
        return receive(self.referee, raw, terms, lambda: self.now)

    def answers(self, seat: int | None = None) -> list[Answer]:
        """The answers that wait to be sent, in the order of their numbers."""
        kept = self.store.secrets(self.id)
        found = [
            msgspec.json.decode(kept[field], type=Answer)
            for field in sorted(kept)
            if field.startswith(answer_field(0)[:-1])
        ]
        return [answer for answer in found if seat is None or answer.seat == seat]

    def only_answer(self) -> str:
        """The lines of the one answer that waits."""
        (answer,) = self.answers()
        return "\n".join(answer.lines)


SERVICE_TO = "mensch+{token}@games.example"
