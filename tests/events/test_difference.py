"""Where two logs part."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mensch.events.difference import FieldDifference, bisect, fields_that_differ, first_difference
from tests.events.raw import RIGHT, record


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 300))
def test_halving_finds_the_same_record_as_looking_at_all_and_with_few_comparisons(
    shared: int, left: int, right: int
) -> None:
    a = [f"same {n}" for n in range(shared)] + [f"a {n}" for n in range(left)]
    b = [f"same {n}" for n in range(shared)] + [f"b {n}" for n in range(right)]
    parting = bisect(a, b)
    assert parting.seq == first_difference([x.encode() for x in a], [x.encode() for x in b])
    assert parting.compared <= min(len(a), len(b)).bit_length()


def test_a_log_that_goes_on_does_not_part() -> None:
    assert first_difference([b"1"], [b"1", b"2"]) is None
    assert bisect(["1"], ["1", "2"]).seq is None


def test_every_field_that_differs_is_named_by_its_path() -> None:
    other = record(at=1, body={"auth": "0" * 64, "move": "N4"})
    assert fields_that_differ(RIGHT, other) == [
        FieldDifference("at", "1764440400000", "1"),
        FieldDifference("body.move", '"B+5"', '"N4"'),
    ]


def test_a_field_that_only_one_has_is_absent_in_the_other() -> None:
    assert fields_that_differ(RIGHT, record(body={"auth": "0" * 64})) == [
        FieldDifference("body.move", '"B+5"', None)
    ]


def test_what_is_no_object_differs_as_a_whole() -> None:
    for other in (b"", b"\xff", b"{", b'{"a":' + b"[" * 100_000):
        assert [found.field for found in fields_that_differ(RIGHT, other)] == [""]
