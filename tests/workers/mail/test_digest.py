"""Who wants one mail a day gets one, about all their games."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from mensch.events import clock
from mensch.events.due import DIGEST
from mensch.events.people import set_digest
from mensch.workers.mail.address import PLUS_VARIABLE
from mensch.workers.mail.tokens import Standing, check, token_in
from tests.workers.mail.table import DAY, DAYS, HOUR, ByMail


def in_hours(hours: int) -> int:
    """The hour of the day, UTC, so many hours from now."""
    return (datetime.fromtimestamp(time.time(), UTC).hour + hours) % 24


def test_one_mail_a_day_about_all_games_at_the_hour_that_was_asked_for(by_mail: ByMail) -> None:
    anna = by_mail.person("anna")
    set_digest(by_mail.store, anna.id, in_hours(3))
    first, second = by_mail.game("anna", "bert"), by_mail.game("cora", "anna")
    by_mail.works()
    by_mail.waits(HOUR)
    by_mail.works()
    assert by_mail.office.to("anna@example.net") == []
    by_mail.plays(second)
    by_mail.works()
    by_mail.waits(3 * HOUR)
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert mail.subject == "[mensch] 2 games wait"
    for game in (first, second):
        assert f"[mensch {game.id[:4]} #" in mail.text
        assert f"mensch+{game.id}." in mail.text
    assert mail.message["Reply-To"] is None, "a reply must say which game it is about"
    assert mail.text.count("Your dice: ") == 2
    by_mail.waits(HOUR)
    by_mail.works()
    by_mail.waits(2 * DAY - 2 * HOUR)
    by_mail.works()
    assert len(by_mail.office.to("anna@example.net")) == 1, "nothing new has come to wait"


@pytest.mark.parametrize("plus", ["yes", "no"])
def test_where_it_is_about_one_game_a_reply_goes_there(
    by_mail: ByMail, monkeypatch: pytest.MonkeyPatch, plus: str
) -> None:
    monkeypatch.setenv(PLUS_VARIABLE, plus)
    set_digest(by_mail.store, by_mail.person("anna").id, in_hours(1))
    game = by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.waits(HOUR)
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert mail.subject.startswith("[mensch] 1 game waits")
    token = token_in(mail.message["Reply-To"] if plus == "yes" else mail.subject)
    assert token is not None
    assert check(by_mail.store, game, token) is Standing.CURRENT


def test_every_game_of_it_has_its_own_reply_address(by_mail: ByMail) -> None:
    anna = by_mail.person("anna")
    set_digest(by_mail.store, anna.id, in_hours(1))
    games = [by_mail.game("anna", "bert"), by_mail.game("anna", "cora")]
    by_mail.works()
    by_mail.waits(HOUR)
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    found = [
        token_in(line) for line in " ".join(mail.text.split()).split("Replies about this game go to ")[1:]
    ]
    assert [token.game for token in found if token] == [game.id for game in games]
    for game, token in zip(games, found, strict=True):
        assert token is not None
        assert check(by_mail.store, game, token) is Standing.CURRENT


def test_who_has_little_time_left_is_reminded_at_once(by_mail: ByMail) -> None:
    anna = by_mail.person("anna")
    set_digest(by_mail.store, anna.id, in_hours(12))
    by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.waits(DAYS.bank // 2)
    by_mail.works()
    before = by_mail.inbox("anna")
    assert before == ["1 game waits"]
    by_mail.waits(DAYS.bank * 3 // 10)
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["Your turn, 1 d left"]


def test_the_item_of_the_day_comes_again_the_next_day(by_mail: ByMail) -> None:
    anna = by_mail.person("anna")
    set_digest(by_mail.store, anna.id, in_hours(1))
    game = by_mail.game("anna", "bert", clock=None)
    for day in range(3):
        by_mail.works()
        by_mail.waits(DAY)
        by_mail.works()
        assert len(by_mail.inbox("anna")) == day + 1
        (item,) = [item for item in by_mail.store.due(1 << 52) if item.kind == DIGEST]
        assert 0 < item.at - clock.now() <= DAY
        game = by_mail.plays(by_mail.plays(game))
    assert set(by_mail.inbox("anna")) == {"1 game waits"}


def test_who_no_longer_wants_it_gets_what_waits_and_then_a_mail_at_each_turn(by_mail: ByMail) -> None:
    anna = by_mail.person("anna")
    set_digest(by_mail.store, anna.id, in_hours(2))
    game = by_mail.game("anna", "bert", clock=None)
    by_mail.works()
    set_digest(by_mail.store, anna.id, None)
    by_mail.waits(2 * HOUR)
    by_mail.works()
    assert by_mail.inbox("anna") == ["1 game waits"]
    by_mail.plays(by_mail.plays(game))
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["Your turn"]
    assert [item for item in by_mail.store.due(1 << 52) if item.kind == DIGEST] == []


def test_a_refused_mail_of_the_day_is_tried_again_under_the_same_id(by_mail: ByMail) -> None:
    anna = by_mail.person("anna")
    set_digest(by_mail.store, anna.id, in_hours(1))
    by_mail.game("anna", "bert", clock=None)
    by_mail.works()
    by_mail.office.replies["anna@example.net"] = "451 4.3.0 try again"
    by_mail.waits(HOUR)
    by_mail.works()
    assert by_mail.inbox("anna") == []
    by_mail.office.replies.clear()
    by_mail.waits(HOUR // 4)
    by_mail.works()
    assert by_mail.inbox("anna") == ["1 game waits"]
    by_mail.waits(HOUR)
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 1
