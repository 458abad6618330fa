"""A mail is tried again and again, with longer and longer pauses, and never twice at the same time."""

from __future__ import annotations

import pytest

from mensch.events import clock
from mensch.events.due import Due
from mensch.workers.mail import attempts
from mensch.workers.mail.attempts import Later
from mensch.workers.mail.outgoing import send_due
from tests.workers.mail.postoffice import PostOffice
from tests.workers.mail.table import DAY, HOUR, MINUTE, ByMail


def hourly(by_mail: ByMail, hours: int) -> None:
    """Let hours pass, in which a sweeper looks every ten minutes."""
    for _ in range(6 * hours):
        by_mail.waits(10 * MINUTE)
        by_mail.works()


def test_an_hour_without_a_server_delays_and_loses_nothing(by_mail: ByMail) -> None:
    by_mail.office.close()
    game = by_mail.game("anna", "bert", clock=None)
    by_mail.works()
    hourly(by_mail, 1)
    by_mail.office.open()
    hourly(by_mail, 1)
    assert by_mail.inbox("anna") == ["Your turn"]
    assert by_mail.inbox("bert") == ["The game begins"]
    assert by_mail.store.dead_letters(0) == []
    assert not any(field.startswith("post:") for field in by_mail.store.secrets(game.id))


def test_a_server_that_is_away_for_a_week_loses_nothing_either(by_mail: ByMail) -> None:
    by_mail.office.close()
    by_mail.game("anna", "bert", clock=None)
    by_mail.works()
    for _ in range(7 * 12):
        by_mail.waits(2 * HOUR)
        by_mail.works()
    by_mail.office.open()
    hourly(by_mail, 1)
    assert by_mail.inbox("anna") == ["Your turn"]


def test_a_mail_on_which_the_server_hangs_up_keeps_no_other_from_going_out(by_mail: ByMail) -> None:
    by_mail.office.replies["anna@example.net"] = "421 4.3.0 not this one"
    by_mail.game("anna", "bert", "cora", clock=None)
    by_mail.works()
    assert by_mail.inbox("bert") == ["The game begins"]
    assert by_mail.inbox("cora") == ["The game begins"]
    by_mail.office.replies.clear()
    hourly(by_mail, 1)
    assert by_mail.inbox("anna") == ["Your turn"]


def test_a_server_that_answers_to_two_mails_with_nothing_is_left_alone(by_mail: ByMail) -> None:
    for name in ("anna", "bert", "cora", "dora"):
        by_mail.office.replies[f"{name}@example.net"] = "421 4.3.0 going down"
    by_mail.game("anna", "bert", "cora", "dora", clock=None)
    by_mail.works()
    assert by_mail.office.asked == 2


def test_who_is_refused_for_now_is_asked_again_and_ever_more_rarely(by_mail: ByMail) -> None:
    by_mail.office.replies["anna@example.net"] = "451 4.7.1 greylisted, come back later"
    by_mail.game("anna", "bert", clock=None)
    asked = []
    for minute in range(70):
        before = by_mail.office.asked
        by_mail.works()
        if by_mail.office.asked > before and minute:
            asked.append(minute)
        by_mail.waits(MINUTE)
    assert asked == [1, 3, 7, 15, 31, 63]
    by_mail.office.replies.clear()
    by_mail.waits(2 * HOUR)
    by_mail.works()
    assert by_mail.inbox("anna") == ["Your turn"]
    assert by_mail.inbox("bert") == ["The game begins"], "bert has got his at once"


def test_who_is_refused_for_three_days_is_given_up_and_listed(by_mail: ByMail) -> None:
    by_mail.office.replies["anna@example.net"] = "452 4.2.2 mailbox full"
    game = by_mail.game("anna", "bert", clock=None)
    for _ in range(15):
        by_mail.works()
        by_mail.waits(6 * HOUR)
    asked = by_mail.office.asked
    assert [letter.name for letter in by_mail.store.dead_letters(0)] == [f"turn:{game.holder(0).player}:4"]
    by_mail.waits(DAY)
    assert by_mail.works() == 0
    assert by_mail.office.asked == asked


