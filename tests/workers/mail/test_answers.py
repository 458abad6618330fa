"""What a player has written is answered: how it was understood, and how the game stands."""

from __future__ import annotations

from mensch.events import clock
from mensch.events.due import ANSWER
from mensch.events.words import words
from mensch.workers.mail.inbound.answer import Answer, keep_answer
from mensch.workers.mail.inbound.texts import HELP
from mensch.workers.mail.tokens import Standing, check, token_in
from tests.workers.mail.table import ByMail

QUESTION = "<question@example.net>"


def test_an_answer_is_in_the_thread_of_the_mail_and_has_the_table(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    lines = ("Understood: show.", "Nothing else.")
    keep_answer(by_mail.store, game.id, 77, Answer(1, game.holder(1).player, lines, QUESTION), clock.now())
    by_mail.works()
    _, mail = by_mail.office.to("bert@example.net")
    assert mail.subject.endswith("] Your mail")
    assert mail.message["In-Reply-To"] == QUESTION
    assert mail.message["Auto-Submitted"] == "auto-replied"
    assert "Understood: show.\n\nNothing else.\n" in mail.text
    assert f"Your dice: {game.table.hand(1)[0]} {game.table.hand(1)[1]}" in mail.text
    token = token_in(mail.message["Reply-To"])
    assert token is not None
    assert check(by_mail.store, game, token) is Standing.CURRENT
    assert "answer:77" not in by_mail.store.secrets(game.id)
    assert "answer:77" in by_mail.store.sent(game.id)
    assert [item for item in by_mail.store.due(1 << 52) if item.kind == ANSWER] == []


def test_what_can_be_answered_is_a_list(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    lines = ("“x” is not understood.", *words("en").text(HELP).splitlines())
    keep_answer(by_mail.store, game.id, 77, Answer(0, game.holder(0).player, lines), clock.now())
    by_mail.works()
    _, mail = by_mail.office.to("anna@example.net")
    assert "“x” is not understood.\n\nWhat the first lines of an answer can say:\n  3 – the move" in mail.text
    assert "\n  B+5 – a move\n  say TEXT" in mail.text
    assert "<li>B+5 – a move</li>" in mail.html


def test_an_answer_without_a_table_has_none_and_another_id_cannot_bring_headers(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    evil = "<x@y>\r\nBcc: eve@evil.test"
    answer = Answer(0, game.holder(0).player, ("Good bye.",), evil, table=False)
    keep_answer(by_mail.store, game.id, 78, answer, clock.now())
    by_mail.works()
    _, mail = by_mail.office.to("anna@example.net")
    assert mail.message["In-Reply-To"] is None
    assert mail.message["Bcc"] is None
    assert "Your dice" not in mail.text


def test_an_answer_to_somebody_who_was_forgotten_is_dropped(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "here:bert")
    by_mail.works()
    keep_answer(by_mail.store, game.id, 79, Answer(0, game.holder(0).player, ("Hello.",)), clock.now())
    by_mail.store.forget_player(game.holder(0).player)
    by_mail.works()
    assert len(by_mail.office.delivered) == 1
    assert [item for item in by_mail.store.due(1 << 52) if item.kind == ANSWER] == []
