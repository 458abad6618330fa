"""Disputes and rulings, and a deck that stays secret for a while after the end."""

from __future__ import annotations

import msgspec

from mensch.events import commands as c
from mensch.events.audit import Given
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.bodies import Reason, RulingGiven
from mensch.events.disputes import ruling_message
from mensch.events.ed25519 import public_key, sign
from tests.events.audit.logs import (
    codes,
    fields_of,
    number_of,
    open_questions,
    rechained,
    refuted,
    rewritten,
    sound,
)
from tests.events.table import Table, started

PRIVATE = bytes([7]) * 32
KEY = public_key(PRIVATE)
ARBITER = "arbt000000"
PINNED = Given(keys={f"arbiter:{ARBITER}": KEY})


def disputed() -> Table:
    """A running game in which seat 0 disputes the last move."""
    table = started(3)
    table.plays()
    table.plays()
    table.does(c.OpenDispute(0, table.game.seq, "ab" * 32))
    return table


def rules(table: Table, ruling: str, *, seat: int | None = None) -> None:
    """Let the arbiter close the dispute."""
    bare = msgspec.convert(
        {"dispute": min(table.game.disputes), "ruling": ruling, "signature": "00" * 64, "seat": seat},
        RulingGiven,
    )
    signed = msgspec.structs.replace(bare, signature=sign(PRIVATE, ruling_message(table.game, bare)))
    table.does(c.GiveRuling(ARBITER, KEY, signed))


def test_a_ruling_is_proven_with_the_pinned_key_of_the_arbiter() -> None:
    table = disputed()
    rules(table, "stands")
    table.plays()
    (found,) = [f for f in sound(table.raws, PINNED).findings if f.code is Code.RULING]
    assert (found.standing, found.party) == (Standing.PROVEN, f"arbiter:{ARBITER}")


def test_without_a_pinned_key_it_is_the_operators_word_and_all_else_about_it_is_checked() -> None:
    table = disputed()
    rules(table, "stands")
    report = sound(table.raws)
    assert [f.standing for f in report.findings if f.code is Code.RULING] == [Standing.ATTESTED]
    again = rewritten(table.raws, len(table.raws), lambda fields: fields["body"].update(dispute=3))
    refuted(again, Verdict.VIOLATION, Code.NOT_ALLOWED, len(table.raws))


def test_a_ruling_that_the_arbiter_did_not_sign_is_told() -> None:
    table = disputed()
    rules(table, "stands")
    raws = rewritten(table.raws, len(table.raws), lambda f: f["body"].update(signature="00" * 64))
    refuted(raws, Verdict.VIOLATION, Code.NOT_ALLOWED, len(raws), PINNED)


def test_a_ruling_by_nobody_who_is_an_arbiter_is_told() -> None:
    table = disputed()
    rules(table, "stands")
    raws = rewritten(table.raws, len(table.raws), lambda fields: fields.update(by="operator"))
    refuted(raws, Verdict.VIOLATION, Code.NOT_ALLOWED, len(raws))


def test_a_forfeit_and_an_annulment_are_replayed() -> None:
    table = disputed()
    rules(table, "forfeit", seat=1)
    table.plays()
    table.does(c.OpenDispute(0, table.game.seq, "ab" * 32))
    rules(table, "annulled")
    assert Code.DECK_OK in codes(sound(table.raws, PINNED))


def test_a_move_while_a_dispute_is_open_is_told() -> None:
    table = started(3)
    table.plays()
    records = [fields_of(raw) for raw in table.raws]
    dispute = {
        **records[-1],
        "body": {"claim": "ab" * 32, "seat": 0, "seq": 6},
        "by": "seat:0",
        "cmd": "e" * 32,
        "type": "dispute_opened",
    }
    table.plays()
    late = {**fields_of(table.raws[-1]), "cmd": "f" * 32}
    raws = rechained([*records, dispute, late])
    refuted(raws, Verdict.VIOLATION, Code.OUT_OF_TURN, len(raws))


def test_a_cause_may_be_opened_for_a_dispute_and_only_then() -> None:
    table = disputed()
    move = table.played[1]
    reason = Reason(move.envelope, move.salt, number_of(table.raws, "move_played", 1))
    auth = fields_of(table.raws[reason.seq - 1])["body"]["auth"]
    table.does(c.OpenReason(reason, auth))
    report = sound(table.raws)
    assert Code.CAUSES_OK in codes(report)
    assert "the causes of 1 move are sealed" in open_questions(report)
    records = [fields_of(raw) for raw in table.raws]
    without = rechained([record for record in records if record["type"] != "dispute_opened"])
    refuted(without, Verdict.VIOLATION, Code.EARLY, len(without))
    refuted(without, Verdict.VIOLATION, Code.OUT_OF_TURN, len(without))
