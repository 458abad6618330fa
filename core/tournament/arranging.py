"""Who sits together, at the lowest price.

Every two entrants have a price for sitting together, and the arrangement with the lowest sum is looked for:
for tables of two it is found by Edmonds' algorithm from networkx, for larger ones, where that is a hard
problem, by improving a few good starts until no exchange of two entrants helps. Both count in whole numbers
and go in a fixed order, so that every machine arranges the same tables.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import combinations

Prices = Mapping[tuple[int, int], int]
"""By two entrants, the lower number first, the price of their sitting together, at least 0."""

_LOT_BITS = 48

_STARTS = 12
"""How many starts are improved; the first without any price ends the search."""


def pairs(order: Sequence[int], prices: Prices) -> list[tuple[int, ...]]:
    """Tables of two at the lowest price of all.

    Between arrangements of the same price a lot decides that follows from the numbers, so that not even
    another version of the library takes another one (the isolation lemma of Mulmuley, Vazirani and Vazirani,
    1987: with lots on its parts, hardly ever are two of them the best).

    Args:
        order: an even number of entrants, the first in rank first.

    Returns:
        The tables, in the order of their first in rank, who also stands first in each.
    """
    import networkx as nx  # type: ignore[import-untyped] # its stubs need numpy; here since it is slow

    dearest = max(prices.values(), default=0)
    graph = nx.Graph()
    graph.add_nodes_from(order)
    graph.add_weighted_edges_from(
        (one, other, (dearest - _price(one, other, prices) << _LOT_BITS * 2) + _lot(one, other))
        for one, other in combinations(order, 2)
    )
    rank = {entrant: at for at, entrant in enumerate(order)}
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((sorted_by(pair, rank) for pair in matching), key=lambda pair: rank[pair[0]])


def tables(order: Sequence[int], sizes: Sequence[int], prices: Prices) -> list[tuple[int, ...]]:
    """Tables of any size at a low price.

    Args:
        order: as many entrants as the tables seat together, the first in rank first.
        sizes: of the tables, those for the first in rank first.

    Returns:
        A table for each size, by their first in rank within a size, who also stands first in each.
    """
    best: list[list[int]] = []
    lowest = -1
    for start in range(min(_STARTS, len(order))):
        arranged = _greedy([*order[start:], *order[:start]], sizes, prices)
        price = _improve(arranged, prices)
        if lowest < 0 or price < lowest:
            best, lowest = arranged, price
        if lowest == 0:
            break
    rank = {entrant: at for at, entrant in enumerate(order)}
    found = [sorted_by(table, rank) for table in best]
    return sorted(found, key=lambda table: (-len(table), rank[table[0]]))


def sorted_by(entrants: Sequence[int], rank: Mapping[int, int]) -> tuple[int, ...]:
    """Entrants in the order of their ranks."""
    return tuple(sorted(entrants, key=lambda entrant: rank[entrant]))


def _price(one: int, other: int, prices: Prices) -> int:
    return prices[(one, other) if one < other else (other, one)]


def _lot(one: int, other: int) -> int:
    pair = f"{min(one, other)} {max(one, other)}"
    return int.from_bytes(hashlib.sha256(pair.encode()).digest()[: _LOT_BITS // 8])


def _greedy(order: Sequence[int], sizes: Sequence[int], prices: Prices) -> list[list[int]]:
    left = list(order)
    arranged = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            cheapest = min(left, key=lambda entrant: sum(_price(entrant, one, prices) for one in table))
            left.remove(cheapest)
            table.append(cheapest)
        arranged.append(table)
    return arranged


def _improve(arranged: list[list[int]], prices: Prices) -> int:
    """Exchange entrants of two tables as long as that lowers the price; returns what it comes to."""
    better = True
    while better:
        better = False
        for first, second in combinations(arranged, 2):
            for at, one in enumerate(first):
                for there, other in enumerate(second):
                    if _gain(first, one, other, prices) + _gain(second, other, one, prices) > 0:
                        first[at], second[there] = other, one
                        one = other
                        better = True
    return sum(_price(one, other, prices) for table in arranged for one, other in combinations(table, 2))


def _gain(table: Sequence[int], leaving: int, coming: int, prices: Prices) -> int:
    """How much cheaper a table gets when one entrant is replaced by one of another table."""
    return sum(_price(leaving, one, prices) - _price(coming, one, prices) for one in table if one != leaving)
