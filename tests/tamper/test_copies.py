"""What somebody can make of a copy of a log who has no key and writes no chain anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

import pytest

from mensch.events.audit import Given, audit
from mensch.events.audit.report import Code, Standing, Verdict
from tests.events.audit.logs import fields_of
from tests.events.table import GAME, started
from tests.tamper.case import Case, agree, by_copy, by_operator, checked, safe, sound
from tests.tamper.sample import EVE, PINNED, exported, played, receipt, small

RAWS = played().raws
FILE = exported(RAWS)
LAST = len(RAWS)
OTHER = played(1, (EVE, b"\x07" * 32)).raws
FOREIGN = started(game="game000002").raws

PROOFS = {"short": 5, "whole": 1}
STRIDE = PROOFS[os.environ.get("MENSCH_PROOFS", "short")]
"""Every so many bits are flipped in the long proof; one that has no factor of 8 meets all bits of a byte."""


def closed(lines: Sequence[bytes]) -> bytes:
    """The bytes of a file."""
    return b"".join(line + b"\n" for line in lines)


def split(content: bytes) -> list[bytes]:
    """The lines of a file, with their line feeds and nothing else taken for one."""
    return [line + b"\n" for line in content.split(b"\n")[:-1]] + [content.split(b"\n")[-1]] * (
        not content.endswith(b"\n")
    )


def without(number: int) -> list[bytes]:
    return [*RAWS[: number - 1], *RAWS[number:]]


def in_place_of(number: int, *raws: bytes) -> list[bytes]:
    return [*RAWS[: number - 1], *raws, *RAWS[number:]]


def replaced(number: int, old: bytes, new: bytes) -> list[bytes]:
    assert old in RAWS[number - 1]
    return in_place_of(number, RAWS[number - 1].replace(old, new, 1))


def swapped(number: int) -> list[bytes]:
    return [*RAWS[: number - 1], RAWS[number], RAWS[number - 1], *RAWS[number + 1 :]]


def renumbered() -> list[bytes]:
    """A record that is left out, and those behind it numbered as if nothing had been there."""
    return [
        raw.replace(b'"seq":%d,' % fields_of(raw)["seq"], b'"seq":%d,' % number, 1)
        for number, raw in enumerate(without(20), 1)
    ]


def cut_in_the_middle(lines: Sequence[bytes]) -> list[bytes]:
    """A file that ends in the middle of its last line."""
    return [*(line + b"\n" for line in lines[:-1]), lines[-1][: len(lines[-1]) // 2]]


NEVER, TORN, MISSING = Verdict.MALFORMED, Verdict.VIOLATION, Verdict.CUT
WITNESS = Given(keys=PINNED, receipts=[receipt(RAWS, LAST)])
EARLIER = Given(keys=PINNED, receipts=[receipt(RAWS, 10)])
ELSEWHERE = Given(keys=PINNED, receipts=[receipt(RAWS, LAST, EVE)])

CASES: dict[str, Case] = {
    "nothing": sound(lambda: FILE),
    "nothing, and there is a receipt for the end": sound(lambda: FILE, WITNESS),
    # A record taken out, put in, moved
    "the first record removed": by_copy(lambda: without(1), TORN, Code.WRONG_NUMBER),
    "a record removed": by_copy(lambda: without(12), TORN, Code.WRONG_NUMBER),
    "a record doubled": by_copy(lambda: in_place_of(12, RAWS[11], RAWS[11]), TORN, Code.WRONG_NUMBER),
    "two records swapped": by_copy(lambda: swapped(12), TORN, Code.WRONG_NUMBER),
    "a record removed and the rest renumbered": by_copy(renumbered, TORN, Code.CHAIN_BROKEN),
    "another number in one record": by_copy(
        lambda: replaced(12, b'"seq":12,', b'"seq":13,'), TORN, Code.WRONG_NUMBER
    ),
    "a record spliced from another game": by_copy(lambda: in_place_of(4, FOREIGN[3]), TORN, Code.OTHER_GAME),
    "a record spliced from another history of the game": by_copy(
        lambda: in_place_of(12, OTHER[11]), TORN, Code.CHAIN_BROKEN
    ),
    "a tail spliced from another history of the game": by_copy(
        lambda: [*RAWS[:12], *OTHER[12:]], TORN, Code.CHAIN_BROKEN
    ),
    "a record replayed later": by_copy(lambda: [*RAWS[:20], RAWS[9], *RAWS[20:]], TORN, Code.WRONG_NUMBER),
    "a record replayed at the end": by_copy(lambda: [*RAWS, RAWS[9]], TORN, Code.WRONG_NUMBER),
    "another move in one record": by_copy(
        lambda: replaced(8, b'"move":"N2"', b'"move":"N3"'), TORN, Code.CHAIN_BROKEN
    ),
    "another game in one record": by_copy(
        lambda: replaced(8, GAME.encode(), b"game000002"), TORN, Code.OTHER_GAME
    ),
    # An end that is missing
    "the tail cut": by_copy(lambda: FILE[:20], MISSING, Code.CUT),
    "the tail of a bare log cut, without a receipt": sound(lambda: RAWS[:20]),
    "the tail of a bare log cut, with a receipt from before": sound(lambda: RAWS[:20], EARLIER),
    "the tail of a bare log cut, with a receipt": by_operator(
        lambda: RAWS[:20], MISSING, Code.CUT, given=WITNESS
    ),
    "the tail of a bare log cut, with a receipt that the service has not signed": sound(
        lambda: RAWS[:20], ELSEWHERE
    ),
    "the tail of a bare log cut, with a longer copy": by_copy(
        lambda: RAWS[:20], MISSING, Code.CUT, given=Given(copies=[RAWS])
    ),
    "the end cut off between the winning move and the result": by_operator(
        lambda: RAWS[:37], MISSING, Code.CUT
    ),
    "the reveal cut off that is written with the end": by_operator(lambda: RAWS[:38], MISSING, Code.CUT),
    "the last line cut in its middle": by_copy(lambda: cut_in_the_middle(RAWS), MISSING, Code.CUT),
    "the last line of an export cut in its middle": by_copy(
        lambda: cut_in_the_middle(FILE), MISSING, Code.CUT
    ),
    "everything cut but the header": by_copy(lambda: FILE[:1], MISSING, Code.CUT),
    # Header and annex
    "a record removed, and header and digests made anew": by_copy(
        lambda: exported(without(12)), TORN, Code.WRONG_NUMBER
    ),
    "fewer records in the header": by_copy(lambda: exported(RAWS, records=9), TORN, Code.COUNT_DIFFERS),
    "another head in the header": by_copy(lambda: exported(RAWS, head="00" * 32), TORN, Code.HEAD_DIFFERS),
    "another game in the header": by_copy(lambda: exported(RAWS, game="0" * 10), TORN, Code.OTHER_GAME),
    "another digest of the annex": by_copy(
        lambda: exported(RAWS, annex_digest="00" * 32), TORN, Code.FALSE_ANNEX
    ),
    "a header that was changed": by_copy(
        lambda: [FILE[0].replace(b'"records":', b'"records":1'), *FILE[1:]], NEVER, Code.MALFORMED
    ),
    "another name": by_copy(
        lambda: [line.replace(b'"anna"', b'"eve"') for line in FILE], TORN, Code.FALSE_ANNEX
    ),
    "another text": by_copy(
        lambda: [line.replace(b"Guten", b"Boese") for line in FILE], TORN, Code.FALSE_ANNEX
    ),
    "an annex without a header": by_copy(lambda: FILE[1:], TORN, Code.FALSE_ANNEX),
    # Bytes
    "a space": by_copy(lambda: replaced(12, b'"at":', b'"at": '), NEVER, Code.MALFORMED),
    "a space behind a record": by_copy(lambda: in_place_of(12, RAWS[11] + b" "), NEVER, Code.MALFORMED),
    "line ends of another system": by_copy(lambda: [raw + b"\r\n" for raw in RAWS], NEVER, Code.MALFORMED),
    "a byte order mark": by_copy(lambda: in_place_of(1, b"\xef\xbb\xbf" + RAWS[0]), NEVER, Code.MALFORMED),
    "two records in one line": by_copy(lambda: in_place_of(12, RAWS[11] * 2), NEVER, Code.MALFORMED),
    "keys in another order": by_copy(
        lambda: in_place_of(12, b'{"v":1,' + RAWS[11][1:].replace(b',"v":1}', b"}")), NEVER, Code.MALFORMED
    ),
    "a key twice": by_copy(lambda: replaced(12, b',"v":1', b',"v":1,"v":1'), NEVER, Code.MALFORMED),
    "a key twice, with another value": by_copy(
        lambda: replaced(12, b'"seq":12', b'"seq":13,"seq":12'), NEVER, Code.MALFORMED
    ),
    "a key twice in a body": by_copy(
        lambda: replaced(12, b'"move":', b'"move":"N1","move":'), NEVER, Code.MALFORMED
    ),
    "a letter that is escaped without need": by_copy(
        lambda: replaced(12, b"move_played", b"mo\\u0076e_played"), NEVER, Code.MALFORMED
    ),
    "a fraction": by_copy(lambda: replaced(12, b'"v":1', b'"v":1.0'), NEVER, Code.MALFORMED),
    "an exponent": by_copy(lambda: replaced(12, b'"v":1', b'"v":1e0'), NEVER, Code.MALFORMED),
    "what is not a number": by_copy(lambda: replaced(12, b'"v":1', b'"v":NaN'), NEVER, Code.MALFORMED),
    "nothing for a value": by_copy(lambda: replaced(12, b'"v":1', b'"v":null'), NEVER, Code.MALFORMED),
    "bytes that are no UTF-8": by_copy(lambda: replaced(12, b'"bot:', b'"\xff\xfe:'), NEVER, Code.MALFORMED),
    "half a surrogate": by_copy(lambda: replaced(12, b'"bot:', b'"\\ud800:'), NEVER, Code.MALFORMED),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_made_of_a_copy_is_told(case: str) -> None:
    checked(CASES[case])


def test_a_receipt_proves_what_was_cut_off_and_its_holder_only_says_so_without_the_key() -> None:
    (proven,) = audit(RAWS[:20], WITNESS).broken
    (attested,) = audit(RAWS[:20], Given(receipts=WITNESS.receipts)).broken
    assert (proven.standing, attested.standing) == (Standing.PROVEN, Standing.ATTESTED)
    assert (proven.last, attested.last) == (LAST, LAST)


def test_a_receipt_that_the_service_has_not_signed_is_listed_and_counts_for_nothing() -> None:
    report = audit(RAWS[:20], ELSEWHERE)
    assert any("was not signed by the pinned key" in left.why for left in report.unchecked)


@pytest.mark.parametrize("move", [without, swapped], ids=["removed", "swapped"])
def test_every_record_that_is_removed_or_swapped_is_told(move: Callable[[int], list[bytes]]) -> None:
    for number in range(1, LAST):
        assert agree(move(number)) == Verdict.VIOLATION


def flipped(stride: int, start: int) -> None:
    """Flip every so many bits of a small export, each by itself."""
    content = closed(small())
    assert agree(split(content)) == Verdict.SOUND
    for bit in range(start, len(content) * 8, stride):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        assert agree(split(bytes(changed))) != Verdict.SOUND, (
            bit,
            bytes(changed[bit // 8 - 30 : bit // 8 + 30]),
        )


def test_a_bit_of_an_export_that_is_flipped_is_told() -> None:
    flipped(stride=37, start=0)


@pytest.mark.slow
def test_every_bit_of_an_export_that_is_flipped_is_told() -> None:
    flipped(STRIDE, 0)


def test_a_report_on_flipped_bits_is_safe_to_print() -> None:
    content = closed(small())
    for bit in range(0, len(content) * 8, 401):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        safe(audit(split(bytes(changed))))
