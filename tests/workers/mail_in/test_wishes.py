"""What a player settles by mail for later, and what they do besides moving."""

from __future__ import annotations

import pytest

from mensch.events.bodies import AbsenceAnnounced, GameAborted, MovePlayed
from mensch.events.orders import standing_orders
from mensch.events.words import words
from mensch.workers.mail.inbound.texts import DIGEST, LANGUAGE
from mensch.workers.mail.inbound.when import SOON
from tests.workers.mail_in.by_mail import CLOCK, DAY, HOUR, ByMail


@pytest.fixture
def table() -> ByMail:
    return ByMail(3, game_clock=CLOCK)


def lines(table: ByMail, seat: int, *typed: str) -> str:
    """What the answer to a mail says."""
    before = {answer.lines for answer in table.answers()}
    assert table.receives(table.reply(seat, *typed)) == "answered"
    (new,) = [answer.lines for answer in table.answers() if answer.lines not in before]
    return "\n".join(new)


def test_orders_are_kept_for_the_next_turn_and_told_with_a_warning(table: ByMail) -> None:
    said = lines(table, 1, "orders A+5, else N3+4,", "else autopilot; unless robbed")
    kept = standing_orders(table.store, table.game, 1)
    assert kept is not None
    assert (kept.text, kept.unless_robbed) == ("A+5, else N3+4, else autopilot", True)
    assert "A+5, else N3+4, else autopilot" in said
    assert "They end when somebody steals from you" in said
    assert "can tell the others something about your dice" in said


def test_orders_are_shown_and_cancelled(table: ByMail) -> None:
    assert "no standing orders" in lines(table, 1, "orders")
    lines(table, 1, "orders N4")
    assert "N4" in lines(table, 1, "orders")
    assert "cancelled" in lines(table, 1, "orders off")
    assert standing_orders(table.store, table.game, 1) is None


def test_forced_turns_are_played_for_whoever_wants_that(table: ByMail) -> None:
    assert "only one legal move are played for you" in lines(table, 1, "orders forced on")
    kept = standing_orders(table.store, table.game, 1)
    assert kept is not None
    assert kept.forced
    assert "asked in every turn" in lines(table, 1, "orders forced off")


def test_orders_that_cannot_be_read_are_quoted(table: ByMail) -> None:
    assert "“my best row” is no order" in lines(table, 1, "orders my best row")


def test_an_absence_stands_in_the_log_with_its_times(table: ByMail) -> None:
    said = lines(table, 1, "away 5 days")
    assert "Your clock stands meanwhile in 1 of your games" in said
    assert isinstance(body := table.log[-1].record.body, AbsenceAnnounced)
    assert (body.seat, body.until - body.since) == (1, 5 * DAY)


@pytest.mark.parametrize("cut_off", ["wishes.announce", "receive.keep_answer"])
def test_an_absence_whose_mail_comes_again_is_the_same_one(
    table: ByMail, monkeypatch: pytest.MonkeyPatch, cut_off: str
) -> None:
    """The first time the program dies, before or after it has announced it."""
    raw = table.reply(1, "away 5 days")
    asked = table.now
    with monkeypatch.context() as patch:
        patch.setattr(f"mensch.workers.mail.inbound.{cut_off}", None)
        with pytest.raises(TypeError):
            table.receives(raw)
    table.now += HOUR
    table.receives(raw)
    assert "you are away from" in table.only_answer()
    (absence,) = [body for entry in table.log if isinstance(body := entry.record.body, AbsenceAnnounced)]
    assert absence.until == asked + SOON + 5 * DAY


def test_an_absence_beyond_the_years_budget_is_refused(table: ByMail) -> None:
    assert "30 days a year" in lines(table, 1, "away 5 weeks")


def test_all_agree_to_a_pause_and_anybody_ends_it(table: ByMail) -> None:
    assert "when these agree too: bert, carla" in lines(table, 0, "pause")
    lines(table, 1, "pause")
    assert "the game pauses" in lines(table, 2, "pause")
    assert table.game.paused is not None
    assert table.receives(table.reply(0, "1")) == "answered"
    assert not any(isinstance(entry.record.body, MovePlayed) for entry in table.log)
    assert "goes on" in lines(table, 1, "weiter")
    assert table.game.paused is None


def test_all_agree_to_end_the_game(table: ByMail) -> None:
    assert "bert, carla" in lines(table, 0, "abort")
    lines(table, 1, "abort")
    assert "ended without a winner" in lines(table, 2, "abbruch")
    assert any(isinstance(entry.record.body, GameAborted) for entry in table.log)


def test_nobody_comes_back_who_was_not_away(table: ByMail) -> None:
    assert "no bot plays for you" in lines(table, 0, "back")


def test_mails_come_as_one_a_day_at_an_hour_or_not(table: ByMail) -> None:
    assert "at 19:00 UTC" in lines(table, 0, "digest 19")
    assert table.person(0).digest == 19
    assert "one mail per turn" in lines(table, 0, "sammelmail aus")
    assert table.person(0).digest is None
    assert "no hour of the day" in lines(table, 0, "digest 25")


def test_who_wants_no_more_mails_gets_one_a_day_while_a_game_needs_them(table: ByMail) -> None:
    assert "no more than one mail a day" in lines(table, 0, "stop")
    assert table.person(0).digest == 7


def test_one_click_on_unsubscribe_does_the_same_whatever_the_mail_says(table: ByMail) -> None:
    raw = table.reply(0, "", token=table.token(0, 0))
    assert table.receives(raw) == "answered"
    assert table.person(0).digest == 7


def test_the_language_is_chosen_and_the_answer_is_in_it(table: ByMail) -> None:
    lines(table, 0, "language deutsch")
    assert table.person(0).language == "de"
    assert "English (en) or German (de)" in lines(table, 1, "language esperanto")


def test_all_of_the_answer_is_in_the_language_that_is_chosen_in_any_line(table: ByMail) -> None:
    said = lines(table, 0, "digest 7", "language de", "N9", "say hello")
    assert said.splitlines()[1] == words("de").text(LANGUAGE)
    english = [DIGEST.format(hour=7), "was not done", "Nothing behind it"]
    assert [text for text in english if text in said] == []


def test_several_wishes_stand_in_one_mail(table: ByMail) -> None:
    said = lines(table, 0, "1", "digest 7", "away 2 days", "orders N4")
    assert table.seat == 1
    assert [word in said for word in ("the move", "7:00", "you are away", "N4")] == [True] * 4


def test_yes_means_nothing_to_who_has_a_seat(table: ByMail) -> None:
    assert "you have your seat already" in lines(table, 0, "Yes!")


def test_help_lists_the_commands_line_by_line(table: ByMail) -> None:
    table.receives(table.reply(0, "help"))
    (answer,) = table.answers()
    assert len(answer.lines) > 10
    assert not any("\n" in line for line in answer.lines)
