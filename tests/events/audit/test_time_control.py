"""What an audit says of time control: flags, moves for who was late, time given back, late moves."""

from __future__ import annotations

from random import Random

import pytest

from mensch.core.deck import joiner_bytes
from mensch.core.rules import classic
from mensch.events import commands as c
from mensch.events.audit.report import Code, Finding, Report, Standing, Verdict
from mensch.events.bodies import Bot, Joining
from mensch.events.cause import FORCED, Cause, mail_cause, order_cause, seal_cause
from tests.events import verifier
from tests.events.audit.logs import fields_of, open_questions, rechained, refuted, rewritten, sound
from tests.events.clocked import DAY, HOUR, ClockedTable, clocked, opened, terms
from tests.events.table import BOT, GREEDY, join, player, started
from tests.events.verifier_table import ViolationError


def over(table: ClockedTable) -> list[bytes]:
    """The whole log of a game that ends now, with its causes."""
    table.does(c.AbortGame())
    table.does(table.publishes(*range(len(table.played))))
    return table.raws


def of(report: Report, code: Code) -> list[Finding]:
    """The findings about one thing."""
    return [finding for finding in report.findings if finding.code is code]


def test_flags_that_fell_in_time_are_proven_by_the_times_of_the_log() -> None:
    table = clocked()
    table.flag_falls()
    table.plays()
    table.flag_falls()
    [finding] = of(sound(over(table)), Code.FLAGS_OK)
    assert finding.standing is Standing.PROVEN
    assert finding.says == "2 flags fell, none before its deadline by the times of the log"
    assert (finding.first, finding.last) == (5, 8)


def test_the_deadlines_of_a_game_with_a_clock_are_no_open_question() -> None:
    table = clocked()
    table.plays()
    assert "no clock" not in open_questions(sound(over(table)))
    other = started()
    assert "the game has no clock, so there is no deadline to check" in open_questions(sound(other.raws))


def test_that_flags_fell_in_time_is_known_while_the_game_still_runs() -> None:
    table = clocked()
    table.flag_falls()
    assert len(of(sound(table.raws), Code.FLAGS_OK)) == 1


def test_the_move_for_who_was_late_is_run_again_after_the_reveal() -> None:
    table = clocked()
    table.flag_falls()
    assert "1 move of bots can be run again once the deck is revealed" in open_questions(sound(table.raws))
    [finding] = of(sound(over(table)), Code.BOTS_OK)
    assert finding.says.startswith("1 move of bots, run again")
    assert (finding.first, finding.last) == (6, 6)


def test_another_move_than_the_bot_of_the_clock_chooses_is_found() -> None:
    table = clocked()
    chosen = table.choice_of(GREEDY)
    other = next(move.text for move in table.game.table.legal_moves() if move.text != chosen)
    table.does(table.flag(move=other), at=table.deadline)
    finding = refuted(over(table), Verdict.VIOLATION, Code.BOT_DIFFERS, at=6)
    assert f"greedy version 1 chooses {chosen} here, not {other}" in finding.says


def test_a_move_for_who_was_late_that_another_cause_was_sealed_with_is_found() -> None:
    table = clocked()
    table.flag_falls()
    records = list(map(fields_of, over(table)))
    auth = seal_cause(FORCED.envelope, bytes.fromhex(table.played[0].salt))
    records[5]["body"]["auth"] = auth
    records[-1]["body"]["reasons"][0]["envelope"] = FORCED.envelope
    with pytest.raises(ViolationError, match="another bot, or somebody, moved"):
        verifier.verify(rechained(records))
    finding = refuted(rechained(records), Verdict.VIOLATION, Code.NOT_ALLOWED, at=5)
    assert "names the bot that makes it" in finding.says


def test_a_bot_that_only_held_a_seat_is_run_again_too() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.plays(table.choice_of(GREEDY), BOT)
    [finding] = of(sound(over(table)), Code.BOTS_OK)
    assert (finding.first, finding.last) == (7, 7)


def test_a_bot_that_this_program_does_not_have_stands_in_unchecked() -> None:
    table = clocked(terms(stand_in=Bot("genius", 9)))
    move = table.game.table.legal_moves()[0].text
    table.does(table.flag(move=move), at=table.deadline)
    assert "genius" in open_questions(sound(over(table)))


def test_time_that_was_given_back_is_told_with_whose_word_it_is() -> None:
    table = clocked()
    down = table.game.at + HOUR
    table.after(DAY).does(c.ReturnTime(0, 3 * HOUR, down, down + 4 * HOUR))
    [finding] = of(sound(table.raws), Code.TIME_RETURNED)
    assert finding.standing is Standing.ATTESTED
    assert "seat 0 got back 3:00:00" in finding.says


