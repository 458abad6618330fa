"""A token says which game, seat and turn a reply is for, and is worth nothing to anybody else."""

from __future__ import annotations

import pytest

from mensch.events import commands as c
from mensch.workers.mail.tokens import INVITED, STOP, Standing, Token, check, issue, token_in
from tests.workers.mail.table import ByMail

SECRET = "0123456789abcdefghjk"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (f"mensch+k7m2abcdef.1.17.{SECRET}@example.org", ("k7m2abcdef", "1", 17)),
        (f"MENSCH+K7M2ABCDEF.1.17.{SECRET.upper()}@EXAMPLE.ORG", ("k7m2abcdef", "1", 17)),
        (f"Re: AW: [mensch k7m2 #17] Your turn (k7m2abcdef.0.17.{SECRET})", ("k7m2abcdef", "0", 17)),
        (f"<mailto:mensch+k7m2abcdef.w123456789.0.{SECRET}@example.org>", ("k7m2abcdef", "w123456789", 0)),
        (f"stop k7m2abcdef.3.0.{SECRET}", ("k7m2abcdef", "3", 0)),
    ],
)
def test_a_token_is_found_in_an_address_and_in_a_subject(text: str, meant: tuple[str, str, int]) -> None:
    assert token_in(text) == Token(*meant, SECRET)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mensch@example.org",
        f"k7m2abcdef.4.17.{SECRET}",
        f"k7m2abcdef.1.017.{SECRET}",
        f"k7m2abcdef.1.-1.{SECRET}",
        f"k7m2abcdef.1.17.{SECRET[:-1]}",
        f"k7m2abcdef.1.17.{SECRET}0",
        f"xk7m2abcdef.1.17.{SECRET}",
        f"k7m2abcdef.1.{'9' * 16}.{SECRET}",
        f"k7m2abcdef.1.17.{'u' * 20}",
        f"k7m2abcdef.w.0.{SECRET}",
    ],
)
def test_what_is_no_token_is_none(text: str) -> None:
    assert token_in(text) is None


def test_a_mail_that_is_written_again_has_the_same_token(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    player = game.holder(0).player
    once = issue(by_mail.store, game.id, "0", 4, player)
    assert issue(by_mail.store, game.id, "0", 4, player) == once
    assert issue(by_mail.store, game.id, "0", 5, player).secret != once.secret
    assert issue(by_mail.store, game.id, "1", 4, player).secret != once.secret
    assert token_in(once.text) == once


def test_a_token_lasts_for_its_turn(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", target=1)
    token = issue(by_mail.store, game.id, "0", game.turn_began, game.holder(0).player)
    assert check(by_mail.store, game, token) is Standing.CURRENT
    assert check(by_mail.store, by_mail.referee.say(game, 1, "Hello"), token) is Standing.CURRENT
    game = by_mail.plays(by_mail.referee.load(game.id))
    assert check(by_mail.store, game, token) is Standing.PAST
    while not game.over:
        game = by_mail.plays(game)
    assert check(by_mail.store, game, token) is Standing.OVER


def test_a_token_that_was_never_issued_is_unknown(by_mail: ByMail) -> None:
    game, other = by_mail.game("anna", "bert"), by_mail.game("anna", "bert")
    token = issue(by_mail.store, game.id, "0", game.turn_began, game.holder(0).player)
    for wrong in (
        Token(game.id, "0", game.turn_began, SECRET),
        Token(game.id, "1", game.turn_began, token.secret),
        Token(game.id, "0", game.turn_began + 1, token.secret),
        Token(game.id, "3", game.turn_began, token.secret),
        Token(game.id, "0", STOP, token.secret),
        Token(game.id, "0", INVITED, token.secret),
        Token(game.id, "w1", STOP, token.secret),
        Token(game.id, "w1", game.turn_began, token.secret),
    ):
        assert check(by_mail.store, game, wrong) is Standing.UNKNOWN
    assert check(by_mail.store, other, token) is Standing.UNKNOWN


def test_whoever_lost_the_seat_is_nobody(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    player = game.holder(0).player
    turn = issue(by_mail.store, game.id, "0", game.turn_began, player)
    stop = issue(by_mail.store, game.id, "0", STOP, player)
    cora = by_mail.person("cora")
    game = by_mail.does(game, c.TakeOverSeat(0, cora.id, mail=True))
    assert check(by_mail.store, game, turn) is Standing.UNKNOWN
    assert check(by_mail.store, game, stop) is Standing.UNKNOWN
    assert check(by_mail.store, game, issue(by_mail.store, game.id, "0", STOP, cora.id)) is Standing.CURRENT
