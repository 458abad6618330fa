"""How strong everybody is, on the Elo scale, from who won which game against whom.

The model is that of `mensch.core.tournament.likelihood`: 400 points more mean ten times the chance to win.
Ratings are found for all games at once, so their order does not matter. Their average is 0.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from statistics import NormalDist
from typing import Generic, TypeVar

import msgspec

from mensch.core.interval import CONFIDENCE
from mensch.core.tournament.likelihood import PRIOR, Fit, Games, Matrix, chances, fit
from mensch.core.tournament.rates import own_luck
from mensch.core.tournament.results import GameResult, TableResult

Id = TypeVar("Id", bound=Hashable)

ELO = 400 / math.log(10)
"""Points of the Elo scale in the natural logarithm of a strength."""

_NORMAL = NormalDist()
_Z = _NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)


class Rated(msgspec.Struct, frozen=True):
    """A rating.

    Attributes:
        rating: on the Elo scale; the average of all is 0.
        low: lower bound of its 95 % interval.
        high: upper bound.
    """

    rating: float
    low: float
    high: float


class Played(msgspec.Struct, Generic[Id], frozen=True):
    """A game for the ratings, whichever tournament it was played in.

    Attributes:
        players: who sat at each seat; nobody twice.
        game: its result; who sat there is taken from `players`.
        deck: the same for games that share a deck, and for no others.
    """

    players: tuple[Id, ...]
    game: GameResult
    deck: Hashable


class Scale(msgspec.Struct, Generic[Id], frozen=True):
    """Everybody's rating.

    Attributes:
        rated: by player.
        superior: likelihood of superiority, 0 to 1: by two players, how likely it is that the first is
            stronger than the second.
    """

    rated: dict[Id, Rated]
    superior: dict[tuple[Id, Id], float]


class Ratings(msgspec.Struct, Generic[Id], frozen=True):
    """The ratings of everybody who played.

    Attributes:
        players: the strongest first, by the plain rating.
        games: by player, how many games they played.
        plain: from the games as they ended. Intervals are from the observed information, which is a little
            too wide where games share a deck.
        adjusted: with the luck of the draw taken off (`mensch.core.luck`): the same on average, with
            narrower intervals, which are from the scatter between decks. None where a game has no figure
            for luck, with fewer than two decks, and where somebody has won or lost so much that nothing is
            left to measure.
    """

    players: tuple[Id, ...]
    games: dict[Id, int]
    plain: Scale[Id]
    adjusted: Scale[Id] | None


def ratings(games: Sequence[Played[Id]]) -> Ratings[Id]:
    """The ratings that make the games likeliest."""
    numbers: dict[Id, int] = {}
    counts: dict[Id, int] = {}
    for game in games:
        for player in game.players:
            numbers.setdefault(player, len(numbers))
            counts[player] = counts.get(player, 0) + 1
    if not games:
        return Ratings((), {}, Scale({}, {}), None)
    found = fit(len(numbers), _tables(numbers, games, with_luck=False))
    plain = _scale(numbers, found.strengths, found.inverse)
    order = sorted(numbers, key=lambda player: (-round(plain.rated[player].rating, 6), numbers[player]))
    return Ratings(tuple(order), counts, plain, _adjusted(numbers, games))


def played(results: Sequence[TableResult]) -> list[Played[int]]:
    """The games of a tournament that were played to their end, by starting numbers."""
    return [
        Played(game.seats, game, (result.round, result.table, game.deck))
        for result in results
        for game in result.games
        if not game.adjudicated
    ]


def _adjusted(numbers: Mapping[Id, int], games: Sequence[Played[Id]]) -> Scale[Id] | None:
    if not all(game.game.luck for game in games) or len({game.deck for game in games}) < 2:
        return None
    tables = _tables(numbers, games, with_luck=True)
    if not _possible(len(numbers), tables):
        return None
    found = fit(len(numbers), tables)
    if not found.found:
        return None
    return _scale(numbers, found.strengths, _between_decks(numbers, games, found))


def _possible(players: int, tables: Mapping[tuple[int, ...], Games]) -> bool:
    """Whether nobody has won less than nothing or more than all games, the prior's among them."""
    won = [PRIOR / 2] * players
    games = [PRIOR] * players
    for seated, table in tables.items():
        for player, wins in zip(seated, table.wins, strict=True):
            won[player] += wins
            games[player] += table.number
    return all(0 < one < most for one, most in zip(won, games, strict=True))


def _won(game: GameResult, seat: int, with_luck: bool) -> float:
    won = float(game.places[seat] == 1)
    luck = own_luck(game, seat) if with_luck else None
    return won if luck is None else won - luck


def _tables(
    numbers: Mapping[Id, int], games: Sequence[Played[Id]], *, with_luck: bool
) -> dict[tuple[int, ...], Games]:
    tables: dict[tuple[int, ...], Games] = {}
    for game in games:
        seated = sorted((numbers[player], seat) for seat, player in enumerate(game.players))
        key = tuple(number for number, _ in seated)
        table = tables.setdefault(key, Games(0, [0.0] * len(key)))
        table.number += 1
        for at, (_, seat) in enumerate(seated):
            table.wins[at] += _won(game.game, seat, with_luck)
    return tables


def _between_decks(numbers: Mapping[Id, int], games: Sequence[Played[Id]], found: Fit) -> Matrix:
    """The covariance that the scatter between decks shows (Liang and Zeger 1986, decks as clusters)."""
    surprise: dict[Hashable, dict[int, float]] = {}
    for game in games:
        seats = [numbers[player] for player in game.players]
        of_deck = surprise.setdefault(game.deck, {})
        for seat, chance in enumerate(chances(found.strengths, seats)):
            won = _won(game.game, seat, with_luck=True)
            of_deck[seats[seat]] = of_deck.get(seats[seat], 0.0) + won - chance
    size = len(numbers)
    scatter = [[0.0] * size for _ in range(size)]
    few = len(surprise) / (len(surprise) - 1)
    for of_deck in surprise.values():
        for one, part in of_deck.items():
            for other, of_other in of_deck.items():
                scatter[one][other] += few * part * of_other
    return _times(_times(found.inverse, scatter), found.inverse)


def _times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[math.fsum(map(float.__mul__, row, column)) for column in columns] for row in left]


def _scale(numbers: Mapping[Id, int], strengths: Sequence[float], covariance: Matrix) -> Scale[Id]:
    size = len(strengths)
    average = sum(strengths) / size
    with_all = [sum(row) / size for row in covariance]
    of_average = sum(with_all) / size
    rated = {}
    superior = {}
    for player, at in numbers.items():
        rating = ELO * (strengths[at] - average)
        variance = covariance[at][at] - 2 * with_all[at] + of_average
        half = ELO * _Z * math.sqrt(max(0.0, variance))
        rated[player] = Rated(rating, rating - half, rating + half)
        for other, there in numbers.items():
            apart = covariance[at][at] + covariance[there][there] - 2 * covariance[at][there]
            if player != other:
                superior[player, other] = _likelier(strengths[at] - strengths[there], apart)
    return Scale(rated, superior)


def _likelier(ahead: float, variance: float) -> float:
    if variance <= 0:
        return 0.5 if ahead == 0 else float(ahead > 0)
    return _NORMAL.cdf(ahead / math.sqrt(variance))
