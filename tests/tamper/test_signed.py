"""Signatures that are not what they should be, and keys that were exchanged."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from mensch.events import commands as c
from mensch.events.audit import Given
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.cause import Cause, seal_cause
from mensch.events.ed25519 import public_key
from mensch.events.receipts import Receipt
from mensch.events.signing import NEW_KEY, RESIGN, SignedLine, sign
from tests.events.audit.logs import Change, number_of, rewritten
from tests.events.table import GAME, Table, salt
from tests.tamper.case import Case, by_operator, checked, sound
from tests.tamper.sample import (
    ANNA,
    ANNAS,
    BEN,
    BENS,
    EVE,
    EVES,
    PINNED,
    exported,
    line_for,
    nonce_of,
    played,
    plays_signed,
    receipt,
    seated,
)

TABLE = played()
RAWS = TABLE.raws
MOVES = [entry.seq for entry in TABLE.log if entry.record.type == "move_played"]
LAST = max(seq for seq in MOVES if TABLE.log[seq - 1].record.by == "seat:1")
"""The last move of ben: nothing that is signed comes behind it."""

NUMBER = MOVES.index(LAST)
PUBLISHED = number_of(RAWS, "reasons_published")
JOINED = number_of(RAWS, "player_joined")
RESIGNED = number_of(RAWS, "player_resigned")
BREACH = Verdict.VIOLATION
KNOWN = Given(keys=PINNED)

SMALL_ORDER = {
    "of order 1": "01" + "00" * 31,
    "of order 2": "ec" + "ff" * 30 + "7f",
    "of order 4": "00" * 32,
    "of order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "of order 1, not canonical": "ee" + "ff" * 30 + "7f",
    "no point at all": "02" + "00" * 31,
}
"""Public keys that prove nothing: the points of small order are those of RFC 8032's curve."""

STOLEN = public_key(b"\x09" * 32)
"""The key that somebody would like a seat to have."""

NOBODYS = "01" + "00" * 63
"""A signature that small-order keys verify in libraries that do not look."""


def signed(**changes: object) -> SignedLine:
    """The line of that last move as ben has signed it, but for the changes."""
    before = TABLE.log[LAST - 2]
    fields = {
        "private": BEN,
        "game": GAME,
        "seat": 1,
        "seq": before.seq,
        "head": before.hash,
        "move": TABLE.played[NUMBER].move,
        "nonce": nonce_of(LAST),
    }
    return sign(**{**fields, **changes})  # type: ignore[arg-type]  # each case changes what it knows


def with_cause(line: SignedLine | str) -> list[bytes]:
    """The log in which the last move of ben came with another line, sealed and opened as it should be."""
    envelope = Cause("signed", line=line if isinstance(line, str) else line.text).envelope
    return with_envelope(envelope)


def with_envelope(envelope: str) -> list[bytes]:
    """The log in which this is the cause of the last move of ben, sealed and opened as it should be."""
    auth = seal_cause(envelope, bytes.fromhex(TABLE.played[NUMBER].salt))
    raws = rewritten(RAWS, LAST, lambda record: record["body"].update(auth=auth))
    return rewritten(
        raws, PUBLISHED, lambda record: record["body"]["reasons"][NUMBER].update(envelope=envelope)
    )


def forged(*codes: Code, line: Callable[[], SignedLine | str]) -> Case:
    """A case of a line that does not count, in a log that is right but for it."""
    return by_operator(lambda: exported(with_cause(line())), BREACH, *codes, given=KNOWN)


def changed(number: int, change: Change) -> Callable[[], list[bytes]]:
    return lambda: exported(rewritten(RAWS, number, change))


def earlier() -> SignedLine:
    """A line over a record of the history that is there, but from before the turn."""
    return signed(seq=10, head=TABLE.log[9].hash)


