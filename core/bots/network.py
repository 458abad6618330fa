"""The learned value of an after-state: weights of 16 bits, evaluated in integers.

Trained by self-play in tests/training; weights/README.md says what was learned how. The value is

    bias + sum of skip[f] + sum over hidden units j of out[j] * clip(b[j] + sum of w[f][j], 0, 1)

over the active features f, as the logit of the probability that the seat that just moved wins; without
hidden units it is linear. About a hundred of 1,400 to 2,700 features are active. Stars count in the points of
rows; otherwise the weights know the printed star table by heart, and play a game with another one by the
same judgement.

One Python integer holds the weights of a feature to all units, 32 bits to each, so adding a feature is one
addition, and sums that come back are kept. Nothing overflows: some hundred weights of 16 bits are summed.
"""

import struct
from functools import cache
from importlib import resources
from typing import TypeVar

from mensch.core.bots.after_state import AfterState
from mensch.core.bots.patterns import (
    THREATS,
    ahead,
    next_steps,
    not_in_the_centre,
    pattern_count,
    promise,
    threat_feature,
    threatened,
)
from mensch.core.figures import HIGHEST, figures_in
from mensch.core.moves import SLOTS
from mensch.core.rules import RuleSet

SHIFT = 12
"""A weight w is stored as w * 2^SHIFT; a value has 2 * SHIFT fraction bits."""

_Key = TypeVar("_Key", bound=tuple[int, ...])

_ONE = 1 << SHIFT
_MAGIC = b"MENSCHV1"
_LANE = 32
_ZERO = 1 << _LANE - 1  # lanes are shifted by this before they are taken apart, so that none is negative
_KEPT = 1 << 14  # sums of each kind to keep, a few MB; they come back within a game, not between distant ones

# The numbering of features, as in tests/training/features.h; the patterns follow these.
_TAILS = HIGHEST - 1  # a row that receives the 40 is gone
_ROW = 2 * _TAILS + 1  # figures 1..39, tails 1..39, empty
_SCORES = 40  # points missing, 1..40 and more
_SEAT = SLOTS * _ROW + _SCORES
_KEPT_DIE = 7
_SHARES = 16  # of each pip among the unseen dice, in 48ths
_UNSEEN = 17  # unseen dice, in eights


