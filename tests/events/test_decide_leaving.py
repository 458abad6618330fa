"""Resigning, offering to abort, and aborting."""

import pytest

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.core.outcome import places
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.game import Status
from tests.events.table import BOT, GREEDY, SEED, Table, created, join, player, started

# Resigning


def test_the_last_one_at_the_table_has_won_and_the_deck_is_revealed_with_it() -> None:
    table = started(2)
    assert table.does(c.Resign(0)) == [
        t.PlayerResigned(0),
        t.GameFinished("last seat", [2, 1], [0, 0], 1),
        t.DeckRevealed(SEED.hex()),
    ]
    assert [entry.record.by for entry in table.log[-3:]] == ["seat:0", "operator", "operator"]
    assert table.game.status is Status.FINISHED


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("to_move", [True, False], ids=["to move", "not to move"])
def test_resignations_one_after_the_other_end_with_the_last_seat(seats: int, to_move: bool) -> None:
    table = started(seats)
    left: list[int] = []
    while not table.game.over:
        table.plays()
        still_in = sorted(set(range(seats)) - set(left))
        others = [seat for seat in still_in if seat != table.turn]
        leaving = table.turn if to_move else others[0]
        happened = table.does(c.Resign(leaving))
        left.append(leaving)
        assert happened[0] == t.PlayerResigned(leaving)
        assert table.game.table.departed == set(left)
        assert table.game.table.rows(leaving) == ((), (), ())
        assert len(happened) == (3 if len(left) == seats - 1 else 1)
        assert table.turn not in left
    (winner,) = set(range(seats)) - set(left)
    finished = table.log[-2].record.body
    scores = table.game.table.scores
    assert finished == t.GameFinished("last seat", list(places(scores, winner, left)), list(scores), winner)


def test_when_the_seat_to_move_resigns_the_next_one_is_to_move() -> None:
    table = started(4)
    table.does(c.Resign(0))
    assert table.turn == 1
    table.does(c.Resign(2))
    assert table.turn == 1
    table.plays()
    assert table.turn == 3
    table.plays()
    assert table.turn == 1


def test_a_resignation_of_another_seat_outdates_the_move_that_was_meant() -> None:
    table = started(3)
    meant = table.move()
    table.does(c.Resign(2))
    table.refuses(meant, TurnError, 4, "has moved on")


def test_a_seat_resigns_once() -> None:
    table = started(3)
    table.does(c.Resign(1))
    table.refuses(c.Resign(1), GameOverError, 6, "seat 1 has left")


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_does_not_resign(seat: int) -> None:
    started(3).refuses(c.Resign(seat), UsageError, 2, f"nobody has seat {seat}")


def test_a_bot_that_resigns_does_so_as_a_bot() -> None:
    table = started(3, bots=[1])
    table.does(c.Resign(1))
    assert table.log[-1].record.by == "bot:1"


# Offering to abort


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_ends_without_a_winner_when_all_have_offered_to_abort(seats: int) -> None:
    table = started(seats)
    for seat in range(seats - 1):
        assert table.does(c.OfferAbort(seat)) == [t.AbortOffered(seat)]
        assert table.game.status is Status.RUNNING
    assert table.does(c.OfferAbort(seats - 1)) == [
        t.AbortOffered(seats - 1),
        t.GameAborted("agreed"),
        t.DeckRevealed(SEED.hex()),
    ]
    assert [entry.record.by for entry in table.log[-3:]] == [f"seat:{seats - 1}", "operator", "operator"]
    assert table.game.status is Status.ABORTED


def test_bots_need_not_agree() -> None:
    table = started(4, bots=[1, 3])
    assert len(table.does(c.OfferAbort(0))) == 1
    assert t.GameAborted("agreed") in table.does(c.OfferAbort(2))


def test_who_has_left_need_not_agree() -> None:
    table = started(3)
    table.does(c.Resign(1))
    table.does(c.OfferAbort(0))
    assert t.GameAborted("agreed") in table.does(c.OfferAbort(2))


def test_an_offer_changes_no_turn_so_that_a_move_stays_possible() -> None:
    table = started()
    meant = table.move()
    table.does(c.OfferAbort(1))
    table.does(meant)


def test_the_next_own_move_takes_an_offer_back_and_anothers_does_not() -> None:
    table = started(3)
    table.does(c.OfferAbort(1))
    table.plays()
    assert table.game.offers == {1}
    table.plays()
    assert table.game.offers == set()
    table.does(c.OfferAbort(0))
    assert t.GameAborted("agreed") not in table.does(c.OfferAbort(2))


def test_nobody_offers_twice() -> None:
    table = started()
    table.does(c.OfferAbort(0))
    table.refuses(c.OfferAbort(0), UsageError, 2, "has offered to abort already")


def test_an_offer_can_be_repeated_when_the_last_one_who_had_not_agreed_has_left() -> None:
    table = started(3)
    table.does(c.OfferAbort(0))
    table.does(c.OfferAbort(1))
    table.does(c.Resign(2))
    assert t.GameAborted("agreed") in table.does(c.OfferAbort(0))


def test_whoever_takes_over_a_seat_has_agreed_to_nothing() -> None:
    table = started()
    table.does(c.OfferAbort(0))
    table.does(c.TakeOverSeat(0, player(7)))
    assert table.does(c.OfferAbort(1)) == [t.AbortOffered(1)]
    assert t.GameAborted("agreed") in table.does(c.OfferAbort(0))


def test_an_offer_ends_the_game_when_a_bot_plays_for_the_only_other_one() -> None:
    table = started()
    table.does(c.TakeOverSeat(1, player(7), GREEDY))
    assert t.GameAborted("agreed") in table.does(c.OfferAbort(0))


def test_who_has_left_offers_nothing() -> None:
    table = started(3)
    table.does(c.Resign(0))
    table.refuses(c.OfferAbort(0), GameOverError, 6, "seat 0 has left")


def test_an_offer_of_who_leaves_goes_with_them() -> None:
    table = started(4)
    table.does(c.OfferAbort(1))
    table.does(c.Resign(1))
    assert table.game.offers == set()


# The operator


def running_with_a_few_moves() -> Table:
    table = started(bots=[1])
    table.plays()
    table.plays(cause=BOT)
    return table


def test_the_operator_ends_a_running_game_alone() -> None:
    table = running_with_a_few_moves()
    assert table.does(c.AbortGame()) == [t.GameAborted("operator"), t.DeckRevealed(SEED.hex())]
    assert {entry.record.by for entry in table.log[-2:]} == {"operator"}


def test_the_operator_ends_a_game_that_has_not_started() -> None:
    table = created()
    table.does(join(table, 0))
    assert table.does(c.AbortGame()) == [t.GameAborted("operator"), t.DeckRevealed(SEED.hex())]
    assert (table.game.status, table.game.position) == (Status.ABORTED, None)
