"""Standing orders are followed when their time comes, once, and tell nothing before the deck is open."""

from __future__ import annotations

import pytest

from mensch.events.cause import TABLE
from mensch.events.commands import TakeOverSeat
from mensch.events.due import MAIL, ORDER, ORDER_DELAY
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.orders import give_orders, read_orders, standing_orders
from mensch.events.store import Append, Appended
from mensch.workers import orders
from tests.events.mail_table import MINUTE, Days


def with_orders(days: Days, text: str, *, forced: bool = False) -> Game:
    """A game in which it is bert's turn, who had given orders before."""
    game = days.game("anna", "bert")
    give_orders(days.referee, game, 1, read_orders(text), forced=forced or None)
    days.now += MINUTE
    return days.referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)


def order_item(days: Days, game: Game) -> int:
    """When the orders are looked at."""
    [at] = [item.at for item in days.store.due(2**52) if item.kind == ORDER and item.game == game.id]
    return at


def test_they_are_followed_some_minutes_after_the_turn_has_begun() -> None:
    days = Days()
    game = with_orders(days, "A+6, autopilot")
    least, most = ORDER_DELAY
    assert least <= order_item(days, game) - game.at <= most
    days.now = order_item(days, game)
    after = orders.follow(days.referee, game, game.seq)
    assert after.table.turn == 0
    assert after.seq == game.seq + 1


def test_a_second_run_changes_nothing() -> None:
    days = Days()
    game = with_orders(days, "autopilot, for 3 turns")
    after = orders.follow(days.referee, game, game.seq)
    again = orders.follow(days.referee, days.referee.load(game.id), game.seq)
    assert (again.seq, again.head) == (after.seq, after.head)
    kept = standing_orders(days.store, again, 1)
    assert kept is not None
    assert kept.turns == 2
    assert orders.follow(days.referee, game, game.seq).seq == after.seq, "nor one that has read before"


def test_a_turn_without_orders_waits_for_the_player() -> None:
    days = Days()
    game = with_orders(days, "A+6, B+6")
    assert orders.planned(days.referee, game) is None
    assert orders.follow(days.referee, game, game.seq).seq == game.seq


def test_orders_that_were_cancelled_are_not_followed() -> None:
    days = Days()
    game = with_orders(days, "autopilot")
    give_orders(days.referee, game, 1, None, cancel=True)
    assert orders.follow(days.referee, game, game.seq).seq == game.seq


def test_orders_that_were_cancelled_while_they_were_followed_do_not_stand_again() -> None:
    days = Days()
    game = with_orders(days, "autopilot, for 3 turns")
    append = days.store.append
    with pytest.MonkeyPatch.context() as patch:

        def cancelled_before(request: Append) -> Appended:
            give_orders(days.referee, game, 1, None, cancel=True)
            return append(request)

        patch.setattr(days.store, "append", cancelled_before)
        after = orders.follow(days.referee, game, game.seq)
    assert standing_orders(days.store, after, 1) is None


def test_new_orders_hold_for_all_their_turns_whatever_is_left_of_old_ones() -> None:
    days = Days()
    game = with_orders(days, "autopilot, for 2 turns")
    give_orders(days.referee, game, 1, read_orders("autopilot, for 9 turns"))
    after = orders.follow(days.referee, game, game.seq)
    assert after.seq == game.seq, "they begin with the next turn"
    kept = standing_orders(days.store, after, 1)
    assert kept is not None
    assert kept.turns == 9


def test_nobody_is_bound_by_the_orders_of_who_had_the_seat_before() -> None:
    days = Days()
    game = days.game("anna", "bert")
    give_orders(days.referee, game, 1, read_orders("autopilot, for 100 turns"), forced=True)
    carla = days.person("carla")
    game = days.referee.act(game, [TakeOverSeat(1, carla.id, mail=True)])
    game = days.referee.play(game, 0, game.table.legal_moves()[0].text, TABLE)
    assert standing_orders(days.store, game, 1) is None
    assert orders.follow(days.referee, game, game.seq).seq == game.seq


def test_until_the_deck_is_open_a_move_by_order_looks_like_any_other() -> None:
    days = Days()
    game = with_orders(days, "autopilot")
    after = orders.follow(days.referee, game, game.seq)
    typed, ordered = (entries(days.store, game.id)[seq - 1] for seq in (game.seq, after.seq))
    assert ordered.record.by == "seat:1"
    assert ordered.record.body.__struct_fields__ == typed.record.body.__struct_fields__
    assert b"order" not in ordered.raw
    assert len(ordered.record.cmd) == len(typed.record.cmd) == 32


@pytest.mark.parametrize("kind", [MAIL, ORDER])
def test_the_next_turn_has_items_of_its_own(kind: str) -> None:
    days = Days()
    game = with_orders(days, "autopilot")
    after = orders.follow(days.referee, game, game.seq)
    assert [item.seq for item in days.store.due(2**52) if item.kind == kind] == [after.seq]
