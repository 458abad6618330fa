"""Games that tests begin with: always the same dice, and moves drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random

from mensch.core.bots import VERSION
from mensch.core.figures import HIGHEST
from mensch.core.moves import Move
from mensch.core.position import Position
from mensch.core.rules import RuleSet, classic
from mensch.events.bodies import Bot
from mensch.events.cause import TABLE
from mensch.events.game import Game
from mensch.events.referee import Player, Referee

PEOPLE = ("anna", "bert", "carla", "doris")


def begun(
    referee: Referee,
    names: Sequence[str] = PEOPLE[:2],
    *,
    seed: str = "dice",
    rules: RuleSet | None = None,
    bots: Sequence[int] = (),
    insecure: bool = True,
) -> Game:
    """A game that has just started.

    Args:
        seed: fixes the dice, unless `insecure` is false: then the deck holds people's random bytes too.
        bots: the seats that `greedy` plays; no bot has moved yet.
    """
    players = [
        Player(name, Bot("greedy", VERSION) if seat in bots else None) for seat, name in enumerate(names)
    ]
    return referee.new_game(
        rules or classic(len(names)), players, seed=sha256(seed.encode()).digest(), insecure=insecure
    )


def played(
    referee: Referee,
    game: Game,
    moves: int | None = None,
    *,
    seed: int = 0,
    until: Callable[[Position], bool] = lambda position: False,
) -> Game:
    """A game after so many random moves, or played to its end.

    Args:
        until: stop before a turn at which this holds.
    """
    random = Random(seed)
    while not game.over and moves != 0 and not until(game.table):
        move = random.choice(game.table.legal_moves())
        game = referee.play(game, game.table.turn, move.text, TABLE)
        moves = None if moves is None else moves - 1
    return game


def finished(referee: Referee, names: Sequence[str] = PEOPLE[:2], *, seed: int = 0) -> Game:
    """A game that is played to its end and tells the causes of all its moves."""
    game = played(referee, begun(referee, names, rules=classic(len(names), 10)), seed=seed)
    assert game.over
    return referee.publish_reasons(game)


def choice_of_rows(position: Position) -> bool:
    """Whether some move has to say from which row it takes its figure."""
    return any(move.source is not None for move in position.legal_moves())


def theft(position: Position) -> Move | None:
    """A legal move that steals a figure and completes nothing."""
    for move in position.legal_moves():
        effect = position.effect(move)
        stolen = effect.source is not None and effect.source.seat != position.turn
        if stolen and effect.figure != HIGHEST and move.source is None:
            return move
    return None
