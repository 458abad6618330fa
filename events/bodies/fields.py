"""What fields of bodies may hold: their types by pattern and range, and what bodies are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from mensch.core.moves import MOVES
from mensch.events.ids import PATTERN

Hex32 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
"""32 bytes in lower-case hexadecimal."""

Hex64 = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{128}\Z")]
"""64 bytes in lower-case hexadecimal."""

Id = Annotated[str, msgspec.Meta(pattern=rf"\A{PATTERN}\Z")]
"""Ten lower-case Crockford characters."""

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
Seq = Annotated[int, msgspec.Meta(ge=1, lt=2**53)]
Span = Annotated[int, msgspec.Meta(ge=1, lt=2**40)]
"""Milliseconds of a time control, up to 34 years."""

BY_SEAT = msgspec.Meta(min_length=2, max_length=4)
"""A list with something for each seat."""

Name = Annotated[str, msgspec.Meta(pattern=r"\A[a-z][a-z0-9-]{0,31}\Z")]
Text = Annotated[str, msgspec.Meta(pattern=r"\A[ -~]{0,4096}\Z")]
"""Printable ASCII; an envelope of a move's cause."""

Line = Annotated[str, msgspec.Meta(pattern=r"\Amensch1 [!-~]+(?: [!-~]+){6}\Z", max_length=1000)]
"""A signed line as it came (`mensch.events.signing`)."""

DEPARTURE = "L"
"""What begins a departure in a fork's history; the seat follows."""

if TYPE_CHECKING:
    MoveText = str
    HistoryStep = str
else:  # literals cost nothing to check, and a pattern a tenth of a whole replay
    MoveText = Literal[tuple(MOVES)]
    HistoryStep = Literal[(*MOVES, *(f"{DEPARTURE}{seat}" for seat in range(4)))]
"""The canonical text of a move; and that, or a departure."""


class Fields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all bodies have in common: unknown fields are refused, optional ones are absent, never null."""


class Bot(Fields, frozen=True, gc=False):
    """Which bot plays a seat: its level and the version of that level."""

    level: Name
    version: Count