def test_a_move_after_the_deadline_counts_and_is_told() -> None:
    table = clocked()
    table.plays_after(5 * DAY)
    table.plays_after(6 * DAY)
    assert "1 move, record 6 first, came after the deadline" in open_questions(sound(table.raws))


def test_on_whose_word_it_stands_who_played_is_told_by_how_the_moves_came() -> None:
    table, random = clocked(rules=classic(2, 60)), Random(0)
    for cause in (mail_cause("ab" * 32), order_cause(0)):
        table.plays(cause=cause)
    while len(legal := table.game.table.legal_moves()) > 1:
        table.plays(random.choice(legal).text, mail_cause("cd" * 32))
    forced = table.turn
    table.plays(cause=FORCED)
    said = {finding.says for finding in of(sound(over(table)), Code.WHO_PLAYED)}
    ordered = "by standing orders is the word of the operator, whose server kept the orders"
    alone = "because nothing else was legal, as they wanted it, is the word of the operator"
    assert said >= {f"that seat:1 played 1 move {ordered}", f"that seat:{forced} played 1 move {alone}"}
    mails = "is the word of the operator, whose server took the mails: what was sealed has their SHA-256"
    assert len([one for one in said if one.endswith(mails)]) == 2


def test_a_move_that_is_said_to_be_forced_and_was_not_is_found_once_the_dice_are_known() -> None:
    table = clocked()
    table.plays(cause=FORCED)
    finding = refuted(over(table), Verdict.VIOLATION, Code.FALSE_CAUSE, at=5)
    assert "said to have been the only legal one" in finding.says


def test_a_move_that_standing_orders_left_to_a_bot_is_run_again() -> None:
    table = clocked()
    left = Cause("order", "greedy", 1, index=1)
    table.plays(table.choice_of(GREEDY), left)
    [finding] = of(sound(over(table)), Code.BOTS_OK)
    assert (finding.first, finding.last) == (5, 5)


def test_another_move_than_that_bot_chooses_is_found() -> None:
    table = clocked()
    chosen = table.choice_of(GREEDY)
    other = next(move.text for move in table.game.table.legal_moves() if move.text != chosen)
    table.plays(other, Cause("order", "greedy", 1, index=1))
    refuted(over(table), Verdict.VIOLATION, Code.BOT_DIFFERS, at=5)


def test_a_move_for_who_was_late_is_no_move_that_they_should_have_signed() -> None:
    table = clocked()
    key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    table.does(c.ChangeKey(0, key))
    table.flag_falls()
    assert of(sound(over(table)), Code.UNSIGNED) == []


def test_a_move_by_mail_of_who_has_a_key_is_told_to_be_unsigned() -> None:
    table = clocked()
    key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    table.does(c.ChangeKey(0, key))
    table.plays(cause=mail_cause("ab" * 32))
    [finding] = of(sound(over(table)), Code.UNSIGNED)
    assert finding.says == "1 move of seat 0, which has a key, without a signature"


def test_a_start_without_everybody_is_decided_again() -> None:
    table = opened(terms(), 3, joining=Joining(DAY, GREEDY))
    table.does(join(table, 1))
    entropies = [joiner_bytes(table.seed, index).hex() for index in (1, 2)]
    table.after(DAY).does(c.LapseStart(0, [player(0), player(2)], entropies))
    table.plays(table.choice_of(GREEDY), BOT)
    sound(over(table))


def test_a_start_that_lapsed_too_early_is_found() -> None:
    table = opened(terms(), 3, joining=Joining(DAY))
    table.after(DAY).does(c.LapseStart(0))
    raws = rewritten(table.raws, 2, lambda record: record.update(at=record["at"] - 1))
    raws = rewritten(raws, 3, lambda record: record.update(at=record["at"] - 1))
    refuted(raws, Verdict.VIOLATION, Code.OUT_OF_TURN, at=2)


def test_a_seed_that_comes_with_a_lapsed_start_is_not_told_early() -> None:
    table = opened(terms(), 3, joining=Joining(DAY))
    table.after(DAY).does(c.LapseStart(0))
    assert of(sound(table.raws), Code.SECRECY_OK) != []


def test_a_flag_that_was_written_without_what_comes_of_it_is_cut_off() -> None:
    table = clocked(terms(on_timeout="forfeit"), seats=3)
    table.flag_falls()
    refuted(table.raws[:-1], Verdict.CUT, Code.CUT)


def test_a_pause_that_was_agreed_needs_the_offers() -> None:
    table = clocked()
    table.does(c.OfferPause(0))
    table.does(c.OfferPause(1))
    sound(table.raws)
    alone = rewritten(table.raws, 7, lambda record: record.update(cmd="e" * 32))
    refuted(alone, Verdict.VIOLATION, Code.EVENT_DIFFERS, at=7)
