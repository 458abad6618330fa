"""python-chess: random play-outs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from random import Random
from typing import Protocol

from tests.bench.measure import Subject


class _Board(Protocol):
    @property
    def legal_moves(self) -> Iterable[object]: ...
    def push(self, move: object, /) -> None: ...
    def is_game_over(self) -> bool: ...


def play_outs(games: int) -> Subject:
    """Passes of random games. A step is a move of one side that is pushed."""
    new_board: Callable[[], _Board] = import_module("chess").Board
    random = Random(1)

    def play() -> int:
        board = new_board()
        moves = 0
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            moves += 1
        return moves

    return lambda: lambda: sum(play() for _ in range(games))
