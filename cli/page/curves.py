"""The two charts of a game: its points, and the luck of its dice."""

from __future__ import annotations

from collections.abc import Sequence

from mensch.cli.page.charts import Chart, Point, chart
from mensch.cli.page.draws import draws
from mensch.events.game import Game, initial
from mensch.events.record import Entry
from mensch.events.story import scenes


def score_chart(log: Sequence[Entry], whole: Game) -> Chart:
    """The points of every seat after each record, beside the target.

    Args:
        log: all records of the game.
        whole: what they fold to.
    """
    assert whole.rules is not None
    series: list[list[Point]] = [[(1, 0)] for _ in whole.seats]
    for scene in scenes(initial(whole.id), log):
        if scene.game.position is None:
            continue
        for points, score in zip(series, scene.game.position.scores, strict=True):
            if score != points[-1][1]:
                points.append((scene.entry.seq, score))
    return chart(series, len(log), whole.rules.target)


def luck_chart(log: Sequence[Entry], whole: Game) -> Chart | None:
    """The pips that every seat had drawn after each record, less what the draw pile had on average.

    Args:
        log: all records of the game.
        whole: what they fold to.

    Returns:
        None while the dice are secret.
    """
    if whole.revealed is None:
        return None
    series: list[list[Point]] = [[(1, 0)] for _ in whole.seats]
    for drawn in draws(initial(whole.id, whole.revealed), log):
        points = series[drawn.seat]
        points.append((drawn.seq, points[-1][1] + drawn.pips - drawn.expected))
    return chart(series, len(log), 0)
