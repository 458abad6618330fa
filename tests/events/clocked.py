"""Games with time control: terms, and a table at which time passes as told."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.core.bots import bot
from mensch.core.deck import bot_key, commitment
from mensch.core.rules import RuleSet, classic
from mensch.events import commands as c
from mensch.events.bodies import Body, Bot, Clock, Joining, OnTimeout
from mensch.events.cause import TABLE, Cause, autopilot_cause
from mensch.events.time_control import Clocks
from tests.events.table import GAME, GREEDY, SEED, Table, join, player, salt

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def terms(
    bank: int = 5 * DAY,
    increment: int = 12 * HOUR,
    *,
    cap: int = 7 * DAY,
    grace: int = 0,
    on_timeout: OnTimeout = "autopilot",
    misses: int | None = None,
    stand_in: Bot = GREEDY,
) -> Clock:
    """A time control; a bot stands in unless a flag forfeits."""
    late = None if on_timeout == "forfeit" else stand_in
    return Clock(bank, cap, on_timeout, late, grace, increment, misses)


class ClockedTable(Table):
    """A table at which whoever acts does so some time after what was before.

    Attributes:
        passed: milliseconds until the next command.
    """

    passed = 1000

    def after(self, span: int) -> ClockedTable:
        """Let time pass before the next command."""
        self.passed = span
        return self

    def does(self, *commands: c.Command, at: int | None = None) -> list[Body]:
        """Let commands happen after the time that passes."""
        at = self.now if at is None else at
        self.passed = 1000
        return super().does(*commands, at=at)

    @property
    def now(self) -> int:
        """The time of the next command, in milliseconds UTC."""
        return (self.game.at or 1_764_440_400_000 - self.passed) + self.passed

    @property
    def clocks(self) -> Clocks:
        """The clocks of the game."""
        assert self.game.clocks is not None
        return self.game.clocks

    @property
    def deadline(self) -> int:
        """When the flag falls; there must be a deadline."""
        assert self.game.deadline is not None
        return self.game.deadline

    def left(self, seat: int | None = None) -> int:
        """What a seat has left at the time of the last record; the one to move unless told."""
        return self.clocks.left(self.turn if seat is None else seat, self.game.at)

    def flag(self, *, move: str | None = None) -> c.FlagFall:
        """The command that lets the flag of the seat to move fall, with the move of the bot where it makes
        one.
        """
        stand_in = self.clocks.stand_in
        if stand_in is None:
            return c.FlagFall(self.turn, self.game.turn_began, 0)
        move = move or self.choice_of(stand_in)
        envelope = autopilot_cause(stand_in).envelope
        return c.FlagFall(self.turn, self.game.turn_began, 0, move, envelope, salt(self.game.seq))

    def choice_of(self, player: Bot) -> str:
        """The move that a bot chooses in this turn."""
        key = bot_key(self.seed, self.game.turn_began, self.turn)
        return bot(player.level, player.version)(self.game.table.view(self.turn), key).text

    def flag_falls(self) -> list[Body]:
        """Let the flag fall at its deadline."""
        return self.does(self.flag(), at=self.deadline)

    def plays_after(self, span: int, cause: Cause = TABLE) -> list[Body]:
        """Let the seat to move play so long after the last record."""
        return self.after(span).plays(cause=cause)


def opened(
    clock: Clock | None = None,
    seats: int = 2,
    *,
    joining: Joining | None = None,
    rules: RuleSet | None = None,
    game: str = GAME,
) -> ClockedTable:
    """A game with time control that nobody has joined."""
    table = ClockedTable(SEED, game)
    table.does(c.create(rules or classic(seats), commitment(SEED), game, clock=clock, joining=joining))
    return table


def clocked(
    clock: Clock | None = None,
    seats: int = 2,
    *,
    mail: Sequence[int] = (),
    bots: Sequence[int] = (),
    rules: RuleSet | None = None,
    game: str = GAME,
) -> ClockedTable:
    """A running game with time control, of people, told by mail at some seats, and bots at others."""
    table = opened(clock or terms(), seats, rules=rules, game=game)
    for seat in range(len(table.game.seats)):
        taken = join(table, seat, GREEDY if seat in bots else None)
        table.does(c.JoinGame(taken.seat, taken.player, taken.entropy, taken.bot, mail=seat in mail))
    table.does(c.StartGame())
    return table


def replacement(seat: int, *, mail: bool = False) -> c.TakeOverSeat:
    """The command that gives a seat to a person who had none."""
    return c.TakeOverSeat(seat, player(9), mail=mail)
