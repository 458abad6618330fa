"""How often entrants and seats won, as they did and less the luck of the draw.

The games of a table that share a deck are not independent, so intervals are taken from whole decks
(`mensch.core.interval`), as they are in `mensch.core.match`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from mensch.core.interval import Estimate, mean_of, rate_of
from mensch.core.tournament.results import LUCK, GameResult, TableResult


class Rate(msgspec.Struct, frozen=True):
    """How often an entrant won.

    Attributes:
        games: how many games were played.
        plain: the share that was won, with its 95 % interval.
        adjusted: the same less what the draws were worth (`mensch.core.luck`): the same on average, in a
            narrower interval. None where luck was not asked for in every game, or with fewer than two decks.
    """

    games: int
    plain: Estimate
    adjusted: Estimate | None


def rates(results: Sequence[TableResult]) -> dict[int, Rate]:
    """By starting number, how often everybody who played has won."""
    decks: dict[int, list[list[tuple[bool, float | None]]]] = {}
    for games in decks_of(results):
        for entrant in games[0].seats:
            of_entrant = [
                (game.places[seat] == 1, own_luck(game, seat))
                for game in games
                for seat in [game.seats.index(entrant)]
            ]
            decks.setdefault(entrant, []).append(of_entrant)
    return {entrant: _rate(decks[entrant]) for entrant in sorted(decks)}


def seat_rates(results: Sequence[TableResult]) -> dict[int, tuple[Estimate, ...]]:
    """By number of seats at the table, how often each seat has won."""
    decks: dict[int, list[list[int]]] = {}
    for games in decks_of(results):
        winners = [game.places.index(1) for game in games]
        decks.setdefault(len(games[0].seats), []).append(winners)
    return {
        seats: tuple(
            rate_of(
                [winners.count(seat) / len(winners) for winners in decks[seats]],
                sum(len(winners) for winners in decks[seats]),
            )
            for seat in range(seats)
        )
        for seats in sorted(decks)
    }


def decks_of(results: Sequence[TableResult]) -> Iterator[list[GameResult]]:
    """All games that were played to their end, those together that share a deck."""
    for result in results:
        decks: dict[int, list[GameResult]] = {}
        for game in result.games:
            if not game.adjudicated:
                decks.setdefault(game.deck, []).append(game)
        yield from decks.values()


def own_luck(game: GameResult, seat: int) -> float | None:
    """What a seat's draws were worth above those of the others, as a share of a game; None if not known."""
    if not game.luck:
        return None
    own = game.luck[seat]
    return (own - (sum(game.luck) - own) / (len(game.luck) - 1)) / LUCK


def _rate(decks: Sequence[Sequence[tuple[bool, float | None]]]) -> Rate:
    games = sum(len(deck) for deck in decks)
    adjusted: list[float] = []
    for deck in decks:
        known = [won - luck for won, luck in deck if luck is not None]
        if len(known) == len(deck):
            adjusted.append(sum(known) / len(known))
    whole = len(adjusted) == len(decks) > 1
    return Rate(
        games=games,
        plain=rate_of([sum(won for won, _ in deck) / len(deck) for deck in decks], games),
        adjusted=mean_of(adjusted) if whole else None,
    )
