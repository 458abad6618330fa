"""The deck: seed, commitment, and what the players added."""

from __future__ import annotations

import hashlib

from mensch.core.deck import commitment
from mensch.events import commands as c
from mensch.events.audit import audit
from mensch.events.audit.report import Code, Standing, Verdict
from tests.events.audit.logs import codes, number_of, open_questions, refuted, rewritten, sound, whole
from tests.events.table import SEED, started

RAWS = whole(bots=[1]).raws
REVEAL = number_of(RAWS, "deck_revealed")


def test_the_evidence_of_the_deck_is_all_that_it_takes_to_compute_it_again() -> None:
    (found,) = [finding for finding in sound(RAWS).findings if finding.code is Code.DECK_OK]
    seed = bytes.fromhex(str(found.evidence["seed"]))
    assert found.evidence["commitment"] == hashlib.sha256(b"mensch/commitment/v1\n" + seed).hexdigest()
    assert (seed, found.standing) == (SEED, Standing.PROVEN)


def test_a_seed_that_was_not_committed_to_is_told() -> None:
    other = bytes(32)
    raws = rewritten(RAWS, REVEAL, lambda fields: fields["body"].update(seed=other.hex()))
    finding = refuted(raws, Verdict.VIOLATION, Code.SEED_DIFFERS, REVEAL)
    assert finding.evidence["SHA-256 of the seed"] == commitment(other).hex()


def test_with_a_false_seed_the_game_is_still_checked_as_everybody_could_see_it() -> None:
    report = audit(rewritten(RAWS, REVEAL, lambda fields: fields["body"].update(seed="00" * 32)))
    assert [finding.code for finding in report.broken] == [Code.SEED_DIFFERS]
    assert Code.REPLAY_OK in codes(report)
    assert "needs the revealed deck" in open_questions(report)


def test_a_seed_and_commitment_that_were_both_exchanged_deal_other_dice() -> None:
    other = bytes(32)
    raws = rewritten(RAWS, REVEAL, lambda fields: fields["body"].update(seed=other.hex()))
    raws = rewritten(raws, 1, lambda f: f["body"]["deck"].update(commitment=commitment(other).hex()))
    assert audit(raws).verdict is Verdict.VIOLATION


def test_bytes_of_a_player_that_were_changed_deal_other_dice() -> None:
    raws = rewritten(RAWS, 2, lambda fields: fields["body"].update(entropy="00" * 32))
    refuted(raws, Verdict.VIOLATION, Code.ILLEGAL_MOVE)


def test_bytes_of_a_bot_that_do_not_follow_from_the_seed_could_have_been_chosen() -> None:
    raws = rewritten(RAWS, 3, lambda fields: fields["body"].update(entropy="00" * 32))
    refuted(raws, Verdict.VIOLATION, Code.BYTES_DIFFER, 3)


def test_a_deck_that_was_made_for_another_game_may_be_known_from_there() -> None:
    table = started()
    table.does(c.AbortGame())
    raws = rewritten(table.raws, 1, lambda f: f["body"]["deck"].update(context="game000007"))
    (found,) = [finding for finding in sound(raws).findings if finding.code is Code.SHARED_DECK]
    assert found.standing is Standing.UNPROVEN


def test_a_seed_that_is_revealed_twice_is_told() -> None:
    raws = RAWS[: REVEAL + 1]
    again = rewritten(
        [*raws, raws[-1]],
        REVEAL + 2,
        lambda fields: fields.update(body={"seed": SEED.hex()}, type="deck_revealed", cmd="f" * 32),
    )
    assert audit(again).verdict is Verdict.VIOLATION
