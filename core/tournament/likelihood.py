"""Strengths by maximum likelihood: who wins a game is chosen in proportion to strength.

With two players that is the model of Bradley and Terry (1952), which Elo ratings rest on; with more it is the
first choice of Luce's (1959) and Plackett's (1975). The likelihood is concave in the logarithms of the
strengths and depends on a player's wins only through their sum, so wins less the luck of the draw can stand
for wins and give an estimate with the same average.

A weak prior keeps everybody finite who has won or lost every game: a game that counts half for each player
against one of strength 1, weighted `PRIOR`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

PRIOR = 1.0
"""How many virtual games everybody has drawn against one of strength 1."""

_MOST = 300.0
"""Logarithms of strengths that no game can tell from still larger ones."""

_STEPS = 500

_CLOSE = 1e-7
"""Newton's steps double the number of right digits, so after one this short all are right."""

Matrix = list[list[float]]


class Games(msgspec.Struct):
    """All games of the same players.

    Attributes:
        number: how many there were.
        wins: by player in the order of the key, how many they won; any number if luck has been taken off.
    """

    number: int
    wins: list[float]


class Fit(msgspec.Struct, frozen=True):
    """Strengths that were found.

    Attributes:
        strengths: by player, the natural logarithm.
        inverse: of the observed information, which is the covariance of the strengths if games are
            independent.
        found: whether these are the likeliest. They always are for games as they ended; less the luck of the
            draw somebody may have won more than all games, for which no strength is great enough.
    """

    strengths: list[float]
    inverse: Matrix
    found: bool


def fit(players: int, games: Mapping[tuple[int, ...], Games], prior: float = PRIOR) -> Fit:
    """The likeliest strengths, by Newton's method.

    Args:
        players: how many there are; they are numbered from 0.
        games: by who played together.
        prior: the weight of the prior, above 0.
    """
    strengths = [0.0] * players
    root: Matrix = []
    for _ in range(_STEPS):
        slope, information = _slope(strengths, games, prior)
        following = _cholesky(information)
        if following is None:
            break
        root = following
        step = _solve(root, slope)
        longest = max(map(abs, step), default=0.0)
        if longest < _CLOSE:
            return Fit(strengths, _inverse(root), found=True)
        scale = min(1.0, 1.0 / longest)
        strengths = [strength + scale * part for strength, part in zip(strengths, step, strict=True)]
        if max(map(abs, strengths)) > _MOST:
            break
    return Fit(strengths, _inverse(root), found=False)


def chances(strengths: Sequence[float], players: Sequence[int]) -> list[float]:
    """By player in the given order, the chance to win a game of these."""
    highest = max(strengths[player] for player in players)
    weights = [math.exp(strengths[player] - highest) for player in players]
    total = sum(weights)
    return [weight / total for weight in weights]


def _slope(
    strengths: Sequence[float], games: Mapping[tuple[int, ...], Games], prior: float
) -> tuple[list[float], Matrix]:
    """First derivative of the log-likelihood, and the second with its sign changed."""
    against = [1 / (1 + math.exp(-strength)) for strength in strengths]
    slope = [prior * (0.5 - chance) for chance in against]
    information = [[0.0] * len(strengths) for _ in strengths]
    for player, chance in enumerate(against):
        information[player][player] = prior * chance * (1 - chance)
    for players, played in games.items():
        odds = chances(strengths, players)
        for one, chance, won in zip(players, odds, played.wins, strict=True):
            slope[one] += won - played.number * chance
            row = information[one]
            row[one] += played.number * chance
            for other, of_other in zip(players, odds, strict=True):
                row[other] -= played.number * chance * of_other
    return slope, information


def _cholesky(matrix: Matrix) -> Matrix | None:
    """The lower triangle whose square a matrix is, row by row; None if it is not positive definite."""
    root: Matrix = []
    for at, row in enumerate(matrix):
        line: list[float] = []
        for column in range(at):
            above = root[column]
            done = sum(map(float.__mul__, line, above))
            line.append((row[column] - done) / above[column])
        left = row[at] - sum(part * part for part in line)
        if left <= 0:
            return None
        line.append(math.sqrt(left))
        root.append(line)
    return root


def _solve(root: Matrix, right: Sequence[float]) -> list[float]:
    down: list[float] = []
    for row, value in zip(root, right, strict=True):
        down.append((value - sum(map(float.__mul__, row, down))) / row[-1])
    solution = [0.0] * len(root)
    for at in range(len(root) - 1, -1, -1):
        solution[at] = down[at] / root[at][at]
        for before in range(at):
            down[before] -= root[at][before] * solution[at]
    return solution


def _inverse(root: Matrix) -> Matrix:
    size = len(root)
    return [_solve(root, [float(row == column) for row in range(size)]) for column in range(size)]
