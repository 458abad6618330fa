"""Charts: points become lines in the chart's own units."""

from __future__ import annotations

from mensch.cli.page.charts import BOTTOM, LEFT, RIGHT, TOP, chart


def points(line: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in line.split())]


def test_a_value_holds_until_the_next_one() -> None:
    drawn = chart([[(1, 0), (11, 10)]], 21, 40)
    middle = LEFT + (RIGHT - LEFT) / 2
    low, high = BOTTOM, BOTTOM - (BOTTOM - TOP) / 4
    assert points(drawn.lines[0].points) == [(LEFT, low), (middle, low), (middle, high), (RIGHT, high)]


def test_the_target_is_in_the_picture_though_nobody_reached_it() -> None:
    drawn = chart([[(1, 0), (5, 3)]], 10, 40)
    assert drawn.level == TOP
    assert (drawn.up[-1].text, drawn.up[-1].at) == ("40", TOP)


def test_below_zero_there_is_room_too() -> None:
    drawn = chart([[(1, 0), (2, -12.5)], [(1, 0), (3, 7)]], 9, 0)
    assert (drawn.up[0].text, drawn.up[-1].text) == ("−15", "10")
    assert all(TOP <= y <= BOTTOM for line in drawn.lines for _, y in points(line.points))
    assert drawn.ends == (-12.5, 7)


def test_a_game_of_one_record_has_a_chart() -> None:
    drawn = chart([[(1, 0)], [(1, 0)]], 1, 40)
    assert points(drawn.lines[1].points) == [(LEFT, BOTTOM), (LEFT, BOTTOM)]


def test_labels_are_few_and_round() -> None:
    for last in (1, 7, 60, 118, 300, 999, 20_000):
        across = chart([[(1, 0)]], last, 30).across
        assert 1 <= len(across) <= 7
        assert all(LEFT <= label.at <= RIGHT for label in across)
