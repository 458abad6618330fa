"""Whoever is to move gets one mail, with all that a move needs."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from urllib.parse import unquote

import pytest

from mensch.cli import texts as cli
from mensch.events.redis.store import RedisStore
from mensch.workers.mail.tokens import STOP, Standing, check, token_in
from tests.workers.mail.postoffice import SERVICE, PostOffice
from tests.workers.mail.table import DAY, HOUR, ByMail
from tests.workers.programs import Programs


def test_the_mail_of_a_turn_has_the_table_the_dice_and_the_moves(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    one, other = game.table.hand(0)
    assert f"Your dice: {one} {other}\n" in mail.text
    assert f"> anna   0  {one} {other}" in mail.text
    assert "  bert   0  ? ?" in mail.text
    assert f"  1 N{one}={one}" in mail.text
    assert f"N{one}+{other}={one + other}" in mail.text
    assert "You have 5 d left for this turn; the flag falls at 20" in mail.text
    assert "Since your last mail" not in mail.text
    assert "Your turn" in mail.subject


def test_the_subject_names_game_turn_and_time(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.waits(2 * DAY + 20 * HOUR)
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert mail.subject == f"[mensch {game.id[:4]} #{game.turn_began}] Your turn, 2 d 4 h left"


def test_without_time_control_the_subject_names_none(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", clock=None)
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert mail.subject == f"[mensch {game.id[:4]} #{game.turn_began}] Your turn"
    assert "left for" not in mail.text


def test_one_mail_per_turn_and_the_others_are_left_alone(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "cora")
    by_mail.works()
    assert [by_mail.inbox(name) for name in ("anna", "bert", "cora")] == [
        ["Your turn, 5 d left"],
        ["The game begins"],
        ["The game begins"],
    ]
    by_mail.plays(game)
    by_mail.works()
    by_mail.works()
    assert [len(by_mail.inbox(name)) for name in ("anna", "bert", "cora")] == [1, 2, 1]
    assert by_mail.inbox("bert")[1] == "Your turn, 5 d left"


def test_what_happened_since_the_last_mail_is_told_and_nothing_twice(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "bot")
    by_mail.works()
    game = by_mail.plays(game, say="Viel Glück, ihr beiden!")
    by_mail.works()
    for _ in range(2):  # bert, and the bot
        game = by_mail.plays(game)
    by_mail.works()
    first, second = by_mail.office.to("anna@example.net")
    told = re.findall(r"^  (\d+)  ", second.text, re.MULTILINE)
    assert told == [str(seq) for seq in range(6, 10)], "its own move, what was said, and the moves of two"
    assert "anna  says: Viel Glück, ihr beiden!" in second.text
    assert "says" not in first.text
    assert "Since your last mail" in second.text


def test_a_bots_move_causes_no_mail(by_mail: ByMail) -> None:
    game = by_mail.game("bot", "anna", "bot")
    by_mail.works()
    assert by_mail.inbox("anna") == ["The game begins"]
    game = by_mail.plays(game)
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["Your turn, 5 d left"]
    game = by_mail.plays(by_mail.plays(game))
    by_mail.works()
    by_mail.plays(game)
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 3


def test_a_message_alone_causes_no_mail(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.referee.say(game, 1, "Hurry up")
    by_mail.works()
    assert (len(by_mail.inbox("anna")), len(by_mail.inbox("bert"))) == (1, 1)


def test_a_mail_is_sent_once_however_often_its_job_runs(by_mail: ByMail) -> None:
    by_mail.game("anna", "bert")
    assert by_mail.works() == 1
    assert by_mail.works() == 0
    assert len(by_mail.office.delivered) == 2


def test_its_headers_say_what_it_is(by_mail: ByMail) -> None:
    by_mail.game("anna", "bert")
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    headers = mail.message
    assert mail.sender == SERVICE
    assert headers["From"] == f"mensch <{SERVICE}>"
    assert headers["To"] == "anna <anna@example.net>"
    assert headers["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<[0-9a-f]{40}@example\.org>", mail.id)
    assert parsedate_to_datetime(headers["Date"]).tzinfo is not None
    assert headers.get_content_type() == "multipart/alternative"
    assert headers["In-Reply-To"] is None
    assert all(len(line) <= 78 for line in headers.as_bytes().decode("ascii").splitlines())


def test_the_mails_of_one_game_are_one_thread(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    for _ in range(3):
        by_mail.works()
        game = by_mail.plays(by_mail.plays(game))
    first, second, third = by_mail.office.to("anna@example.net")
    assert second.message["In-Reply-To"] == first.id
    assert third.message["In-Reply-To"] == second.id
    assert third.message["References"].split() == [first.id, second.id]
    assert len({mail.id for mail in by_mail.office.delivered}) == len(by_mail.office.delivered)


def test_a_reply_goes_to_an_address_that_is_good_for_this_turn(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    token = token_in(mail.message["Reply-To"])
    assert token is not None
    assert (token.game, token.seat, token.turn) == (game.id, 0, game.turn_began)
    assert check(by_mail.store, game, token) is Standing.CURRENT
    assert check(by_mail.store, by_mail.plays(game), token) is Standing.PAST


def test_without_plus_addresses_the_token_stands_in_the_subject(
    by_mail: ByMail, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MENSCH_MAIL_PLUS", "no")
    game = by_mail.game("anna", "bert")
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert mail.message["Reply-To"] == SERVICE
    token = token_in(f"Re: {mail.subject}")
    assert token is not None
    assert check(by_mail.store, game, token) is Standing.CURRENT
    stop = token_in(unquote(mail.message["List-Unsubscribe"]))
    assert stop is not None
    assert (stop.turn, stop.seat) == (STOP, 0)


def test_who_wants_no_mails_writes_to_an_address_that_lasts(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert re.fullmatch(r"<mailto:mensch\+\S+@example\.org>", mail.message["List-Unsubscribe"])
    stop = token_in(mail.message["List-Unsubscribe"])
    assert stop is not None
    while not game.over:
        game = by_mail.plays(game)
    assert check(by_mail.store, game, stop) is Standing.CURRENT


def test_the_numbers_are_those_of_mensch_moves(
    programs: Programs, store: RedisStore, monkeypatch: pytest.MonkeyPatch, office: PostOffice
) -> None:
    by_mail = ByMail(store, office, monkeypatch)
    game = by_mail.game("anna", "bert")
    for _ in range(40):
        game = by_mail.plays(game)
    by_mail.works()
    (mail,) = [mail for mail in office.delivered if "Your turn" in mail.subject]
    listed = programs.run("moves", game.id).output.splitlines()[1:]
    numbered = re.compile(r"(\d+) ([ABNP]\S+(?: (?:scores|from) \S+|x \S+)*)")
    wanted = [number for line in listed for number in numbered.findall(line)]
    assert wanted
    _, _, below = mail.text.partition("Your dice")
    assert numbered.findall(below.partition("\n\n")[0]) == wanted


def test_the_html_part_says_the_same_and_escapes_names(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.store.save_player(game.holder(1).player, {"name": b"<b>bert</b>"})
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    one, other = game.table.hand(0)
    assert "&lt;b&gt;bert&lt;/b&gt;" in mail.html
    assert "<b>bert" not in mail.html
    assert f"Your dice: {one} {other}" in mail.html
    (link,) = re.findall(rf'<a href="mailto:([^"]+)">N{one}={one}</a>', mail.html)
    assert link.startswith(mail.message["Reply-To"])
    assert link.endswith(f"body=N{one}"), "what it does is not for the player to say"
    assert "<script" not in mail.html
    assert "http" not in mail.html, "nothing is fetched"


def test_both_parts_say_which_dice_are_discarded(by_mail: ByMail) -> None:
    game = by_mail.plays(by_mail.plays(by_mail.game("anna", "bert")))
    by_mail.works()
    mail = by_mail.office.to("anna@example.net")[-1]
    dice = " ".join(f"{number}×{pips}" for pips, number in enumerate(game.table.discards) if number)
    assert f"discards {dice}\n" in mail.text
    assert f"· discards {dice}\n" in mail.html


def test_a_name_cannot_bring_headers_along(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    evil = "eve\r\nBcc: victim@example.com\r\n\r\nboo"
    by_mail.store.save_player(game.holder(0).player, {"name": evil.encode()})
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert mail.message["Bcc"] is None
    assert "victim@example.com" not in str(mail.message["To"].addresses[0].addr_spec)
    assert [one.to for one in by_mail.office.delivered] == ["anna@example.net", "bert@example.net"]


def test_where_nothing_is_discarded_a_mail_says_it_with_the_word_of_the_screen(by_mail: ByMail) -> None:
    by_mail.game("anna", "bert")
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    assert f"discards {cli.NONE}\n" in mail.text
