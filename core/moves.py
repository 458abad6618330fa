"""Moves: every move there can be, made once, with its canonical text.

The texts are those of design.md, "Moves as text"; `mensch.core.notation` reads what people type.
"""

import enum
from itertools import product

import msgspec

from mensch.core.dice import HANDS, PIPS
from mensch.core.figures import HIGHEST, mask_of
from mensch.core.rules import SEATS

SLOTS = 3
"""A player has at most three rows (R)."""

SLOT_NAMES = "ABC"


class Kind(enum.Enum):
    """The three things a turn can be (rules.md, "A turn")."""

    EXTEND = "extend"
    START = "start"
    PASS = "pass"


class Source(msgspec.Struct, frozen=True, order=True):
    """The row a figure is taken from.

    Attributes:
        seat: whose row, 0 to 3.
        slot: 0 to 2, shown as A to C.
    """

    seat: int
    slot: int

    def __str__(self) -> str:
        return f"{self.seat}{SLOT_NAMES[self.slot]}"


class Move(msgspec.Struct, frozen=True):
    """One move.

    Attributes:
        kind: extend, start or pass.
        dice: the pips of the dice that are played, the smaller first: one, or two for a start with both.
        pips: their sum.
        slot: the row that is extended, 0 to 2; -1 otherwise.
        source: the row to take from, exactly when there is a choice of rows; else None.
        text: the canonical notation, which is what a record holds.
    """

    kind: Kind
    dice: tuple[int, ...]
    pips: int
    slot: int
    source: Source | None
    text: str

    def __str__(self) -> str:
        return self.text

    def __hash__(self) -> int:
        return hash(self.text)


def _text(kind: Kind, dice: tuple[int, ...], slot: int, source: Source | None) -> str:
    played = "+".join(map(str, dice))
    start = {Kind.EXTEND: f"{SLOT_NAMES[slot]}+", Kind.START: "N", Kind.PASS: "P"}[kind]
    return f"{start}{played}@{source}" if source else start + played


SOURCES: tuple[Source, ...] = tuple(
    Source(seat, slot) for seat, slot in product(range(SEATS[-1]), range(SLOTS))
)
"""Every row there can be, so that ``SOURCES[3 * seat + slot]`` is the one of that seat and slot."""

DICE: tuple[tuple[int, ...], ...] = (
    *((pips,) for pips in PIPS),
    *((low, high) for low, high in product(PIPS, PIPS) if low <= high),
)

_KINDS: tuple[tuple[Kind, int], ...] = (
    *((Kind.EXTEND, slot) for slot in range(SLOTS)),
    (Kind.START, -1),
    (Kind.PASS, -1),
)

MOVES: dict[str, Move] = {
    text: Move(kind, dice, sum(dice), slot, source, text)
    for kind, slot in _KINDS
    for dice in DICE
    if kind is Kind.START or len(dice) == 1
    for source in (None, *SOURCES)
    if source is None or kind is not Kind.PASS
    for text in [_text(kind, dice, slot, source)]
}
"""Every move there can be, by its canonical text."""

_DIFFERENT: tuple[tuple[int, ...], ...] = tuple(tuple(dict.fromkeys(hand)) for hand in HANDS)

EXTENSIONS: tuple[tuple[tuple[tuple[Move, ...], ...], ...], ...] = tuple(
    tuple(
        tuple(
            tuple(MOVES[f"{name}+{die}"] for die in dice if die and 0 < tail <= HIGHEST - die)
            for dice in _DIFFERENT
        )
        for tail in range(-1, HIGHEST)
    )
    for name in SLOT_NAMES
)
"""``EXTENSIONS[slot][row.bit_length()][hand]``: how a row may be extended where no choice of rows arises.

The bit length of a row is its tail + 1, and 0 for an empty one, which extends to nothing.
"""

STARTS: tuple[tuple[Move, ...], ...] = tuple(
    tuple(
        MOVES[text]
        for text in (
            *(f"N{die}" for die in _DIFFERENT[code] if die),
            *([f"N{low}+{high}"] if 0 < low <= high else []),
        )
    )
    for code, (low, high) in enumerate(HANDS)
)
"""``STARTS[hand]``: how a row may be started where no choice of rows arises."""

REACH: tuple[tuple[int, ...], ...] = tuple(
    tuple(mask_of({tail + die for die in hand if die and tail > 0}) for hand in HANDS)
    for tail in range(-1, HIGHEST)
)
"""``REACH[row.bit_length()][hand]``: the figures that extending a row can need."""

STARTERS: tuple[int, ...] = tuple(mask_of({*hand, sum(hand)} - {0}) for hand in HANDS)
"""``STARTERS[hand]``: the figures that starting a row can need."""

PASSES: tuple[tuple[Move, ...], ...] = tuple(
    tuple(MOVES[f"P{die}"] for die in dice if die) for dice in _DIFFERENT
)
"""``PASSES[hand]``: which die may be discarded when nothing can be played."""

CHOICES: dict[str, tuple[Move, ...]] = {
    text: tuple(MOVES[f"{text}@{source}"] for source in SOURCES)
    for text, move in MOVES.items()
    if move.source is None and move.kind is not Kind.PASS
}
"""``CHOICES[text][3 * seat + slot]``: the move of a text without a row, taking its figure from that row."""
