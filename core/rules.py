"""Rule sets: what may differ from game to game, and which versions this engine plays."""

from functools import cached_property

import msgspec

from mensch.core.errors import NewerLogError, UsageError
from mensch.core.figures import CLASSIC_STARS, FIGURES, HIGHEST, MOST_STARS
from mensch.core.said import said

SEATS = range(2, 5)
TARGETS: dict[int, int] = {2: 40, 3: 35, 4: 30}
"""The printed target by number of seats (R)."""

LARGEST_TARGET = 200
NAME = "classic"
VERSION = 1


class RuleSet(msgspec.Struct, frozen=True, dict=True):
    """The rules one game is played by; version 1 of ``classic`` is all of rules.md.

    Attributes:
        seats: 2 to 4.
        target: the score that ends the game, 1 to 200.
        stars: bonus points by figure, index 0 unused, 0 to 5 each.
        name: ``classic``; an engine plays only rule sets that it knows by name and version.
        version: of all that cannot differ from game to game.
    """

    seats: int
    target: int
    stars: tuple[int, ...] = CLASSIC_STARS
    name: str = NAME
    version: int = VERSION

    @cached_property
    def star_masks(self) -> tuple[int, ...]:
        """Masks of the figures with at least 1, 2, … stars, so that a row's stars are a few popcounts."""
        return tuple(
            sum(1 << figure for figure in FIGURES if self.stars[figure] > level)
            for level in range(max(self.stars))
        )

    def points(self, row: int) -> int:
        """What a completed row scores: a point per figure, plus its stars (R).

        Args:
            row: the mask of the row.
        """
        total = row.bit_count()
        for mask in self.star_masks:
            total += (row & mask).bit_count()
        return total


def classic(
    seats: int = 2, target: int | None = None, stars: dict[int, int] | tuple[int, ...] | None = None
) -> RuleSet:
    """The classic rule set, checked.

    Args:
        target: None for the printed one of this many seats.
        stars: an owner's own table, figure to stars; None for the printed one.

    Raises:
        UsageError: when a number is out of its range.

    >>> classic(3).target
    35
    """
    if seats not in SEATS:
        raise UsageError(said("a game has 2 to 4 seats, not {seats}", seats=seats))
    if target is None:
        target = TARGETS[seats]
    if not 1 <= target <= LARGEST_TARGET:
        raise UsageError(
            said(
                "target {target}: it must be 1 to {most}",
                target=target,
                most=LARGEST_TARGET,
            )
        )
    if isinstance(stars, tuple):
        stars = dict(enumerate(stars))
    table = CLASSIC_STARS if stars is None else _star_table(stars)
    return RuleSet(seats=seats, target=target, stars=table)


def _star_table(stars: dict[int, int]) -> tuple[int, ...]:
    table = [0] * (HIGHEST + 1)
    for figure, number in stars.items():
        if figure == number == 0:
            continue
        if figure not in FIGURES:
            raise UsageError(
                said("stars on figure {figure}: figures are 1 to {highest}", figure=figure, highest=HIGHEST)
            )
        if not 0 <= number <= MOST_STARS:
            raise UsageError(
                said(
                    "{number} stars on figure {figure}: it must be 0 to {most}",
                    number=number,
                    figure=figure,
                    most=MOST_STARS,
                )
            )
        table[figure] = number
    return tuple(table)


def require_known(name: str, version: int) -> None:
    """Stop at a rule set this engine does not know; it never guesses (rules.md, "Rule set").

    Raises:
        NewerLogError: for another name or version.
    """
    if (name, version) != (NAME, VERSION):
        raise NewerLogError(
            said(
                "rule set {name} version {version} is not known to this program, which plays {own} {plays}",
                name=name,
                version=version,
                own=NAME,
                plays=VERSION,
            )
        )
