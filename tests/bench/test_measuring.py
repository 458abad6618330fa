"""How a ratio is measured, on a clock that only the subjects move."""

from collections.abc import Callable

import pytest

from tests.bench.measure import Bound, Subject, Work, again_and_again, measure, one_after_another


class Costs:
    """A clock, and subjects whose passes take the seconds that they are given, one after another."""

    def __init__(self) -> None:
        self.now = 0.0
        self.turns: list[str] = []

    def __call__(self) -> float:
        return self.now

    def subject(self, name: str, seconds: list[float], units: int = 1) -> Subject:
        left = iter(seconds)

        def prepare() -> Work:
            self.now += 1000  # getting ready is not timed

            def work() -> int:
                self.turns.append(name)
                self.now += next(left)
                return units

            return work

        return prepare


def test_at_least_says_how_many_times_as_fast_ours_is() -> None:
    costs = Costs()
    ours, other = costs.subject("ours", [1.0] * 4), costs.subject("other", [3.0] * 4)
    assert measure(ours, other, Bound.AT_LEAST, 3, costs).median == pytest.approx(3)


def test_at_most_says_how_many_times_as_much_ours_costs() -> None:
    costs = Costs()
    ours, other = costs.subject("ours", [3.0] * 4), costs.subject("other", [2.0] * 4)
    assert measure(ours, other, Bound.AT_MOST, 3, costs).median == pytest.approx(1.5)


def test_seconds_are_counted_by_the_unit() -> None:
    costs = Costs()
    ours, other = costs.subject("ours", [1.0] * 4, units=10), costs.subject("other", [1.0] * 4, units=2)
    assert measure(ours, other, Bound.AT_LEAST, 3, costs).median == pytest.approx(5)


def test_the_first_pass_only_warms_up() -> None:
    costs = Costs()
    ours, other = costs.subject("ours", [99.0, 1.0]), costs.subject("other", [1.0, 2.0])
    assert measure(ours, other, Bound.AT_LEAST, 1, costs).median == pytest.approx(2)


def test_a_slow_moment_of_the_machine_slows_both_and_changes_no_ratio() -> None:
    costs = Costs()
    ours = costs.subject("ours", [1, 1, 50, 1, 1, 1])
    other = costs.subject("other", [2, 2, 100, 2, 2, 2])
    measured = measure(ours, other, Bound.AT_LEAST, 5, costs)
    assert (measured.low, measured.median, measured.high) == pytest.approx((2, 2, 2))


def test_the_median_pass_counts() -> None:
    costs = Costs()
    ours, other = costs.subject("ours", [1.0] * 6), costs.subject("other", [9, 1, 2, 3, 4, 900])
    assert measure(ours, other, Bound.AT_LEAST, 5, costs).median == pytest.approx(3)


def test_who_begins_alternates() -> None:
    costs = Costs()
    measure(costs.subject("o", [1.0] * 9), costs.subject("x", [1.0] * 9), Bound.AT_LEAST, 4, costs)
    assert "".join(costs.turns) == "ox" + "ox" + "xo" + "ox" + "xo"


def test_a_unit_that_cannot_be_done_twice_is_prepared_before_the_pass() -> None:
    done: list[str] = []

    def prepare() -> Callable[[], None]:
        done.append("prepared")
        return lambda: done.append("worked")

    work = one_after_another(2, prepare)()
    assert done == ["prepared"] * 2
    assert work() == 2
    assert done == ["prepared"] * 2 + ["worked"] * 2


def test_the_same_unit_is_done_again_and_again() -> None:
    done: list[str] = []
    assert again_and_again(3, lambda: done.append("worked"))()() == 3
    assert done == ["worked"] * 3


@pytest.mark.parametrize(
    ("bound", "ratio", "met"),
    [
        (Bound.AT_LEAST, 1.9, False),
        (Bound.AT_LEAST, 2.0, True),
        (Bound.AT_MOST, 2.0, True),
        (Bound.AT_MOST, 2.1, False),
    ],
)
def test_a_target_itself_is_on_the_right_side(bound: Bound, ratio: float, met: bool) -> None:
    assert bound.holds(ratio, 2) is met
