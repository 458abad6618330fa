"""OpenSpiel: random play-outs of its games through its Python API.

Imported by name at run time, here and for the other peers: type checks then say the same with and without
the extra.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Protocol

from tests.bench.measure import Subject


class _State(Protocol):
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def chance_outcomes(self) -> list[tuple[int, float]]: ...
    def legal_actions(self) -> list[int]: ...
    def apply_action(self, action: int, /) -> None: ...


class _Game(Protocol):
    def new_initial_state(self) -> _State: ...


def play_outs(name: str, games: int, *, even_chance: bool = False) -> Subject:
    """Passes of random games. A step is an applied action, as its API counts them: chance nodes are steps.

    The loop is that of OpenSpiel's own examples, with one thing made faster for it: chance outcomes are
    drawn by `random.choices`, which takes a third of the time of the examples' `numpy.random.choice`.

    Args:
        even_chance: draw chance outcomes as if all were as likely, by the fastest loop that there is. Right
            for a die; a program that plays any game cannot know.
    """
    import_module("open_spiel.python.games")  # registers those written in Python
    game: _Game = import_module("pyspiel").load_game(name)
    random = Random(1)
    play = _play_evenly if even_chance else _play
    return lambda: lambda: sum(play(game.new_initial_state(), random) for _ in range(games))


def _play(state: _State, random: Random) -> int:
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps


def _play_evenly(state: _State, random: Random) -> int:
    steps = 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        steps += 1
    return steps
