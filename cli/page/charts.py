"""Line charts: from points to the numbers that a template draws as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

WIDTH, HEIGHT = 420, 190
"""The units that a chart is drawn in; about as many pixels on a phone."""

LEFT, RIGHT, TOP, BOTTOM = 30, 412, 10, 168
"""The area of the lines; what is outside is for the labels of the axes."""

_MOST_LABELS = 6

Point = tuple[int, float]
"""The number of a record, and a value after it."""


class Label(msgspec.Struct, frozen=True):
    """A label of an axis: where, in the chart's units, and what it says."""

    at: float
    text: str


class Line(msgspec.Struct, frozen=True):
    """The line of a seat, as SVG takes the points of a polyline."""

    seat: int
    points: str


class Chart(msgspec.Struct, frozen=True):
    """A chart that is ready to be drawn.

    Attributes:
        lines: one for each seat.
        across: the labels of the records.
        up: the labels of the values.
        level: the height of the line that others are compared with: the target, or zero.
        last: the number of the last record, which stands at the right edge; 1 stands at the left.
        ends: the value of each seat there.
    """

    lines: tuple[Line, ...]
    across: tuple[Label, ...]
    up: tuple[Label, ...]
    level: float
    last: int
    ends: tuple[float, ...]


def chart(series: Sequence[Sequence[Point]], last: int, level: float) -> Chart:
    """A chart of values that hold until the next one.

    Args:
        series: by seat, the values with the records after which they hold, in order.
        last: the number of the last record.
        level: the value of the line to compare with.
    """
    values = [level, 0.0, *(value for points in series for _, value in points)]
    step = _step(max(values) - min(values))
    low, high = math.floor(min(values) / step) * step, math.ceil(max(values) / step) * step

    def x(seq: int) -> float:
        return LEFT + (RIGHT - LEFT) * (seq - 1) / max(1, last - 1)

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / ((high - low) or 1)

    lines = []
    for seat, points in enumerate(series):
        path: list[str] = []
        before = 0.0
        for seq, value in [*points, (last, points[-1][1] if points else 0.0)]:
            if not path:
                before = value
            path += [f"{x(seq):.4g},{y(before):.4g}"] if before != value else []
            path.append(f"{x(seq):.4g},{y(value):.4g}")
            before = value
        lines.append(Line(seat, " ".join(path)))
    seqs = range(0, last + 1, int(_step(last)))
    return Chart(
        tuple(lines),
        tuple(Label(round(x(max(1, seq)), 1), str(max(1, seq))) for seq in seqs),
        tuple(
            Label(round(y(low + step * number), 1), f"{low + step * number:g}".replace("-", "−"))
            for number in range(round((high - low) / step) + 1)
        ),
        round(y(level), 1),
        last,
        tuple(points[-1][1] if points else 0.0 for points in series),
    )


def _step(span: float) -> float:
    """A round distance between labels, so that a span has at most six."""
    rough = max(span, 1) / _MOST_LABELS
    power: int = 10 ** max(0, math.floor(math.log10(rough)))
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= rough)
