"""The Berger tables of FIDE's handbook (C.05, annex 1), by which a round-robin of pairs is played."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

Rounds = tuple[tuple[tuple[int, ...], ...], ...]
"""By round, the pairs in the order of seats, as numbers from 1."""


@lru_cache(maxsize=8)
def berger_tables(entrants: int) -> Rounds:
    """All rounds until everybody has met everybody; in an odd number each rests once.

    >>> berger_tables(3)
    (((2, 3),), ((1, 2),), ((3, 1),))
    """
    even = entrants + entrants % 2
    circle = even - 1
    rounds = []
    for round_number in range(circle):
        first = round_number * even // 2 % circle
        pairs = [(first + 1, even) if round_number % 2 == 0 else (even, first + 1)]
        pairs += [
            ((first + apart) % circle + 1, (first - apart) % circle + 1) for apart in range(1, even // 2)
        ]
        rounds.append(tuple(pair for pair in pairs if max(pair) <= entrants))
    return tuple(rounds)


@lru_cache(maxsize=8)
def tables_of_each(entrants: int, rounds: int | None) -> tuple[int, ...]:
    """At how many tables each entrant sits, the first in the tables first.

    Args:
        rounds: how many are played; None for as many as it takes for everybody to meet.

    >>> tables_of_each(3, 2), tables_of_each(3, None)
    ((1, 2, 1), (2, 2, 2))
    """
    tables = berger_tables(entrants)
    sat = Counter(
        entrant
        for round_number in range(len(tables) if rounds is None else rounds)
        for pair in tables[round_number % len(tables)]
        for entrant in pair
    )
    return tuple(sat[entrant] for entrant in range(1, entrants + 1))
