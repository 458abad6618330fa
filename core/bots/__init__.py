"""Bots: pure functions of what a seat may know and a secret key, so that a second run decides the same."""

from collections.abc import Callable, Collection
from itertools import chain, count

from mensch.core.bots import greedy, master, random, sharp, steady
from mensch.core.errors import UsageError
from mensch.core.moves import Move
from mensch.core.quoting import printable
from mensch.core.said import said
from mensch.core.view import SeatView

Choose = Callable[[SeatView, bytes], Move]
"""From the view of the seat to move and the decision's key (`mensch.core.deck.bot_key`) to a legal move."""

VERSION = 1
"""The version of all levels below; a level that decides differently gets a new one, and the old one stays."""

LEVELS: dict[str, Choose] = {
    "random": random.choose,
    "greedy": greedy.choose,
    "steady": steady.choose,
    "sharp": sharp.choose,
    "master": master.choose,
}
"""Every level, weakest first."""


def bot(level: str, version: int = VERSION) -> Choose:
    """The bot of a level.

    Raises:
        UsageError: for a level that does not exist, or a version that this program does not have.
    """
    choose = LEVELS.get(level)
    if choose is None:
        raise UsageError(
            said("there is no bot “{level}”: {levels}", level=printable(level), levels=", ".join(LEVELS))
        )
    if version != VERSION:
        raise UsageError(
            said(
                "this program has version {own} of the bots, not {version}",
                own=VERSION,
                version=version,
            )
        )
    return choose


def free_name(level: str, taken: Collection[str]) -> str:
    """What a bot is called: its level, or with a number where somebody has that name.

    >>> free_name("greedy", {"anna"}), free_name("greedy", {"greedy", "greedy 2"})
    ('greedy', 'greedy 3')

    Args:
        taken: names of others, case folded.
    """
    numbered = (f"{level} {number}" for number in count(2))
    return next(name for name in chain([level], numbered) if name not in taken)
