"""Games with a clock, whose players are people who do nothing."""

from __future__ import annotations

from mensch.core.rules import classic
from mensch.events.bodies import Bot, Clock, TimeReturned
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.referee import Player, Referee
from mensch.events.store import Store

GREEDY = Bot("greedy", 1)

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

AUTOPILOT = Clock(bank=DAY, cap=DAY, on_timeout="autopilot", bot=GREEDY)
TAKEOVER = Clock(bank=DAY, cap=DAY, on_timeout="takeover", bot=GREEDY, misses=1)
FORFEIT = Clock(bank=DAY, cap=DAY, on_timeout="forfeit")

ENDS = ["turn_missed", "player_forfeited", "game_finished", "deck_revealed"]
"""What a fallen flag leads to between two people where that means leaving."""


def clocked_game(store: Store, clock: Clock = AUTOPILOT, seats: int = 2, *, mail: bool = False) -> Game:
    """A running game in which everybody's clock is the same."""
    players = [Player(f"player {seat}", mail=mail) for seat in range(seats)]
    return Referee(store).new_game(classic(seats), players, game_clock=clock)


def mailed_game(store: Store) -> Game:
    """A running game of people who are told by mail, without a clock."""
    return Referee(store).new_game(classic(2), [Player("anna", mail=True), Player("bert", mail=True)])


def types(store: Store, game: str) -> list[str]:
    """The types of a game's records, behind those of its start."""
    found = [entry.record.type for entry in entries(store, game)]
    return found[found.index("game_started") + 1 :]


def returned(store: Store, game: str) -> list[TimeReturned]:
    """What was given back in a game."""
    return [body for entry in entries(store, game) if isinstance(body := entry.record.body, TimeReturned)]