def tail_bits(line: SignedLine) -> str:
    """The line with a signature of the same bytes in another spelling of base 64."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return line.text[:-1] + letters[letters.index(line.text[-1]) + 1]


BOTH = (Code.SIGNATURE_DIFFERS, Code.NOT_ALLOWED)

CASES: dict[str, Case] = {
    "the line as it was": sound(lambda: with_cause(signed()), KNOWN),
    "signed by the wrong seat": forged(*BOTH, line=lambda: signed(private=ANNA)),
    "signed by a stranger": forged(*BOTH, line=lambda: signed(private=EVE)),
    "a line of the wrong seat": forged(*BOTH, line=lambda: signed(private=ANNA, seat=0)),
    "a line for another game": forged(*BOTH, line=lambda: signed(game="game000002")),
    "over a hash that is not in the chain": forged(*BOTH, line=lambda: signed(head="ab" * 32)),
    "over the hash of another record": forged(*BOTH, line=lambda: signed(head=TABLE.log[3].hash)),
    "over a record that came later": forged(*BOTH, line=lambda: signed(seq=PUBLISHED)),
    "for another move": forged(Code.NOT_ALLOWED, line=lambda: signed(move="P1")),
    "for a resignation": forged(Code.NOT_ALLOWED, line=lambda: signed(move=RESIGN)),
    "before the turn began": forged(Code.OUT_OF_TURN, line=earlier),
    "a line that was used before": forged(Code.LINE_AGAIN, line=lambda: signed(nonce=nonce_of(8))),
    "a line with a signature that nobody made": forged(
        *BOTH, line=lambda: msgspec.structs.replace(signed(), signature=NOBODYS)
    ),
    "a signature in another spelling": forged(*BOTH, line=lambda: tail_bits(signed())),
    "a line in capitals": forged(*BOTH, line=lambda: signed().text.upper()),
    "a line with two spaces": forged(Code.NOT_ALLOWED, line=lambda: signed().text.replace(" ", "  ", 1)),
    "a line of words": forged(*BOTH, line=lambda: "mensch1 a b c d e f g"),
    "a line that steers a spreadsheet": forged(*BOTH, line=lambda: '=HYPERLINK("x")'),
    "a resignation that another seat has signed": by_operator(
        changed(
            RESIGNED,
            lambda record: record["body"].update(
                line=sign(
                    BEN, game=GAME, seat=0, seq=RESIGNED - 1, head=TABLE.log[RESIGNED - 2].hash, move=RESIGN
                ).text
            ),
        ),
        BREACH,
        *BOTH,
        given=KNOWN,
    ),
    "the embedded key swapped": by_operator(
        changed(JOINED, lambda record: record["body"].update(key=EVES)),
        BREACH,
        Code.KEY_DIFFERS,
        *BOTH,
        given=KNOWN,
    ),
    "the embedded key swapped, and no key pinned": by_operator(
        changed(JOINED, lambda record: record["body"].update(key=EVES)), BREACH, *BOTH
    ),
    "the embedded key left out": by_operator(
        changed(JOINED, lambda record: record["body"].pop("key")),
        BREACH,
        Code.KEY_DIFFERS,
        *BOTH,
        given=KNOWN,
    ),
    "the embedded keys of two seats swapped": by_operator(
        lambda: rewritten(
            rewritten(RAWS, JOINED, lambda record: record["body"].update(key=BENS)),
            JOINED + 1,
            lambda record: record["body"].update(key=ANNAS),
        ),
        BREACH,
        Code.KEY_DIFFERS,
        *BOTH,
        given=KNOWN,
    ),
    "one key for two seats": by_operator(
        changed(JOINED + 1, lambda record: record["body"].update(key=ANNAS)), BREACH, *BOTH
    ),
    "a key for a bot": by_operator(
        changed(JOINED + 2, lambda record: record["body"].update(key=EVES)), BREACH, *BOTH
    ),
    "all of it signed by others, against pinned keys": by_operator(
        lambda: exported(played(0, (EVE, BEN)).raws), BREACH, Code.KEY_DIFFERS, given=KNOWN
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_signature_that_does_not_count_is_told(case: str) -> None:
    checked(CASES[case])


@pytest.mark.parametrize("order", SMALL_ORDER)
def test_a_key_of_small_order_signs_nothing(order: str) -> None:
    key = SMALL_ORDER[order]
    lines = changed(JOINED, lambda record: record["body"].update(key=key))
    checked(by_operator(lines, BREACH, *BOTH))
    checked(by_operator(lines, BREACH, *BOTH, given=Given(keys={"seat:0": key})))


@pytest.mark.parametrize("order", SMALL_ORDER)
def test_a_receipt_of_a_key_of_small_order_notes_nothing(order: str) -> None:
    nobodys = msgspec.structs.replace(receipt(RAWS, 9), hash="00" * 32, signature=NOBODYS)
    checked(sound(lambda: RAWS, Given(keys={"service": SMALL_ORDER[order]}, receipts=[nobodys])))


NO_CAUSES = {
    "cut off": '{"kind":"signed"',
    "without a line": '{"kind":"signed"}',
    "with a number for a line": '{"kind":"signed","line":5}',
    "with a number that no line can be": '{"kind":"signed","line":1e400}',
    "with half a surrogate": '{"kind":"signed","line":"\\ud800"}',
    "with a field that is not known": '{"kind":"signed","line":"x","mood":1}',
    "with a line twice": '{"kind":"signed","line":"x","line":"y"}',
    "with a space": '{"kind":"signed", "line":"x"}',
    "very deep": '{"kind":"signed","line":' + "[" * 4000,
    "of a kind that is not known": '{"kind":"pigeon","line":"x"}',
    "of a spreadsheet": '=HYPERLINK("x")',
    "of nothing": "",
}


@pytest.mark.parametrize("envelope", NO_CAUSES)
def test_a_cause_that_is_not_known_is_listed_with_all_in_it_unchecked(envelope: str) -> None:
    report = checked(sound(lambda: with_envelope(NO_CAUSES[envelope]), KNOWN))
    assert any("are of a kind that this program does not know" in left.why for left in report.unchecked)


# Keys that change while a game runs


def rotated(line: Callable[[Table], str | None]) -> list[bytes]:
    """A game in which anna has another key from the second turn on, all signed and opened."""
    table = seated((ANNAS, BENS))
    plays_signed(table, table.game.table.legal_moves()[0].text, ANNA)
    signed_over = line(table)
    seen = table.game.head if signed_over else ""
    table.does(c.ChangeKey(0, EVES, signed_over, seen))
    plays_signed(table, table.game.table.legal_moves()[0].text, BEN)
    table.plays()
    plays_signed(table, table.game.table.legal_moves()[0].text, EVE)
    table.does(c.AbortGame())
    table.does(table.publishes(0, 1, 2, 3))
    return table.raws


def by_the_old_key(table: Table) -> str:
    game = table.game
    move = f"{NEW_KEY}{EVES}"
    return sign(ANNA, game=game.id, seat=0, seq=game.seq, head=game.head, move=move, nonce=salt(99)[:32]).text


def standing_of_anna(lines: list[bytes]) -> list[Standing]:
    report = checked(sound(lambda: lines, KNOWN))
    return [one.standing for one in report.findings if (one.code, one.party) == (Code.SIGNED, "seat:0")]


def test_a_key_that_the_old_one_has_signed_is_as_good_and_one_from_the_operator_is_marked() -> None:
    assert standing_of_anna(rotated(by_the_old_key)) == [Standing.PROVEN]
    assert standing_of_anna(rotated(lambda table: None)) == [Standing.PROVEN, Standing.ATTESTED]


def test_a_change_of_key_that_the_old_one_has_not_signed_is_told() -> None:
    raws = rotated(by_the_old_key)
    at = number_of(raws, "key_changed")

    def steal(record: dict[str, dict[str, str]]) -> None:
        record["body"].update(
            key=BENS[:-2] + "00", line=record["body"]["line"].replace(EVES, BENS[:-2] + "00")
        )

    checked(by_operator(lambda: rewritten(raws, at, steal), BREACH, *BOTH))


def test_a_key_from_the_operator_that_is_said_to_be_from_the_seat_is_told() -> None:
    raws = rotated(lambda table: None)
    at = number_of(raws, "key_changed")
    lines = rewritten(raws, at, lambda record: record.update(by="seat:0"))
    checked(by_operator(lambda: lines, BREACH, Code.EVENT_DIFFERS, Code.SIGNATURE_DIFFERS))


def test_a_line_signed_with_the_key_that_was_given_up_is_told() -> None:
    table = seated((ANNAS, BENS))
    plays_signed(table, table.game.table.legal_moves()[0].text, ANNA)
    plays_signed(table, table.game.table.legal_moves()[0].text, BEN)
    table.plays()
    late = line_for(table, RESIGN, ANNA)
    table.does(c.Resign(0, late.text, late.hash))
    raws = table.raws
    checked(sound(lambda: raws))
    checked(by_operator(lambda: rewritten(raws, JOINED, lambda f: f["body"].update(key=EVES)), BREACH, *BOTH))


def test_a_receipt_with_any_word_changed_notes_nothing() -> None:
    right = receipt(RAWS, 9)
    changes: list[dict[str, object]] = [
        {"seq": 8},
        {"at": right.at + 1},
        {"hash": "00" * 32},
        {"epoch": 2},
        {"provisional": True},
        {"signature": "00" * 64},
    ]
    for change in changes:
        false: Receipt = msgspec.structs.replace(right, **change)
        report = checked(sound(lambda: RAWS, Given(keys=PINNED, receipts=[false])))
        assert Code.HEAD_OK not in {finding.code for finding in report.findings}
