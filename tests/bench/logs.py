"""Logs of a given length, to measure on: two bots that play at random, to a target far away."""

from __future__ import annotations

from random import Random

from mensch.core.rules import LARGEST_TARGET, classic
from mensch.events.bodies import Bot
from mensch.events.cause import Cause
from mensch.events.game import Game, Status
from mensch.events.memory import MemoryStore
from mensch.events.referee import Player, Referee
from mensch.events.store import Append, Appended

BOT = Bot("random", 1)
CAUSE = Cause("bot", BOT.level, BOT.version)


class Recording(MemoryStore):
    """A store that keeps what it was asked to append, so that it can be appended elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[Append] = []

    def append(self, request: Append) -> Appended:
        self.requests.append(request)
        return super().append(request)


def begin(referee: Referee, seed: int) -> Game:
    """A game that has just started: four records."""
    players = [Player("one", BOT), Player("other", BOT)]
    return referee.new_game(classic(2, LARGEST_TARGET), players, seed=Random(seed).randbytes(32))


def play_on(referee: Referee, game: Game, records: int, seed: int = 1) -> Game:
    """The same game, once its log has so many records; up to 500, when no game of these is over."""
    random = Random(seed)
    while game.seq < records:
        move = random.choice(game.table.legal_moves())
        game = referee.play(game, game.table.turn, move.text, CAUSE)
    assert game.status is Status.RUNNING
    return game


def play_to(referee: Referee, records: int, seed: int = 1) -> Game:
    """A running game whose log has so many records."""
    return play_on(referee, begin(referee, seed), records, seed)


def moves_to_append(number: int, seed: int) -> tuple[list[Append], list[Append]]:
    """What is appended for the opening of a game, and for so many moves after it."""
    store = Recording()
    referee = Referee(store)
    game = begin(referee, seed)
    opening = len(store.requests)
    play_on(referee, game, game.seq + number, seed)
    return store.requests[:opening], store.requests[opening:]
