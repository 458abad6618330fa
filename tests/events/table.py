"""A table without a store: commands go through decide, records are sealed, and evolve folds them.

Ids, salts, seeds and times are fixed, so that the same commands always give the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager
from random import Random

import pytest

from mensch.core.deck import commitment, joiner_bytes
from mensch.core.errors import MenschError
from mensch.core.rules import RuleSet, classic
from mensch.events import commands as c
from mensch.events.bodies import Body, Bot, MovePlayed, Reason
from mensch.events.cause import TABLE, Cause
from mensch.events.decide import decide
from mensch.events.game import Game, fold, initial
from mensch.events.record import Entry, decode, seal

SEED = bytes(range(32))
GAME = "game000001"
START = 1_764_440_400_000
"""The time of the first record: 2025-11-29 18:20 UTC."""

GREEDY = Bot("greedy", 1)
BOT = Cause("bot", "greedy", 1)


def player(number: int) -> str:
    """The id of an invented player."""
    return f"mensch{number:04d}"


def salt(number: int) -> str:
    """32 bytes in hexadecimal, another for each number."""
    return hashlib.sha256(f"salt {number}".encode()).hexdigest()


class Table:
    """A game and its log, driven by commands.

    Args:
        seed: of the deck; entropy of people is fixed too.
    """

    def __init__(self, seed: bytes = SEED, game: str = GAME) -> None:
        self.seed = seed
        self.game: Game = initial(game, seed)
        self.log: list[Entry] = []
        self.played: list[c.PlayMove] = []

    def does(self, *commands: c.Command, at: int | None = None) -> list[Body]:
        """Let commands happen under one command id, a second after what was before them.

        Args:
            at: the time instead, which the commands are told.
        """
        happened: list[Body] = []
        cmd = f"{self.game.seq + 1:032x}"
        commands = commands if at is None else tuple(c.timed(command, at) for command in commands)
        at = (self.game.at or START - 1000) + 1000 if at is None else at
        for command in commands:
            sealed = seal(
                decide(self.game, command),
                game=self.game.id,
                after=self.game.seq,
                head=self.game.head,
                cmd=cmd,
                at=at,
            )
            self.game = fold(self.game, sealed)
            assert [decode(entry.raw) for entry in sealed] == [entry.record for entry in sealed]
            self.log += sealed
            happened += [entry.record.body for entry in sealed]
            if isinstance(command, c.PlayMove):
                self.played.append(command)
            elif isinstance(command, c.FlagFall) and command.move is not None:
                self.played.append(
                    c.PlayMove(command.seat, command.move, command.turn, command.envelope, command.salt)
                )
        return happened

    def refuses(self, command: c.Command, error: type[MenschError], exit_code: int, match: str) -> None:
        """Check that a command is refused, with which class and exit code, and that nothing has changed."""
        before = self.public
        with refused(error, exit_code, match):
            decide(self.game, command)
        assert self.public == before

    def plays(self, move: str | None = None, cause: Cause = TABLE) -> list[Body]:
        """Let the seat to move play; the first legal move unless told."""
        return self.does(self.move(move, cause))

    def move(self, move: str | None = None, cause: Cause = TABLE) -> c.PlayMove:
        """The command to play in this turn."""
        if move is None:
            move = self.game.table.legal_moves()[0].text
        return c.PlayMove(self.turn, move, self.game.turn_began, cause.envelope, salt(self.game.seq))

    def plays_to_the_end(self, random: Random | None = None) -> None:
        """Play until the game is over, at random or always the first legal move."""
        while not self.game.over:
            legal = self.game.table.legal_moves()
            self.plays((random.choice(legal) if random else legal[0]).text)

    def publishes(self, *numbers: int) -> c.PublishReasons:
        """The command that opens the causes of some moves, by their number among the moves."""
        moves = [entry for entry in self.log if isinstance(entry.record.body, MovePlayed)]
        reasons, sealed = [], []
        for number in numbers:
            body = moves[number].record.body
            assert isinstance(body, MovePlayed)
            command = self.played[number]
            reasons.append(Reason(command.envelope, command.salt, moves[number].seq))
            sealed.append(body.auth)
        return c.PublishReasons(reasons, sealed)

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.game.table.turn

    @property
    def waiting(self) -> int:
        """The seat that moves next but is not to move."""
        return (self.turn + 1) % len(self.game.seats)

    @property
    def raws(self) -> list[bytes]:
        """The exact records."""
        return [entry.raw for entry in self.log]

    @property
    def public(self) -> dict[str, object]:
        """All that the fold knows without the seed."""
        return state(fold(initial(self.game.id), self.log))


def state(game: Game) -> dict[str, object]:
    """All attributes of a game, for comparing."""
    return {name: getattr(game, name) for name in Game.__slots__}


def refused(error: type[MenschError], exit_code: int, match: str) -> AbstractContextManager[object]:
    """Expect an error of exactly this class, whose class has this exit code, and a text that says so."""
    assert error.exit_code == exit_code
    return pytest.raises(error, match=match, check=lambda raised: type(raised) is error)


def created(
    rules: RuleSet | None = None, seed: bytes = SEED, game: str = GAME, *, insecure: bool = False
) -> Table:
    """A game that nobody has joined."""
    table = Table(seed, game)
    table.does(c.create(rules or classic(), commitment(seed), game, insecure=insecure))
    return table


def join(table: Table, seat: int, bot: Bot | None = None) -> c.JoinGame:
    """The command to take a seat."""
    entropy = joiner_bytes(table.seed, seat).hex() if bot else salt(-1 - seat)
    return c.JoinGame(seat, player(seat), entropy, bot)


def started(
    seats: int = 2,
    *,
    rules: RuleSet | None = None,
    seed: bytes = SEED,
    bots: Sequence[int] = (),
    game: str = GAME,
) -> Table:
    """A running game of people, and bots at some seats."""
    rules = rules or classic(seats)
    table = created(rules, seed, game)
    for seat in range(rules.seats):
        table.does(join(table, seat, GREEDY if seat in bots else None))
    table.does(c.StartGame())
    return table
