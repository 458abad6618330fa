"""Two and four people play by mail for days: one is late, all pause, all agree to end."""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parseaddr

import pytest

from mensch.events import clock
from mensch.events.bodies import Clock
from mensch.events.due import REASONS
from mensch.events.game import Game, Status
from mensch.events.memory import MemoryStore
from mensch.workers.flags import fall
from mensch.workers.mail.address import service_address
from mensch.workers.mail.inbound.receive import Terms, receive
from mensch.workers.turns import take_turn
from tests.workers.mail.postoffice import Delivered, PostOffice
from tests.workers.mail.table import DAY, GREEDY, HOUR, ByMail
from tests.workers.mail_in.styles import STYLES, Typed

NAMES = ("anna", "bert", "cora", "dora")
TAKEOVER = Clock(2 * DAY, 3 * DAY, "takeover", GREEDY, increment=12 * HOUR, misses=1)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[ByMail]:
    with PostOffice() as office:
        yield ByMail(MemoryStore(), office, monkeypatch)


def mails_to(table: ByMail, name: str) -> list[Delivered]:
    return table.office.to(f"{name}@example.net")


def replies(table: ByMail, name: str, *lines: str) -> str:
    """Somebody answers the latest mail that they got, with a program of their own; what became of it."""
    mail = mails_to(table, name)[-1]
    number = len(table.office.delivered)
    _, to = parseaddr(str(mail.message["Reply-To"]))
    style = STYLES[(NAMES.index(name) * 3 + number) % len(STYLES)]
    typed = Typed(f"{name.title()} <{mail.to}>", to, lines, mail.text, mail.subject, number)
    return receive(table.referee, style(typed), Terms(service_address()))


def now(table: ByMail, game: Game) -> Game:
    """The game after all that has happened, when all mails about it are out."""
    table.works()
    return table.referee.load(game.id)


def turn(table: ByMail, game: Game) -> Game:
    """Whoever is to move does so by mail, some hours later; a bot at once."""
    game = now(table, game)
    if game.person_to_move is None:
        take_turn(table.referee, game)
    else:
        table.waits(5 * HOUR)
        assert replies(table, NAMES[game.table.turn], "1") == "done"
    return now(table, game)


def test_four_play_to_the_end_though_one_is_late_and_all_pause(table: ByMail) -> None:
    table.person("cora", "de")
    game = table.game(*NAMES, target=3, clock=TAKEOVER)
    for _ in range(5):
        game = turn(table, game)
    late = NAMES[game.table.turn]
    table.waits(4 * DAY)
    game = now(table, game)
    game = now(table, fall(table.referee, game, game.seq))
    assert table.inbox(late)[-1] in ("A bot plays for you", "Ein Bot spielt für dich")
    for _ in range(3):
        game = turn(table, game)
    assert replies(table, late, "back") == "answered"
    game = now(table, game)
    assert not any(holder is not None and holder.held for holder in game.seats)
    for name in NAMES:
        assert replies(table, name, "pause") == "answered"
        game = now(table, game)
    assert game.paused is not None
    assert replies(table, NAMES[game.table.turn], "1") == "answered", "no move counts while all pause"
    table.waits(30 * DAY)
    assert now(table, game).seq == game.seq
    assert replies(table, "cora", "weiter") == "answered"
    game = now(table, game)
    while not game.over:
        game = turn(table, game)
    assert game.status is Status.FINISHED
    assert {table.inbox(name)[-1] for name in NAMES} == {"The game is over", "Das Spiel ist aus"}
    left = [item.kind for item in table.store.due(clock.now() + 400 * DAY, 10)]
    assert left == [REASONS], "no mail and no clock is left"


def test_two_agree_to_end_without_a_winner(table: ByMail) -> None:
    game = table.game("anna", "bert", clock=TAKEOVER)
    for _ in range(4):
        game = turn(table, game)
    assert replies(table, "anna", "abort") == "answered"
    game = now(table, game)
    assert "anna would end the game without a winner" in mails_to(table, "bert")[-1].text
    assert replies(table, "bert", "abbruch") == "answered"
    game = now(table, game)
    assert game.status is Status.ABORTED
    table.works()
    for name in ("anna", "bert"):
        assert any("The game has ended without a winner." in mail.text for mail in mails_to(table, name))
