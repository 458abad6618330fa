"""Causes that were sealed and are opened, and bots' moves that are run again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any  # what JSON holds

from mensch.events import commands as c
from mensch.events.audit.report import Code, Standing, Verdict
from mensch.events.bodies import Bot
from mensch.events.cause import Cause, seal_cause
from tests.events.audit.logs import (
    codes,
    fields_of,
    number_of,
    open_questions,
    play_on,
    refuted,
    rewritten,
    sound,
    whole,
)
from tests.events.table import BOT, Table, started

TABLE = whole(bots=[1])
RAWS = TABLE.raws
PUBLISHED = number_of(RAWS, "reasons_published")
FIRST = number_of(RAWS, "move_played")


def published(change: Callable[[list[dict[str, Any]]], object]) -> list[bytes]:
    return rewritten(RAWS, PUBLISHED, lambda fields: change(fields["body"]["reasons"]))


def with_cause(envelope: str) -> list[bytes]:
    """The log in which the first move was sealed with another cause, which is then opened."""
    reason = fields_of(RAWS[PUBLISHED - 1])["body"]["reasons"][0]
    auth = seal_cause(envelope, bytes.fromhex(reason["salt"]))
    raws = rewritten(RAWS, FIRST, lambda fields: fields["body"].update(auth=auth))
    return rewritten(raws, PUBLISHED, lambda f: f["body"]["reasons"][0].update(envelope=envelope))


def test_an_envelope_that_was_exchanged_does_not_open_its_seal() -> None:
    refuted(
        published(lambda reasons: reasons[0].update(envelope='{"kind":"mail"}')),
        Verdict.VIOLATION,
        Code.FALSE_CAUSE,
        FIRST,
    )


def test_a_salt_that_was_exchanged_does_not_open_its_seal() -> None:
    raws = published(lambda reasons: reasons[0].update(salt="00" * 32))
    refuted(raws, Verdict.VIOLATION, Code.FALSE_CAUSE, FIRST)


def test_a_cause_of_what_is_no_move_is_told() -> None:
    refuted(published(lambda reasons: reasons[0].update(seq=1)), Verdict.VIOLATION, Code.FALSE_CAUSE, 1)


def test_a_cause_that_is_published_twice_is_told() -> None:
    raws = published(lambda reasons: reasons.insert(0, dict(reasons[0])))
    refuted(raws, Verdict.VIOLATION, Code.FALSE_CAUSE, FIRST)


def test_causes_that_are_not_published_are_listed_as_sealed() -> None:
    report = sound(published(lambda reasons: reasons.pop()))
    assert "the causes of 1 move are sealed" in open_questions(report)


def test_a_cause_of_an_unknown_kind_is_listed_as_it_stands() -> None:
    report = sound(with_cause('{"kind":"pigeon"}'))
    assert '{"kind":"pigeon"}' in open_questions(report)


def test_an_envelope_that_is_no_json_is_listed_as_it_stands() -> None:
    for envelope in ("hello", "[" * 4000, '{"kind": "table"}'):
        assert "of a kind that this program does not know" in open_questions(sound(with_cause(envelope)))


def ended(table: Table, *, causes: bool = False) -> list[bytes]:
    """The log of a table after an abort, with or without the causes of its moves."""
    table.does(c.AbortGame())
    if causes:
        table.does(table.publishes(*range(len(table.played))))
    return table.raws


def another_move_than_the_bots() -> str:
    """What a bot at seat 0 could play first, but does not."""
    table = started(bots=[0])
    choices = [move.text for move in table.game.table.legal_moves()]
    play_on(table, 1)
    return next(text for text in choices if text != table.played[0].move)


class TestABotsMove:
    def test_that_the_bot_does_not_choose_was_chosen_by_somebody_else(self) -> None:
        for causes in (False, True):
            table = started(bots=[0])
            table.plays(another_move_than_the_bots(), BOT)
            finding = refuted(ended(table, causes=causes), Verdict.VIOLATION, Code.BOT_DIFFERS, 5)
            assert finding.evidence["its turn began with record"] == 4

    def test_that_a_person_typed_is_told_and_no_fault_if_its_cause_says_so(self) -> None:
        table = started(bots=[0])
        table.plays(another_move_than_the_bots())
        report = sound(ended(table, causes=True))
        assert [f.standing for f in report.findings if f.code is Code.OVERRULED] == [Standing.ATTESTED]

    def test_whose_cause_names_another_level_is_told(self) -> None:
        table = started(bots=[0])
        table.plays(another_move_than_the_bots(), Cause("bot", "random", 1))
        refuted(ended(table, causes=True), Verdict.VIOLATION, Code.FALSE_CAUSE, 5)

    def test_of_a_version_that_this_program_lacks_is_listed_as_not_checked(self) -> None:
        table = started(bots=[0])
        play_on(table, 1)
        raws = rewritten(ended(table), 2, lambda fields: fields["body"]["bot"].update(version=999))
        report = sound(raws)
        assert Code.BOTS_OK not in codes(report)
        assert "1 move of bots" in open_questions(report)

    def test_is_that_of_the_bot_which_has_the_seat_then(self) -> None:
        table = started()
        table.does(c.TakeOverSeat(0, "mensch0007", Bot("random", 1)))
        play_on(table, 1)
        assert Code.BOTS_OK in codes(sound(ended(table)))
