"""Signed lines come by mail too, and whoever was late comes back with a move."""

from __future__ import annotations

import msgspec
import pytest

from mensch.events.bodies import MessageLeft, MovePlayed, PlayerResigned, SeatReturned
from mensch.events.cause import cause_field, signed_line
from mensch.events.commands import FlagFall
from mensch.events.ed25519 import public_key
from mensch.events.signing import sign
from tests.workers.mail_in.by_mail import CLOCK, DAY, ByMail

PRIVATE = (bytes([1]) * 32, bytes([2]) * 32)


@pytest.fixture
def table() -> ByMail:
    return ByMail(keys=[public_key(private) for private in PRIVATE])


def line(table: ByMail, word: str | None = None, seat: int = 0) -> str:
    game = table.game
    move = word or table.legal()
    return sign(PRIVATE[seat], game=game.id, seat=seat, seq=game.seq, head=game.head, move=move).text


def wrapped(text: str) -> list[str]:
    """A line as mail programs break it."""
    words = text.split()
    return [" ".join(words[:5]), " ".join(words[5:7]), words[7]]


def test_a_signed_move_counts_as_signed_with_the_message_beside_it(table: ByMail) -> None:
    text = line(table)
    assert table.receives(table.reply(0, *wrapped(text), "say well met")) == "done"
    message, move = table.log[-2:]
    assert isinstance(message.record.body, MessageLeft)
    assert isinstance(move.record.body, MovePlayed)
    kept = table.store.secret(table.id, cause_field(move.seq))
    assert kept is not None
    assert signed_line(kept[32:].decode()) == text


def test_a_signed_line_that_comes_twice_counts_once(table: ByMail) -> None:
    raw = table.reply(0, line(table))
    for _ in range(2):
        assert table.receives(raw) == "done"
    assert sum(isinstance(entry.record.body, MovePlayed) for entry in table.log) == 1


def test_dice_are_told_to_who_signs_for_them(table: ByMail) -> None:
    table.receives(table.reply(1, line(table, "show", seat=1)))
    dice = " ".join(map(str, table.game.table.hand(1)))
    assert f"Your dice: {dice}" in table.only_answer()


def test_somebody_elses_line_is_nothing_in_ones_own_mail(table: ByMail) -> None:
    table.receives(table.reply(1, line(table, "resign")))
    assert not any(isinstance(entry.record.body, PlayerResigned) for entry in table.log)
    assert "sign for your own seat" in table.only_answer()


def late() -> ByMail:
    """Anna was late, and a bot holds her seat."""
    terms = msgspec.structs.replace(CLOCK, on_timeout="takeover", misses=1)
    table = ByMail(game_clock=terms)
    table.now += 6 * DAY
    game = table.game
    table.referee.act(game, [FlagFall(0, game.turn_began, table.now)])
    assert table.game.holder(0).held
    return table


def test_a_move_of_ones_own_takes_the_seat_back_from_the_bot() -> None:
    table = late()
    assert table.receives(table.reply(0, "1")) == "done"
    returned, move = table.log[-2:]
    assert isinstance(returned.record.body, SeatReturned)
    assert isinstance(move.record.body, MovePlayed)
    assert returned.record.cmd == move.record.cmd
    assert not table.game.holder(0).held


def test_so_does_the_word_for_it() -> None:
    table = late()
    raw = table.reply(0, "zurück")
    table.receives(raw)
    assert not table.game.holder(0).held
    assert "you play yourself again" in table.only_answer()
