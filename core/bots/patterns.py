"""Features that relate rows to each other.

A sum over single figures cannot know that a figure can be stolen, or what a row would score: that takes
products of where one player's tail and another's figures are. These features are such products, numbered as
in tests/training/features.h: the threats to a figure, then what a row promises, then what the kept die could
do. The points of a row are counted by the star table of the game.
"""

from functools import cache

from mensch.core.bots.after_state import AfterState
from mensch.core.figures import DOUBLED, HIGHEST
from mensch.core.moves import SLOTS

THREATS = 3
"""A figure is in reach of one, two, or three and more rows of other seats."""

_FIGURES = HIGHEST - 1
_ZONES = 4
_POINTS = 16
_COUNTS = 7  # 0 to 6 of the six steps from a tail
_CLASSES = 6
_ROW = _ZONES * _POINTS + _ZONES + 2 * _COUNTS
_SEAT = _FIGURES * THREATS + SLOTS * _ROW

_UP_TO_40 = (1 << HIGHEST + 1) - 1
# What a row can take next, by its bit length, which is its tail + 1; a free slot takes what one die starts.
_AHEAD = tuple(0b1111110 << max(length - 1, 0) & _UP_TO_40 for length in range(HIGHEST + 1))
_ZONE = tuple((length > 34) + (length > 28) + (length > 22) for length in range(HIGHEST + 1))
_OVER, _COMPLETES, _CENTRE, _OWN, _STEALS = range(1, _CLASSES)

_Levels = tuple[int, int, int]
"""Masks of the figures in reach of at least one, two and three rows."""


def pattern_count(seats: int) -> int:
    """How many of these features there are with so many seats at the table."""
    return seats * _SEAT + SLOTS * _CLASSES


def threat_feature(seat: int, level: int, figure: int) -> int:
    """The number of the feature that a figure of a seat is in reach of so many rows of others.

    Args:
        seat: how many seats after the one that moved.
        level: rows less one, 0 to 2.
    """
    return seat * _SEAT + (figure - 1) * THREATS + level


def not_in_the_centre(after: AfterState) -> int:
    """The mask of the figures of which no copy lies in the centre: who needs one takes it from a row."""
    once = twice = 0
    for row in after.rows:
        twice |= once & row
        once |= row
    return once & ~DOUBLED | twice & DOUBLED if after.rules.seats > 2 else once


def threatened(after: AfterState, gone: int) -> list[tuple[int, int]]:
    """The figures that can be stolen, as masks by whose they are and how many rows of others can take them.

    Each mask comes after a number: 3 for each seat after the one that moved, plus 0 for figures in reach of
    one row, 1 of two rows, 2 of more. A figure of which a seat holds both copies is in two masks.

    Args:
        gone: the figures that are `not_in_the_centre`.
    """
    rows = after.rows
    lengths = [row.bit_length() for row in rows]
    seats = range(0, len(rows), SLOTS)
    levels = [_levels(lengths[first], lengths[first + 1], lengths[first + 2]) for first in seats]
    found: list[tuple[int, int]] = []
    for index, first in enumerate(seats):
        one, two, three = _together(levels[:index] + levels[index + 1 :])
        row_a, row_b, row_c = rows[first : first + SLOTS]
        both = row_a & row_b | (row_a | row_b) & row_c
        for held in (row_a | row_b | row_c, both) if both else (row_a | row_b | row_c,):
            held &= gone & one
            if held:
                found.append((first, held & ~two))
                found.append((first + 1, held & two & ~three))
                found.append((first + 2, held & three))
    return found


@cache
def _levels(first: int, second: int, third: int) -> _Levels:
    """What a seat's rows, given by their bit lengths, can reach; free slots together count as one row."""
    one = two = three = 0
    lengths = (first, second, third)
    for length in (*(length for length in lengths if length), *([0] if 0 in lengths else [])):
        reach = _AHEAD[length]
        three |= two & reach
        two |= one & reach
        one |= reach
    return one, two, three


def _together(levels: list[_Levels]) -> _Levels:
    one, two, three = levels[0]
    for more_one, more_two, more_three in levels[1:]:
        three |= more_three | two & more_one | one & more_two
        two |= more_two | one & more_one
        one |= more_one
    return one, two, three


def ahead(row: int) -> int:
    """The mask of the figures that one die more could bring to a row."""
    return _AHEAD[row.bit_length()]


def promise(place: int, row: int, points: int, missing: int, taken: int, steals: int) -> list[int]:
    """The features of a row that is not empty: what it would score, and where it can go.

    Its points by zone of its tail, whether they win, how many steps steal and how many take from the centre.

    Args:
        place: where the row stands in `AfterState.rows`.
        points: what the row would score without the 40.
        missing: points that its seat needs.
        taken: the figures ahead of it that are not in the centre.
        steals: those of them that other seats hold.
    """
    zone = _ZONE[row.bit_length()]
    seat, rank = divmod(place, SLOTS)
    base = seat * _SEAT + _FIGURES * THREATS + rank * _ROW
    found = [base + zone * _POINTS + min(points, _POINTS) - 1]
    base += _ZONES * _POINTS
    if points + 1 >= missing:
        found.append(base + zone)
    free = ahead(row).bit_count() - taken.bit_count()
    return [*found, base + _ZONES + steals.bit_count(), base + _ZONES + _COUNTS + free]


def next_steps(after: AfterState) -> list[int]:
    """What the die kept in hand could do for each own row."""
    if not after.kept:
        return []
    gone = not_in_the_centre(after)
    own = after.rows[:SLOTS]
    held = own[0] | own[1] | own[2]
    base = len(after.missing) * _SEAT
    found: list[int] = []
    for rank, row in enumerate(own):
        if row:
            needed = row.bit_length() - 1 + after.kept
            found.append(base + rank * _CLASSES + _next_step(needed, gone, held))
    return found


def _next_step(needed: int, gone: int, held: int) -> int:
    bit = 1 << needed
    if needed > HIGHEST:
        return _OVER
    if needed == HIGHEST:
        return _COMPLETES
    if not gone & bit:
        return _CENTRE
    return _OWN if held & bit else _STEALS
