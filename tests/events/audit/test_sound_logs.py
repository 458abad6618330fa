"""What an audit says of logs in which nothing is wrong."""

from __future__ import annotations

import pytest

from mensch.events.audit import audit
from mensch.events.audit.report import OF_A_GAME, Code, Standing, Step, Verdict
from tests.events.audit.logs import codes, open_questions, play_on, sound, whole
from tests.events.table import started
from tests.golden.recorded import names, raws


@pytest.mark.parametrize("name", names())
def test_nothing_is_broken_in_a_golden_log(name: str) -> None:
    assert audit(raws(name)).broken == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_proven_to_be_played_by_the_rules_with_its_own_deck(seats: int) -> None:
    report = sound(whole(seats, bots=[1]).raws)
    proven = {finding.code for finding in report.findings if finding.standing is Standing.PROVEN}
    assert {Code.CHAIN_OK, Code.CAUSES_OK, Code.DECK_OK, Code.REPLAY_OK, Code.BOTS_OK} <= proven
    assert Code.SECRECY_OK in proven


def test_it_is_never_proven_that_nobody_chose_the_seed_or_looked_at_hands() -> None:
    report = sound(whole().raws)
    unproven = {finding.code for finding in report.findings if finding.standing is Standing.UNPROVEN}
    assert unproven == {Code.SEED_CHOICE, Code.EYES}


def test_that_a_person_played_a_move_at_the_table_is_the_operators_word() -> None:
    report = sound(whole(bots=[1]).raws)
    by = [(f.party, f.standing) for f in report.findings if f.code is Code.WHO_PLAYED]
    assert by == [("seat:0", Standing.ATTESTED)]


def test_times_are_the_operators_word() -> None:
    report = sound(whole().raws)
    assert [f.standing for f in report.findings if f.code is Code.ORDER_OK] == [Standing.ATTESTED]


def test_a_running_game_is_checked_as_far_as_everybody_can_see() -> None:
    table = started(3, bots=[2])
    play_on(table, 20)
    report = sound(table.raws)
    assert Code.REPLAY_OK in codes(report)
    assert Code.DECK_OK not in codes(report)
    said = open_questions(report)
    assert "the deck is not revealed" in said
    assert "had been drawn needs the revealed deck" in said
    assert "the causes of 20 moves are sealed" in said
    assert "of bots can be run again once the deck is revealed" in said


def test_it_always_lists_what_it_did_not_check() -> None:
    said = open_questions(sound(whole().raws))
    for step in (Step.KEYS, Step.HEADS, Step.TIME, Step.ANNEX):
        assert step.value in said


def test_every_step_is_either_gone_through_or_listed_with_a_reason() -> None:
    for lines in (whole().raws, started().raws, [], [b"no record"]):
        report = audit(lines)
        assert set(report.checked) | {left.step for left in report.unchecked} == set(OF_A_GAME)


def test_lines_may_end_with_a_line_feed() -> None:
    table = whole()
    assert audit([raw + b"\n" for raw in table.raws]) == audit(table.raws)


def test_an_open_seed_is_said_to_prove_nothing_about_luck() -> None:
    (said,) = [f.says for f in audit(raws("open-seed")).findings if f.code is Code.SEED_CHOICE]
    assert "proves nothing about luck" in said


def test_bots_are_not_run_again_when_asked_not_to() -> None:
    report = audit(whole(bots=[1]).raws, bots=False)
    assert report.verdict is Verdict.SOUND
    assert Code.BOTS_OK not in codes(report)
    assert "asked not to" in open_questions(report)
