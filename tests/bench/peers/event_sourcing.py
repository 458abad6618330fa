"""The `eventsourcing` library in memory, as its documentation shows it: an aggregate, a repository, a save.

Its aggregate is the same game: it plays by the same core, decides whether a move is legal, and its events
carry what our records carry. It has no hash chain and no canonical form to check, and no server to ask.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Protocol
from uuid import UUID

from mensch.core.deck import entropy, face_down, seeded_deal
from mensch.core.moves import MOVES
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.events.bodies import MovePlayed
from mensch.events.game import Game
from mensch.events.record import Entry


class _Aggregate(Protocol):
    id: UUID
    version: int
    position: Position

    def play(self, seat: int, move: str, auth: str, cmd: str) -> None: ...
    def played(self, move: str, auth: str, by: str, cmd: str) -> None: ...


@cache
def _aggregate() -> Callable[[int, int, str, str], _Aggregate]:
    """The class; once, since the library knows classes by their names."""
    domain: Any = import_module("eventsourcing.domain")  # Any: the extra may not be installed

    class SameGame(domain.Aggregate):  # type: ignore[misc]  # its base class is an Any
        @domain.event("Created")  # type: ignore[untyped-decorator]  # as above
        def __init__(self, seats: int, target: int, seed: str, public: str) -> None:
            deal = seeded_deal(bytes.fromhex(seed), bytes.fromhex(public)) if seed else face_down
            self.position = Position(classic(seats, target), deal)

        def play(self, seat: int, move: str, auth: str, cmd: str) -> None:
            if seat != self.position.turn or MOVES[move] not in self.position.legal_moves():
                raise ValueError(f"{move} is not legal")
            self.played(move, auth, f"bot:{seat}", cmd)

        @domain.event("MovePlayed")  # type: ignore[untyped-decorator]  # as above
        def played(self, move: str, auth: str, by: str, cmd: str) -> None:
            self.position.play(MOVES[move])

    new: Callable[[int, int, str, str], _Aggregate] = SameGame
    return new


class Games:
    """An application with its repository, in memory."""

    def __init__(self) -> None:
        application: Any = import_module("eventsourcing.application")  # Any: the extra may not be installed
        self._application = application.Application()

    def add(self, game: Game, log: list[Entry]) -> UUID:
        """Save a running game of ours as an aggregate: one event for its opening, and one for each move.

        Args:
            game: folded with its seed, or without: then its aggregate has no seed either, and all dice lie
                face down in both.
        """
        deck, rules = game.deck, game.rules
        assert deck is not None
        assert rules is not None
        joiners = [bytes.fromhex(game.holder(seat).entropy) for seat in game.joined]
        public = entropy(bytes.fromhex(deck.commitment), deck.context, joiners)
        aggregate = _aggregate()(rules.seats, rules.target, (game.seed or b"").hex(), public.hex())
        for entry in log:
            if isinstance(entry.record.body, MovePlayed):
                move = entry.record.body
                aggregate.played(move.move, move.auth, entry.record.by, entry.record.cmd)
        self._application.save(aggregate)
        return aggregate.id

    def load(self, game: UUID) -> _Aggregate:
        """Read, decode and fold the events of an aggregate."""
        loaded: _Aggregate = self._application.repository.get(game)
        return loaded

    def command(self, game: UUID) -> None:
        """Load an aggregate, play the first legal move, save it."""
        loaded = self.load(game)
        move = loaded.position.legal_moves()[0]
        loaded.play(loaded.position.turn, move.text, "5f" * 32, "5f" * 16)
        self._application.save(loaded)
