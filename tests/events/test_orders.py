"""Standing orders: how they are written, when they hold, and what they lead to."""

from __future__ import annotations

import re
from random import Random

import pytest

from mensch.core.bots import VERSION
from mensch.core.errors import TurnError, UsageError
from mensch.core.rules import classic
from mensch.events.bodies import Bot
from mensch.events.cause import TABLE
from mensch.events.commands import Resign
from mensch.events.game import Game
from mensch.events.loading import entries
from mensch.events.orders import (
    AUTOPILOT,
    Ordered,
    Orders,
    give_orders,
    ordered,
    read_orders,
    robbed_since,
    standing_orders,
)
from mensch.events.referee import Player
from tests.events.mail_table import Days

RANDOMNESS = bytes(32)


def leads_to(days: Days, orders: Orders, game: Game) -> Ordered | None:
    return ordered(orders, game, entries(days.store, game.id), ["anna", "bert"], RANDOMNESS)


class TestWriting:
    @pytest.mark.parametrize(
        ("typed", "preferences"),
        [
            ("A+5, else N3+4, else autopilot", ("A+5", "N3+4", AUTOPILOT)),
            ("a+5 else n3", ("A+5", "N3")),
            ("A+5; N3; autopilot", ("A+5", "N3", AUTOPILOT)),
            ("A+5@1A, sonst Autopilot", ("A+5@1A", AUTOPILOT)),
        ],
    )
    def test_preferences_stand_in_their_order(self, typed: str, preferences: tuple[str, ...]) -> None:
        assert read_orders(typed).preferences == preferences

    def test_how_long_they_hold_stands_behind_them(self) -> None:
        orders = read_orders("autopilot, for 3 turns, unless robbed")
        assert (orders.turns, orders.unless_robbed) == (3, True)

    def test_in_german_too(self) -> None:
        orders = read_orders("A+5, sonst autopilot, für 2 Züge, außer ich werde beklaut")
        assert (orders.preferences, orders.turns, orders.unless_robbed) == (("A+5", AUTOPILOT), 2, True)

    @pytest.mark.parametrize(
        ("typed", "complaint"),
        [
            ("", "name moves"),
            ("A+7", "“A+7” is no order"),
            ("do what you like", "is no order"),
            ("autopilot, for 0 turns", "1 to 100 turns"),
            (", ".join(["A+1"] * 13), "at most 12 moves"),
        ],
    )
    def test_what_is_no_order_is_refused(self, typed: str, complaint: str) -> None:
        with pytest.raises(UsageError, match=re.escape(complaint)):
            read_orders(typed)


