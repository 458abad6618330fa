"""Files that are no log, or want to be a burden: each gets its verdict, none is read past the limits."""

from __future__ import annotations

import gzip
import io
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mensch.events.archive import MOST_BYTES, MOST_LINES, read_lines
from mensch.events.audit import audit
from mensch.events.audit.report import Code, Verdict
from mensch.events.record import LARGEST
from tests.events.audit.logs import refuted, rewritten, whole
from tests.events.raw import record
from tests.events.table import started

LOG = whole()
RAWS = LOG.raws


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\x00" * 100,
        b"\xef\xbb\xbf" + RAWS[0],
        gzip.compress(b"0" * 10_000_000),
        b"[" * 60_000,
        b'{"at":' + b"1" * 5_000 + b"}",
        RAWS[0] + b" ",
        RAWS[0] + b"\r",
        RAWS[0] + RAWS[1],
        RAWS[0].replace(b'"at":', b'"at": ', 1),
        RAWS[0].replace(b'"v":1', b'"v":1.0'),
        RAWS[0].replace(b'"v":1', b'"v":NaN'),
        RAWS[0].replace(b'"v":1', b'"v":1,"v":1'),
        b'{"annex":' + b"[" * 60_000,
        b'{"annex":1}',
    ],
)
def test_a_line_that_is_no_record_is_malformed(line: bytes) -> None:
    refuted([line], Verdict.MALFORMED, Code.MALFORMED)
    refuted([*RAWS[:2], line, *RAWS[3:]], Verdict.MALFORMED, Code.MALFORMED)


def test_depth_and_length_are_bounded_before_anything_is_parsed() -> None:
    refuted([b"[" * 100_000], Verdict.MALFORMED, Code.TOO_LARGE)


def test_an_endless_line_is_not_read_to_its_end() -> None:
    taken = list(read_lines(io.BytesIO(b"x" * 10 * LARGEST)))
    assert sum(map(len, taken)) == LARGEST + 2
    refuted(taken, Verdict.MALFORMED, Code.TOO_LARGE)


def test_a_giant_of_many_lines_is_not_read_to_its_end() -> None:
    asked = 0

    def endless() -> Iterator[bytes]:
        nonlocal asked
        while True:
            asked += 1
            yield RAWS[0] + b"\n"

    report = audit(endless())
    assert (report.verdict, report.broken[0].code) == (Verdict.MALFORMED, Code.TOO_LARGE)
    assert asked <= MOST_LINES + 1
    assert asked * len(RAWS[0]) <= MOST_BYTES + LARGEST


def test_nothing_at_all_is_incomplete() -> None:
    refuted([], Verdict.CUT, Code.CUT)


def test_a_file_that_ends_in_the_middle_of_a_record_is_cut() -> None:
    lines = [raw + b"\n" for raw in RAWS[:-1]] + [RAWS[-1][:50]]
    finding = refuted(lines, Verdict.CUT, Code.CUT)
    assert "only the beginning" in finding.says
    assert audit(lines).records == len(RAWS) - 1


def test_a_type_that_is_not_known_was_written_by_a_newer_version() -> None:
    raws = rewritten(RAWS, 3, lambda fields: fields.update(type="table_turned"))
    refuted(raws, Verdict.NEWER, Code.NEWER, 3)


def test_a_field_that_is_not_known_was_written_by_a_newer_version() -> None:
    raws = rewritten(RAWS, 3, lambda fields: fields["body"].update(mood="good"))
    refuted(raws, Verdict.NEWER, Code.NEWER, 3)


def test_a_rule_set_that_is_not_known_is_not_guessed_at() -> None:
    raws = rewritten(started().raws, 1, lambda fields: fields["body"]["rules"].update(version=2))
    refuted(raws, Verdict.NEWER, Code.NEWER, 1)


def test_what_is_malformed_anywhere_counts_for_more_than_what_is_newer() -> None:
    raws = rewritten(RAWS, 3, lambda fields: fields.update(type="table_turned"))
    refuted([*raws, b"{}"], Verdict.MALFORMED, Code.MALFORMED)


def test_evidence_never_steers_a_terminal() -> None:
    hostile = "\x1b]0;owned\x07 \u202eevil =HYPERLINK(1)"
    line = record(type="message_left", body={"digest": hostile})
    report = audit([line])
    assert report.verdict is Verdict.MALFORMED
    shown = "".join(f"{finding.says}{finding.evidence}" for finding in report.findings)
    assert shown.isprintable()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.binary(max_size=200) | st.sampled_from(RAWS), max_size=8))
def test_no_file_at_all_makes_it_fail(lines: list[bytes]) -> None:
    assert audit(lines).verdict in Verdict


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_record_with_any_byte_changed_is_never_sound(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(RAWS) - 2))  # the last one's hash nobody names
    at = data.draw(st.integers(0, len(RAWS[number]) - 1))
    bit = 1 << data.draw(st.integers(0, 7))
    changed = bytearray(RAWS[number])
    changed[at] ^= bit
    report = audit([*RAWS[:number], bytes(changed), *RAWS[number + 1 :]])
    assert report.verdict is not Verdict.SOUND