class Network:
    """A value function for one number of seats.

    Args:
        raw: the bytes of a weights file: magic, then as 16-bit little-endian integers seats, hidden units,
            features, shift; skip[f]; bias; w[f][j]; b[j]; out[j].

    Raises:
        ValueError: when they are not that.
    """

    __slots__ = (
        "_bias",
        "_dice",
        "_lanes",
        "_out",
        "_patterns",
        "_rows",
        "_rules",
        "_steps",
        "_tables",
        "_take_apart",
        "_threats",
        "_weights",
        "seats",
    )

    def __init__(self, raw: bytes) -> None:
        header = struct.Struct("<8s4h")
        if len(raw) < header.size:
            raise ValueError(f"{len(raw)} bytes are no weights")
        magic, self.seats, hidden, features, shift = header.unpack_from(raw)
        self._patterns = self.seats * _SEAT + _KEPT_DIE + 6 * _SHARES + _UNSEEN
        if (magic, features, shift) != (_MAGIC, self._patterns + pattern_count(self.seats), SHIFT):
            raise ValueError(f"weights {magic!r}: {features} features, {self.seats} seats, shift {shift}")
        size = 2 * (features + 1 + features * hidden + 2 * hidden)
        if hidden < 0 or len(raw) != header.size + size:
            raise ValueError(f"{len(raw)} bytes of weights instead of {header.size + size}")
        numbers: tuple[int, ...] = struct.unpack_from(f"<{size // 2}h", raw, header.size)
        skip, bias, rest = numbers[:features], numbers[features], numbers[features + 1 :]
        self._lanes = hidden + 1  # the last one sums what goes straight to the value
        self._take_apart = struct.Struct(f"<{self._lanes}I")
        self._weights = tuple(
            _packed((*rest[feature * hidden : feature * hidden + hidden], skip[feature]))
            for feature in range(features)
        )
        zeros = _packed((_ZERO,) * self._lanes)
        self._bias = _packed((*rest[features * hidden : features * hidden + hidden], bias)) + zeros
        self._out = rest[features * hidden + hidden :]
        self._rows: dict[tuple[int, ...], int] = {}
        self._tables: dict[tuple[int, ...], int] = {}
        self._steps: dict[tuple[int, ...], int] = {}
        self._rules: RuleSet | None = None  # that those three were made for
        self._threats: dict[tuple[int, int], int] = {}
        self._dice: dict[tuple[int, ...], int] = {}

    def value(self, after: AfterState) -> int:
        """How good an after-state is for the seat that just moved: a logit with 24 fraction bits."""
        if after.rules is not self._rules:
            self._play_by(after.rules)
        table = (*after.rows, *after.missing)
        step = (*after.rows, after.kept)
        unseen = after.unseen
        total = self._tables[table] if table in self._tables else self._table(table, after)
        total += self._steps[step] if step in self._steps else self._step(step, after)
        total += self._dice[unseen] if unseen in self._dice else self._unseen(unseen)
        lanes: tuple[int, ...] = self._take_apart.unpack(total.to_bytes(4 * self._lanes, "little"))
        value = lanes[-1] - _ZERO << SHIFT
        for lane, out in zip(lanes, self._out, strict=False):  # the last lane is dealt with
            if lane > _ZERO:
                value += out * (lane - _ZERO if lane < _ZERO + _ONE else _ONE)
        return value

    def _play_by(self, rules: RuleSet) -> None:
        """Forget the sums that were made under other rules."""
        if rules != self._rules:
            self._rows.clear()
            self._tables.clear()
            self._steps.clear()
        self._rules = rules

    def _table(self, key: tuple[int, ...], after: AfterState) -> int:
        """The sum for all that does not depend on dice, with the bias."""
        weights = self._weights
        total = self._bias
        rows = after.rows
        sums = self._rows
        gone = not_in_the_centre(after)
        place = 0
        for missing in after.missing:
            held = rows[place] | rows[place + 1] | rows[place + 2]
            for row in rows[place : place + SLOTS]:
                taken = ahead(row) & gone if row else 0
                row_key = (place, row, missing, taken, taken & ~held)
                total += sums[row_key] if row_key in sums else self._row(row_key, after.rules)
                place += 1
            base = place // SLOTS * _SEAT - _SCORES - 1
            total += weights[base + max(1, min(missing, _SCORES))]
        threats = self._threats
        for threat in threatened(after, gone):
            total += threats[threat] if threat in threats else self._threat(threat)
        return _keep(self._tables, key, total)

    def _row(self, key: tuple[int, ...], rules: RuleSet) -> int:
        """The sum for a row: its figures, its tail and its `promise`."""
        place, row, missing, taken, steals = key
        seat, rank = divmod(place, SLOTS)
        base = seat * _SEAT + rank * _ROW - 1
        if row:
            features = [base + figure for figure in figures_in(row)]
            features.append(base + _TAILS + row.bit_length() - 1)
            promised = promise(place, row, rules.points(row), missing, taken, steals)
            features += [self._patterns + feature for feature in promised]
        else:
            features = [base + _ROW]
        return _keep(self._rows, key, sum(self._weights[feature] for feature in features))

    def _step(self, key: tuple[int, ...], after: AfterState) -> int:
        """The sum for the die kept in hand, and for what it could do."""
        total = self._weights[self.seats * _SEAT + after.kept]
        total += sum(self._weights[self._patterns + feature] for feature in next_steps(after))
        return _keep(self._steps, key, total)

    def _threat(self, key: tuple[int, int]) -> int:
        """The sum for figures that are `threatened` alike."""
        place, figures = key
        seat, level = divmod(place, THREATS)
        features = [threat_feature(seat, level, figure) for figure in figures_in(figures)]
        return _keep(self._threats, key, sum(self._weights[self._patterns + feature] for feature in features))

    def _unseen(self, unseen: tuple[int, ...]) -> int:
        """The sum for how many dice are unseen, and how they divide."""
        base = self.seats * _SEAT + _KEPT_DIE
        size = sum(unseen)
        total = self._weights[base + 6 * _SHARES + size // 8]
        for index, number in enumerate(unseen[1:]):
            share = 48 * number // size if size else 8
            total += self._weights[base + index * _SHARES + min(share, _SHARES - 1)]
        return _keep(self._dice, unseen, total)


def _packed(lanes: tuple[int, ...]) -> int:
    return sum(weight << _LANE * lane for lane, weight in enumerate(lanes))


def _keep(sums: dict[_Key, int], key: _Key, total: int) -> int:
    if len(sums) >= _KEPT:
        sums.clear()
    sums[key] = total
    return total


@cache
def network(level: str, seats: int) -> Network:
    """The shipped network of a level for a number of seats still at the table, 2 to 4."""
    return Network(resources.files(__package__).joinpath("weights", f"{level}{seats}.bin").read_bytes())