class TestHolding:
    def test_the_first_that_is_legal_is_played(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        die = game.table.hand(0)[1]
        move = leads_to(days, Orders(("A+1", f"N{die}", AUTOPILOT)), game)
        assert move is not None
        assert (move.move.text, move.cause.kind, move.cause.index) == (f"N{die}", "order", 1)

    def test_where_none_is_legal_the_player_is_asked(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        assert leads_to(days, Orders(("A+1", "B+2")), game) is None

    def test_the_autopilot_is_the_bot_of_the_clock(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        move = leads_to(days, Orders((AUTOPILOT,)), game)
        assert move is not None
        assert (move.cause.level, move.cause.version) == ("steady", VERSION)

    def test_they_begin_with_the_turn_after_they_were_given(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        orders = give_orders(days.referee, game, 0, read_orders("autopilot"))
        assert orders is not None
        assert leads_to(days, orders, game) is None

    def test_each_turn_uses_them_up(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        move = leads_to(days, Orders((AUTOPILOT,), turns=2), game)
        assert move is not None
        assert move.left == Orders((AUTOPILOT,), turns=1)
        move = leads_to(days, move.left, game)
        assert move is not None
        assert move.left is None

    def test_a_forced_turn_is_played_only_where_that_was_asked_for(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        random = Random(0)
        while len(game.table.legal_moves()) != 1:
            if game.over:
                game = days.game("anna", "bert")
            move = random.choice(game.table.legal_moves())
            game = days.referee.play(game, game.table.turn, move.text, TABLE)
        [only] = game.table.legal_moves()
        assert leads_to(days, Orders(), game) is None
        forced = leads_to(days, Orders(forced=True), game)
        assert forced is not None
        assert (forced.move, forced.cause.kind) == (only, "forced")
        assert forced.left == Orders(forced=True)

    def test_a_robbery_ends_orders_that_say_so(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        started = game.seq
        while (robbed := robbed_since(game, 0, started, entries(days.store, game.id))) is None:
            moves = game.table.legal_moves()
            steals = [
                move
                for move in moves
                if (source := game.table.effect(move).source) is not None and source.seat == 0
            ]
            wanted = steals[0] if steals and game.table.turn == 1 else moves[0]
            game = days.referee.play(game, game.table.turn, wanted.text, TABLE)
        assert game.table.turn == 0
        before, after = (
            Orders((AUTOPILOT,), since=since, unless_robbed=True) for since in (robbed - 1, robbed)
        )
        assert leads_to(days, before, game) is None
        assert leads_to(days, without_condition(before), game) is not None
        assert robbed == game.seq
        assert leads_to(days, after, game) is None, "the turn began with the robbery, not after it"

    def test_somebody_who_leaves_meanwhile_begins_no_new_turn_for_who_has_it(self) -> None:
        days = Days()
        game = days.game("anna", "bert", "carla")
        orders = give_orders(days.referee, game, 0, read_orders("autopilot"))
        assert orders is not None
        game = days.referee.act(game, [Resign(2)])
        assert game.table.turn == 0
        assert leads_to(days, orders, game) is None

    def test_a_turn_that_comes_since_somebody_left_is_a_new_one(self) -> None:
        days = Days()
        game = days.game("anna", "bert", "carla")
        orders = give_orders(days.referee, game, 1, read_orders("autopilot"))
        assert orders is not None
        game = days.referee.act(game, [Resign(0)])
        assert game.table.turn == 1
        assert leads_to(days, orders, game) is not None


def without_condition(orders: Orders) -> Orders:
    """The same orders without the condition."""
    return Orders(orders.preferences, orders.since, orders.turns)


class TestGiving:
    def test_orders_are_kept_in_the_secrets(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        give_orders(days.referee, game, 1, read_orders("A+5, else autopilot"))
        kept = standing_orders(days.store, game, 1)
        assert kept is not None
        assert (kept.preferences, kept.since) == (("A+5", AUTOPILOT), game.seq)
        assert standing_orders(days.store, game, 0) is None

    def test_nothing_is_written_into_the_log(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        give_orders(days.referee, game, 1, read_orders("autopilot"), forced=True)
        assert days.referee.load(game.id).seq == game.seq

    def test_new_ones_leave_the_forced_turns_as_they_are(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        give_orders(days.referee, game, 0, None, forced=True)
        kept = give_orders(days.referee, game, 0, read_orders("autopilot"))
        assert kept is not None
        assert kept.forced
        assert give_orders(days.referee, game, 0, None, cancel=True) is None

    def test_they_are_for_games_that_go_on_for_days(self) -> None:
        days = Days()
        with pytest.raises(UsageError, match="with a clock, or by mail"):
            give_orders(days.referee, _at_the_table(days), 0, read_orders("autopilot"))

    def test_who_has_left_has_no_turns_to_come(self) -> None:
        days = Days()
        game = days.referee.act(days.game("anna", "bert", "carla"), [Resign(1)])
        with pytest.raises(TurnError, match="has no turns to come"):
            give_orders(days.referee, game, 1, read_orders("autopilot"))


def _at_the_table(days: Days) -> Game:
    return days.referee.new_game(classic(2), [Player("anna"), Player("greedy", Bot("greedy", VERSION))])
