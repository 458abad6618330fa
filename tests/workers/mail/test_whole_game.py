"""All mails of a whole game, looked through for what their reader must not know."""

from __future__ import annotations

import re

import pytest

from mensch.events.cause import TABLE
from mensch.events.loading import entries
from mensch.events.referee import SEED
from mensch.events.spectators import add_spectator
from mensch.workers.mail.tokens import Token, token_in
from tests.workers.mail.postoffice import Delivered
from tests.workers.mail.table import DAY, ByMail

NAMES = ("anna", "bert", "cora")


def places(mail: Delivered) -> dict[str, str]:
    """What a mail's text shows of the dice of each player."""
    shown = re.compile(r"^[> ] (anna|bert|cora) +\d+  (\S+(?: \S)?)", re.MULTILINE)
    return {name: dice.strip() for name, dice in shown.findall(mail.text)}


def html_dice(mail: Delivered) -> list[str]:
    """What its HTML shows of all dice, in the order of seats."""
    return re.findall(r"(?:font-weight:bold|color:#666)\">([1-6?])</span>", mail.html)


def test_no_mail_tells_a_die_that_its_reader_may_not_see(
    by_mail: ByMail, capsys: pytest.CaptureFixture[str]
) -> None:
    game = by_mail.game(*NAMES, target=10)
    add_spectator(by_mail.store, game, "dora@example.com", "en", 0)
    seen = 0
    while not game.over:
        by_mail.works()
        hands = {name: " ".join(map(str, game.table.hand(seat))) for seat, name in enumerate(NAMES)}
        for mail in by_mail.office.delivered[seen:]:
            reader, _, _ = mail.to.partition("@")
            shown = places(mail)
            assert set(shown) == set(NAMES)
            for name, dice in shown.items():
                assert dice == (hands[name] if name == reader else "? ?"), mail.text
            in_html = html_dice(mail)
            assert [die for die in in_html if die != "?"] == (
                [] if reader == "dora" else hands[reader].split()
            )
            assert len(in_html) == 6
        seen = len(by_mail.office.delivered)
        move = game.table.legal_moves()[-1]
        game = by_mail.referee.play(game, game.table.turn, move.text, TABLE)
        by_mail.waits(DAY // 4)
    by_mail.works()
    seed = by_mail.store.secrets(game.id)[SEED]
    logged = capsys.readouterr()
    for mail in by_mail.office.delivered:
        raw = mail.message.as_string()
        assert seed.hex() not in raw
        readers_own = {token.who for token in tokens(raw)}
        assert len(readers_own) <= 1, "nobody gets another's token"
        assert mail.to not in logged.err + logged.out
    assert "dora@example.com" in {mail.to for mail in by_mail.office.delivered}
    moves = len(entries(by_mail.store, game.id))
    assert len(by_mail.office.to("anna@example.net")) < moves / 2


def tokens(text: str) -> list[Token]:
    found = (token_in(word) for word in text.replace("=\n", "").replace("=\r\n", "").split())
    return [token for token in found if token is not None]
