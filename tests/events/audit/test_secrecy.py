"""What a record tells before it may."""

from __future__ import annotations

from mensch.events.audit import audit
from mensch.events.audit.report import Code, Standing, Verdict
from tests.events.audit.logs import (
    codes,
    fields_of,
    number_of,
    rechained,
    refuted,
    rewritten,
    sound,
    whole,
)

RAWS = whole().raws
RECORDS = [fields_of(raw) for raw in RAWS]
REVEAL = number_of(RAWS, "deck_revealed")
PUBLISHED = number_of(RAWS, "reasons_published")


def moved(number: int, to: int) -> list[bytes]:
    """The log with a record somewhere else, by a command of its own, and chained anew."""
    rest = [*RECORDS[: number - 1], *RECORDS[number:]]
    record = {**RECORDS[number - 1], "at": rest[to - 2]["at"], "cmd": "f" * 32}
    return rechained([*rest[: to - 1], record, *rest[to - 1 :]])


def test_a_seed_that_was_told_while_the_game_ran_is_told() -> None:
    finding = refuted(moved(REVEAL, 6), Verdict.VIOLATION, Code.EARLY, 6)
    assert "the seed" in finding.says


def test_causes_that_were_published_before_the_reveal_are_told() -> None:
    finding = refuted(moved(PUBLISHED, 8), Verdict.VIOLATION, Code.EARLY, 8)
    assert "causes" in finding.says


def test_that_nothing_was_told_early_is_proven_and_that_nobody_looked_is_not() -> None:
    report = sound(RAWS)
    assert {Code.SECRECY_OK: Standing.PROVEN, Code.EYES: Standing.UNPROVEN}.items() <= {
        finding.code: finding.standing for finding in report.findings
    }.items()


def test_times_that_go_back_are_told() -> None:
    raws = rewritten(RAWS, 6, lambda fields: fields.update(at=fields["at"] - 60_000))
    finding = refuted(raws, Verdict.VIOLATION, Code.TIME_BACK, 6)
    assert finding.evidence["its own, in ms"] == RECORDS[5]["at"] - 60_000
    assert Code.REPLAY_OK in codes(audit(raws))
