"""Receipts: what is signed, both forms, and that two of them can prove two histories."""

from __future__ import annotations

import contextlib
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from mensch.core.errors import UsageError
from mensch.events.receipts import (
    LONGEST,
    NAME,
    Receipt,
    contradict,
    read_receipt,
    read_receipts,
    sign,
    verifies,
)

PRIVATE = bytes(range(32))
KEY = bytes(SigningKey(PRIVATE).verify_key).hex()
OTHER_KEY = bytes(SigningKey(bytes(32)).verify_key).hex()

BEGINNING = f"mensch-receipt1 game000001 17 {'a0' * 32} 1764440400123 provisional 1 "
"""The line of the receipt below, as far as it can be written by hand."""


def receipt(
    *, game: str = "game000001", seq: int = 17, head: str = "a0" * 32, at: int = 1764440400123, epoch: int = 1
) -> Receipt:
    """A receipt of an invented service."""
    return sign(PRIVATE, game=game, seq=seq, hash=head, at=at, provisional=True, epoch=epoch)


receipts = st.builds(
    sign,
    st.just(PRIVATE),
    game=st.text("0123456789abcdefghjkmnpqrstvwxyz", min_size=10, max_size=10),
    seq=st.integers(1, 2**53 - 1),
    hash=st.binary(min_size=32, max_size=32).map(bytes.hex),
    at=st.integers(0, 2**53 - 1),
    provisional=st.booleans(),
    epoch=st.integers(1, 2**53 - 1),
)


@given(receipts)
def test_what_is_written_is_read_back_in_both_forms_and_verifies(written: Receipt) -> None:
    for text in (written.line, msgspec.json.encode(written).decode()):
        assert len(text) <= LONGEST
        assert "\n" not in text
        assert read_receipt(text) == written
    assert verifies(written, KEY)


def test_the_line_is_the_documented_one() -> None:
    assert receipt().line.startswith(BEGINNING)


def test_somebody_without_this_program_can_verify_it() -> None:
    fields = json.loads(msgspec.json.encode(receipt()))
    signature = bytes.fromhex(fields.pop("signature"))
    signed = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
    SigningKey(PRIVATE).verify_key.verify(b"mensch/receipt/v1\n" + signed, signature)


def test_another_key_does_not_vouch_for_it() -> None:
    assert not verifies(receipt(), OTHER_KEY)


@pytest.mark.parametrize(
    "change",
    [
        {"at": 1764440400124},
        {"epoch": 2},
        {"game": "game000002"},
        {"hash": "a1" * 32},
        {"provisional": False},
        {"seq": 18},
        {"signature": "00" * 64},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_field_is_under_the_signature(change: dict[str, object]) -> None:
    assert not verifies(msgspec.structs.replace(receipt(), **change), KEY)


def test_two_hashes_for_one_record_contradict_one_another() -> None:
    assert contradict(receipt(), receipt(head="b0" * 32))
    assert contradict(receipt(), receipt(head="b0" * 32, epoch=2))


@pytest.mark.parametrize(
    "other",
    [
        receipt(),
        receipt(epoch=2),
        receipt(seq=18, head="b0" * 32),
        receipt(game="game000002", head="b0" * 32),
    ],
)
def test_a_repeated_one_and_those_of_other_records_do_not(other: Receipt) -> None:
    assert not contradict(receipt(), other)


def test_a_line_that_a_mail_has_wrapped_is_still_one() -> None:
    assert read_receipt(f"  {receipt().line.replace(' ', chr(10))}\r\n") == receipt()


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line[:-1],
        lambda line: line + "A",
        lambda line: line + "=",
        lambda line: line[:-1] + chr(ord(line[-1]) + 1),  # the last four bits of base64 say nothing
        lambda line: line.replace(" 17 ", " 017 "),
        lambda line: line.replace(" 17 ", " +17 "),
        lambda line: line.replace(" 17 ", " 1_7 "),
        lambda line: line.replace(" 17 ", " ١٧ "),
        lambda line: line.replace(" 17 ", " 0 "),
        lambda line: line.replace("a0a0", "A0a0"),
        lambda line: line.replace("a0a0", "a0"),
        lambda line: line.replace("provisional", "perhaps"),
        lambda line: line.replace(NAME, "mensch-receipt2"),
        lambda line: line.replace(" 1 ", " 0 "),
        lambda line: line + " more",
        lambda line: f"{line} {line}",
        lambda line: "",
        lambda line: "{" * 300,
        lambda line: "x" * 10**6,
    ],
)  # fmt: skip
def test_what_is_not_exactly_a_receipt_is_refused(damage: object) -> None:
    assert callable(damage)
    with pytest.raises(UsageError) as refused:
        read_receipt(damage(receipt().line))
    assert len(str(refused.value)) < 200
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "change",
    [{"seq": 17.0}, {"seq": "17"}, {"extra": 1}, {"provisional": 1}, {"hash": "a0" * 31}, {"seq": ...}],
    ids=str,
)
def test_json_with_other_fields_or_types_is_refused(change: dict[str, object]) -> None:
    fields = json.loads(msgspec.json.encode(receipt())) | change
    with pytest.raises(UsageError):
        read_receipt(json.dumps({name: value for name, value in fields.items() if value is not ...}))


def test_all_receipts_of_a_mail_are_found_in_their_order() -> None:
    one, two, three = receipt(), receipt(seq=18), receipt(seq=19)
    as_json = msgspec.json.encode(two).decode()
    mail = f"Dear arbiter,\n\n{one.line}\n{as_json}\nand\n  {three.line}\n\nYours, Anna\n"
    assert read_receipts(mail) == [one, two, three]


def test_a_damaged_one_among_them_is_not_passed_over() -> None:
    with pytest.raises(UsageError, match="is no receipt"):
        read_receipts(f"{receipt().line}\n{receipt().line[:-3]}\n")


def test_a_text_without_any_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no receipt in it"):
        read_receipts("Dear arbiter, I have lost it.")


damaged_lines = st.builds(
    lambda receipt, at, signs: receipt.line[:at] + signs + receipt.line[at:],
    receipts,
    st.integers(0, 230),
    st.text(max_size=3),
)


@given(st.text() | damaged_lines)
def test_whatever_a_text_holds_it_is_a_receipt_or_refused(text: str) -> None:
    with contextlib.suppress(UsageError):
        read = read_receipt(text)
        assert read_receipt(read.line) == read
