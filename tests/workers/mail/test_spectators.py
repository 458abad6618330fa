"""Who looks on by mail sees what everybody may see, once a day, and the end."""

from __future__ import annotations

import pytest

from mensch.core.errors import GameOverError, NotFoundError, UsageError
from mensch.events import clock, spectators
from mensch.events.due import DIGEST
from mensch.events.rebuild import rebuild
from mensch.events.spectators import add_spectator, drop_spectator, remove_spectator
from mensch.workers.mail.tokens import STOP, Standing, check, token_in
from tests.workers.mail.table import DAY, HOUR, ByMail

DORA = "dora@example.com"


def test_a_spectator_gets_one_mail_a_day_and_the_end(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", target=1, clock=None)
    add_spectator(by_mail.store, game, DORA, "en", clock.now())
    game = by_mail.plays(by_mail.plays(game))
    by_mail.works()
    assert by_mail.office.to(DORA) == []
    by_mail.waits(DAY)
    by_mail.works()
    (first,) = by_mail.office.to(DORA)
    assert first.subject == f"[mensch {game.id[:4]} #{game.seq}] What happened"
    assert "So far:\n  5  anna" in first.text
    assert "  6  bert" in first.text
    assert "? ?" in first.text
    assert "Your dice" not in first.text
    by_mail.waits(DAY + HOUR)
    by_mail.works()
    assert len(by_mail.office.to(DORA)) == 1, "nothing has happened"
    while not game.over:
        game = by_mail.plays(game)
    by_mail.works()
    _, last = by_mail.office.to(DORA)
    assert "The game is over" in last.subject
    assert "Since your last mail:\n" in last.text
    assert "  6  bert" not in last.text
    assert last.message["In-Reply-To"] == first.id
    by_mail.waits(3 * DAY)
    by_mail.works()
    assert len(by_mail.office.to(DORA)) == 2
    assert [item for item in by_mail.store.due(1 << 52) if item.kind == DIGEST] == []


def test_the_end_of_a_game_without_mail_players_is_told_within_a_day(by_mail: ByMail) -> None:
    game = by_mail.game("here:anna", "here:bert", target=1)
    add_spectator(by_mail.store, game, DORA, "de", clock.now())
    while not game.over:
        game = by_mail.plays(game)
    by_mail.waits(DAY)
    by_mail.works()
    (mail,) = by_mail.office.to(DORA)
    assert mail.message["Content-Language"] == "de"


def test_who_writes_to_the_stop_address_is_known_by_its_token(by_mail: ByMail) -> None:
    game = by_mail.game("here:anna", "here:bert")
    number = add_spectator(by_mail.store, game, DORA, "en", clock.now())
    by_mail.plays(game)
    by_mail.waits(DAY)
    by_mail.works()
    (mail,) = by_mail.office.to(DORA)
    token = token_in(mail.message["List-Unsubscribe"])
    assert token is not None
    assert (token.who, token.turn, token.seat) == (f"w{number}", STOP, None)
    assert token.text in mail.text
    assert check(by_mail.store, game, token) is Standing.CURRENT
    drop_spectator(by_mail.store, game.id, number)
    by_mail.plays(by_mail.referee.load(game.id))
    by_mail.waits(DAY)
    by_mail.works()
    assert len(by_mail.office.to(DORA)) == 1


def test_a_spectator_is_listed_once_and_can_be_removed(by_mail: ByMail) -> None:
    game = by_mail.game("here:anna", "here:bert")
    number = add_spectator(by_mail.store, game, DORA, "en", clock.now())
    assert add_spectator(by_mail.store, game, "Dora@Example.com", "de", clock.now()) == number
    remove_spectator(by_mail.store, game.id, "DORA@example.com")
    with pytest.raises(NotFoundError, match=r"dora@example\.com is no spectator"):
        remove_spectator(by_mail.store, game.id, DORA)
    assert spectators.spectators(by_mail.store.secrets(game.id)) == {}


def test_there_is_an_end_to_spectators(by_mail: ByMail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spectators, "MOST", 2)
    game = by_mail.game("here:anna", "here:bert", target=1)
    for name in ("dora", "emil"):
        add_spectator(by_mail.store, game, f"{name}@example.com", "en", clock.now())
    with pytest.raises(UsageError, match="has 2 spectators already"):
        add_spectator(by_mail.store, game, "fritz@example.com", "en", clock.now())
    while not game.over:
        game = by_mail.plays(game)
    with pytest.raises(GameOverError, match="is finished"):
        add_spectator(by_mail.store, game, "fritz@example.com", "en", clock.now())


def test_a_rebuilt_index_still_knows_when_to_write_to_them(by_mail: ByMail) -> None:
    game = by_mail.game("here:anna", "here:bert")
    add_spectator(by_mail.store, game, DORA, "en", clock.now())
    (item,) = [item for item in by_mail.store.due(1 << 52) if item.kind == DIGEST]
    by_mail.store.done(item)
    rebuild(by_mail.store)
    assert [one.member for one in by_mail.store.due(1 << 52) if one.kind == DIGEST] == [item.member]
