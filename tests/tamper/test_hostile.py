"""Files that want to be a burden or to steer what shows them, and names that do."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable, Iterator

import pytest

from mensch.events.archive import MOST_BYTES, Annexed, KnownName, read_lines
from mensch.events.audit import audit
from mensch.events.audit.report import Code, Verdict
from mensch.events.record import LARGEST
from tests.events.audit.logs import fields_of, rewritten
from tests.events.raw import record
from tests.events.table import player
from tests.events.verifier_export import judge
from tests.tamper.case import Case, by_copy, checked, safe, sound
from tests.tamper.sample import exported, played, text

RAWS = played().raws
NEVER = Verdict.MALFORMED
BOMB = gzip.compress(b"0" * 50_000_000)
assert len(BOMB) < LARGEST


def with_line(line: bytes) -> Callable[[], list[bytes]]:
    return lambda: [*RAWS[:11], line, *RAWS[12:]]


def of_file(content: bytes) -> Callable[[], list[bytes]]:
    """A file as the command reads it."""
    return lambda: list(read_lines(io.BytesIO(content)))


def nested(opening: bytes, levels: int) -> bytes:
    """A record whose body is nested so deeply."""
    return RAWS[11].replace(b'"body":{', b'"body":{"a":' + opening * levels, 1)


CASES: dict[str, Case] = {
    "arrays 100,000 deep": by_copy(with_line(b"[" * 100_000), NEVER, Code.TOO_LARGE),
    "arrays 60,000 deep": by_copy(with_line(b"[" * 60_000), NEVER, Code.MALFORMED),
    "objects 100,000 deep": by_copy(with_line(b'{"a":' * 100_000), NEVER, Code.TOO_LARGE),
    "objects 12,000 deep": by_copy(with_line(b'{"a":' * 12_000), NEVER, Code.MALFORMED),
    "a body 100,000 deep": by_copy(with_line(nested(b"[", 100_000)), NEVER, Code.TOO_LARGE),
    "a body 60,000 deep": by_copy(with_line(nested(b"[", 60_000)), NEVER, Code.MALFORMED),
    "a header 60,000 deep": by_copy(lambda: [b'{"annex":' + b"[" * 60_000, *RAWS], NEVER, Code.MALFORMED),
    "an annex 60,000 deep": by_copy(
        lambda: [*exported(RAWS, []), b'{"annex":' + b"[" * 60_000], NEVER, Code.MALFORMED
    ),
    "a number of 5,000 digits": by_copy(
        with_line(RAWS[11].replace(b'"at":', b'"at":' + b"1" * 5_000)), NEVER, Code.MALFORMED
    ),
    "a number of 60,000 digits": by_copy(
        with_line(RAWS[11].replace(b'"at":', b'"at":' + b"1" * 60_000)), NEVER, Code.MALFORMED
    ),
    "a number of 5,000 digits in a header": by_copy(
        lambda: [exported(RAWS)[0].replace(b'"records":', b'"records":' + b"1" * 5_000), *RAWS],
        NEVER,
        Code.MALFORMED,
    ),
    "a number of 5,000 digits in a field that is not known": by_copy(
        with_line(RAWS[11].replace(b'"body":{', b'"body":{"a":' + b"1" * 5_000 + b",")),
        NEVER,
        Code.MALFORMED,
    ),
    "an exponent of 5,000 digits": by_copy(
        with_line(RAWS[11].replace(b'"v":1', b'"v":1e' + b"9" * 5_000)), NEVER, Code.MALFORMED
    ),
    "a number past 2^53": by_copy(
        with_line(RAWS[11].replace(b'"v":1', b'"v":9007199254740992')), NEVER, Code.MALFORMED
    ),
    "an endless line": by_copy(of_file(b"x" * 40 * LARGEST), NEVER, Code.TOO_LARGE),
    "an endless line behind a log": by_copy(
        of_file(b"\n".join(RAWS) + b"\n" + b"[" * 40 * LARGEST), NEVER, Code.TOO_LARGE
    ),
    "very many lines": by_copy(of_file(b"\n" * 60_000), NEVER, Code.TOO_LARGE),
    "a bomb of gzip": by_copy(of_file(BOMB), NEVER, Code.MALFORMED),
    "a log in gzip": by_copy(of_file(gzip.compress(b"\n".join(RAWS))), NEVER, Code.MALFORMED),
    "a bomb of gzip in place of a record": by_copy(
        with_line(BOMB.replace(b"\n", b"")), NEVER, Code.MALFORMED
    ),
    "zeros": by_copy(of_file(bytes(1000)), NEVER, Code.MALFORMED),
    "an empty line": by_copy(with_line(b""), NEVER, Code.MALFORMED),
    "nothing at all": by_copy(list, Verdict.CUT, Code.CUT),
}


@pytest.mark.parametrize("case", CASES)
def test_a_file_that_wants_to_be_a_burden_is_no_log(case: str) -> None:
    checked(CASES[case])


def test_a_file_without_an_end_is_not_read_past_the_limits() -> None:
    asked = 0

    def endless() -> Iterator[bytes]:
        nonlocal asked
        while True:
            asked += 1
            yield RAWS[0] + b"\n"

    assert audit(endless()).verdict is NEVER
    assert judge(endless()) == NEVER
    assert asked * len(RAWS[0]) <= 2 * (MOST_BYTES + LARGEST)


# Words that steer terminals, turn the direction of reading, or are formulas to a table of cells

STEERING = {
    "clears the screen": "\x1b[2J\x1b[H",
    "sets a title": "\x1b]0;nothing is broken\x07",
    "in one byte of C1": "\x9b31m",
    "goes back": "nothing is broken\r\b\b\b",
    "is a new line": "anna\nPROVEN    chain-holds",
    "is another new line": "anna\u2028PROVEN\u2029chain-holds\x85",
    "reads from right to left": "\u202enekorb si gnihton\u202c",
    "isolates a direction": "\u2066anna\u2069\u200f\u061c",
    "has no width": "an\u200b\u200d\ufeffna",
    "is a formula": '=HYPERLINK("http://example.invalid","anna")',
    "is a formula too": "@SUM(1)+cmd|' /C calc'!A0",
    "ends what is written": "\x00anna\x04\x1a",
    "is a tag that nobody sees": "\U000e0041anna",
}


@pytest.mark.parametrize("word", STEERING)
def test_a_name_that_steers_is_exported_audited_and_never_shown_as_it_is(word: str) -> None:
    steering = STEERING[word]
    annex: list[Annexed] = [KnownName(steering, player(0)), KnownName("ben", player(1)), text(steering)]
    raws = rewritten(RAWS[:6], 6, lambda fields: fields["body"].update(digest=text(steering).digest))
    checked(sound(lambda: exported(raws, annex)))
    twice = [annex[0], *annex]
    report = checked(by_copy(lambda: exported(raws, twice), Verdict.VIOLATION, Code.FALSE_ANNEX))
    assert "name" in str(report.broken[0].evidence["record"])


@pytest.mark.parametrize("word", STEERING)
def test_a_record_that_steers_is_quoted_so_that_it_does_not(word: str) -> None:
    hostile = [
        record(type="message_left", body={"digest": STEERING[word]}),
        record(by=STEERING[word]),
        record(type=STEERING[word]),
        record(game=STEERING[word]),
        record(body={STEERING[word]: 1}),
        STEERING[word].encode(),
    ]
    for line in hostile:
        report = audit([line])
        assert (report.verdict, judge([line])) == (NEVER, NEVER)
        safe(report)


@pytest.mark.parametrize("word", STEERING)
def test_a_header_that_steers_is_quoted_so_that_it_does_not(word: str) -> None:
    header = exported(RAWS, mood=STEERING[word])[0]
    assert STEERING[word] in fields_of(header)["mood"]
    checked(by_copy(lambda: [header, *RAWS], NEVER, Code.MALFORMED))