def test_who_does_not_exist_is_given_up_at_once_and_the_others_get_theirs(by_mail: ByMail) -> None:
    by_mail.office.replies["anna@example.net"] = "550 5.1.1 no such user"
    game = by_mail.game("anna", "bert")
    by_mail.works()
    (letter,) = by_mail.store.dead_letters(0)
    assert (letter.game, letter.name) == (game.id, f"turn:{game.holder(0).player}:4")
    assert by_mail.inbox("bert") == ["The game begins"]
    assert by_mail.works() == 0
    by_mail.office.replies.clear()
    by_mail.plays(by_mail.plays(game))
    by_mail.works()
    assert by_mail.inbox("anna") == ["Your turn, 5 d 12 h left"], "the next one is tried again"


def test_what_was_given_up_was_not_told(by_mail: ByMail) -> None:
    by_mail.office.replies["anna@example.net"] = "550 5.7.1 full of spam today"
    game = by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.office.replies.clear()
    by_mail.plays(by_mail.plays(game))
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert "  4  the dice are dealt, anna begins\n" in mail.text


def test_two_jobs_about_one_game_do_not_send_the_same_mail(by_mail: ByMail) -> None:
    """While one job has handed a mail over and not marked it yet, another record makes a second job."""
    game = by_mail.game("anna", "here:bert")
    nested: list[int] = []

    def meanwhile() -> None:
        if not nested:
            nested.append(1)
            after = by_mail.referee.say(game, 1, "Hello")
            send_due(by_mail.referee, "mail", after.id, after.seq)

    by_mail.office.before_answer = meanwhile
    by_mail.works()
    assert nested
    assert len(by_mail.inbox("anna")) == 1
    by_mail.waits(attempts.LEASE)
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 1
    assert by_mail.works() == 0


def test_a_mail_whose_job_died_is_sent_again_under_the_same_id(by_mail: ByMail) -> None:
    class Death(BaseException):
        pass

    def die(item: Due, name: str, at: int, *, last: bool) -> None:
        raise Death

    game = by_mail.game("anna", "bert")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(by_mail.store, "mark_sent", die)
        with pytest.raises(Death):
            by_mail.works()
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 1, "nobody knows yet that the job has died"
    by_mail.waits(attempts.LEASE)
    by_mail.works()
    one, other = by_mail.office.to("anna@example.net")
    assert one.id == other.id
    assert one.message["Reply-To"] == other.message["Reply-To"]
    by_mail.waits(DAY)
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 2
    assert len(by_mail.store.sent(game.id)) == 2


def test_an_attempt_waits_no_longer_than_its_pause_where_the_clock_was_put_back(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    store, now = by_mail.store, clock.now()
    begun = attempts.begin(store, game.id, {}, "turn:x:4", now)
    assert not isinstance(begun, Later)
    assert attempts.fail(store, begun, now, away=False) == Later(now + MINUTE)
    again = attempts.begin(store, game.id, store.secrets(game.id), "turn:x:4", now - DAY)
    assert not isinstance(again, Later)


def test_a_mail_that_was_taken_and_not_acknowledged_comes_again_under_the_same_id(by_mail: ByMail) -> None:
    def hang_up() -> None:
        by_mail.office.before_answer = lambda: None
        raise ConnectionResetError

    by_mail.office.before_answer = hang_up
    by_mail.game("anna", "here:bert", clock=None)
    by_mail.works()
    assert by_mail.store.dead_letters(0) == []
    hourly(by_mail, 1)
    one, other = by_mail.office.to("anna@example.net")
    assert (one.id, one.message["Reply-To"]) == (other.id, other.message["Reply-To"])


def test_nothing_of_a_mail_is_in_the_jobs_log(by_mail: ByMail, capsys: pytest.CaptureFixture[str]) -> None:
    by_mail.office.replies["anna@example.net"] = "550 5.1.1 <anna@example.net> unknown"
    game = by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.office.close()
    by_mail.plays(game)
    by_mail.works()
    told = capsys.readouterr().err
    assert '"outcome":"given up"' in told
    assert '"outcome":"sent"' in told
    assert '"outcome":"server away"' in told
    assert "example" not in told
    assert "anna" not in told


def test_without_a_server_named_the_job_fails_and_the_mail_waits(
    by_mail: ByMail, monkeypatch: pytest.MonkeyPatch, office: PostOffice
) -> None:
    by_mail.game("anna", "bert")
    monkeypatch.delenv("MENSCH_SMTP_URL")
    with pytest.raises(Exception, match="MENSCH_SMTP_URL must name"):
        by_mail.works()
    monkeypatch.setenv("MENSCH_SMTP_URL", office.environment["MENSCH_SMTP_URL"])
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 1
