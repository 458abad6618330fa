"""Opening a dispute: who can, what waits for the ruling, and what does not."""

from __future__ import annotations

import pytest

from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.events import commands as c
from mensch.events.bodies import AbortOffered, DisputeOpened, GameAborted, GameFinished, PlayerResigned
from mensch.events.due import DISPUTE, NEVER, REASONS, REVEAL, TURN, Due, due
from mensch.events.game import Status
from mensch.workers.turns import bot_to_move
from tests.events.dispute_table import disputes, opening, ruling, windowed
from tests.events.table import GREEDY, Table, created, player, salt, started


def test_a_dispute_names_seat_record_and_the_hash_of_the_claim() -> None:
    table = started()
    table.plays()
    assert table.does(c.OpenDispute(1, 5, salt(1))) == [DisputeOpened(salt(1), 1, 5)]
    assert table.log[-1].record.by == "seat:1"
    assert table.game.disputes == {6: 5}


def test_an_open_dispute_changes_neither_position_nor_turn_nor_status() -> None:
    table = started()
    table.plays()
    before = table.game.copy()
    disputes(table)
    assert (table.game.table, table.game.turn_began) == (before.table, before.turn_began)
    assert table.game.status is Status.RUNNING


@pytest.mark.parametrize("seq", [0, 6, 7])
def test_what_is_not_there_cannot_be_disputed(seq: int) -> None:
    table = started()
    table.plays()
    table.refuses(c.OpenDispute(0, seq, salt(1)), UsageError, 2, "has the records 1 to 5")


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_disputes_for_a_seat_that_is_not_there(seat: int) -> None:
    started().refuses(c.OpenDispute(seat, 1, salt(1)), UsageError, 2, "nobody has seat")


def test_a_game_that_has_not_started_has_nothing_to_dispute() -> None:
    created().refuses(c.OpenDispute(0, 1, salt(1)), TurnError, 4, "has not started")


def test_whoever_has_left_can_dispute_still() -> None:
    table = started(3)
    table.does(c.Resign(1))
    disputes(table, seat=1)
    assert table.game.disputes == {7: 6}


def test_a_seat_that_a_bot_has_taken_over_can_be_disputed_for_by_who_had_it() -> None:
    table = started(3)
    table.does(c.TakeOverSeat(1, player(7), GREEDY))
    disputes(table, seat=1)
    assert table.log[-1].record.by == "seat:1"


def test_several_disputes_can_be_open_and_each_is_closed_by_itself() -> None:
    table = started()
    table.plays()
    first, second = disputes(table, 5), disputes(table, 5, seat=0)
    assert table.game.disputes == {first: 5, second: 5}
    table.does(ruling(table, "stands", first))
    assert table.game.disputes == {second: 5}
    table.refuses(table.move(), TurnError, 4, f"the dispute of record {second}")


def test_a_finished_game_can_be_disputed_also_when_its_deck_is_public() -> None:
    table = started()
    table.plays_to_the_end()
    assert table.game.revealed is not None
    disputes(table)
    assert table.game.disputes


# What waits


def disputed(seats: int = 2, bots: tuple[int, ...] = ()) -> Table:
    table = started(seats, bots=bots)
    table.plays()
    disputes(table)
    return table


def test_no_move_is_taken_while_a_dispute_is_open() -> None:
    table = disputed()
    table.refuses(table.move(), TurnError, 4, "waits for a ruling on the dispute of record 6")


def test_a_move_that_was_meant_before_the_dispute_counts_after_a_ruling_that_the_game_stands() -> None:
    table = started()
    meant = table.move()
    disputes(table)
    table.does(ruling(table, "stands", 5))
    table.does(meant)
    assert table.game.table.turn == 1


def test_no_bot_plays_while_a_dispute_is_open() -> None:
    table = disputed(bots=(1,))
    assert table.game.holder(table.turn).bot is not None
    assert not bot_to_move(table.game)
    table.does(ruling(table, "stands", 6))
    assert bot_to_move(table.game)


def test_no_seat_is_taken_over_while_a_dispute_is_open() -> None:
    command = c.TakeOverSeat(0, player(7), GREEDY)
    disputed().refuses(command, TurnError, 4, "waits for a ruling")


def test_the_operator_cannot_end_a_disputed_game() -> None:
    disputed().refuses(c.AbortGame(), TurnError, 4, "waits for a ruling")


# What does not


def test_players_talk_on() -> None:
    table = disputed()
    table.does(c.LeaveMessage(0, salt(1)))
    assert table.game.disputes


def test_a_player_can_resign_and_if_that_ends_the_game_the_deck_waits_for_the_ruling() -> None:
    table = disputed()
    happened = table.does(c.Resign(0))
    assert [type(body) for body in happened] == [PlayerResigned, GameFinished]
    table.refuses(c.RevealDeck(table.game.at), TurnError, 4, "waits for a ruling")
    table.does(ruling(table, "stands", 6))
    assert table.game.revealed is not None


def test_players_can_agree_on_an_abort_and_the_deck_waits_for_the_ruling() -> None:
    table = disputed()
    table.does(c.OfferAbort(0))
    assert table.does(c.OfferAbort(1)) == [AbortOffered(1), GameAborted("agreed")]
    assert table.game.revealed is None
    table.does(ruling(table, "stands", 6))
    assert table.game.revealed is not None


def test_after_the_end_only_disputes_rulings_the_reveal_and_the_reasons_are_accepted() -> None:
    table = windowed()
    table.plays_to_the_end()
    for command in (
        c.Resign(0),
        c.OfferAbort(0),
        c.AbortGame(),
        c.LeaveMessage(0, salt(1)),
        table.played[-1],
    ):
        table.refuses(command, GameOverError, 6, "is finished")
    disputes(table)
    table.refuses(c.LeaveMessage(0, salt(1)), GameOverError, 6, "is finished")


# What is due


def test_a_dispute_is_due_for_a_person_and_never_for_a_worker() -> None:
    table = disputed(bots=(1,))
    assert due(table.game) == (Due(DISPUTE, table.game.id, 6, NEVER),)
    table.does(ruling(table, "stands", 6))
    assert [item.kind for item in due(table.game)] == [TURN]


def test_a_deck_is_due_when_its_window_has_passed_and_no_dispute_holds_it_back() -> None:
    table = windowed(5000)
    table.plays_to_the_end()
    ended = table.game.at
    assert due(table.game) == (Due(REVEAL, table.game.id, table.game.seq, ended + 5000),)
    dispute = disputes(table)
    assert [item.kind for item in due(table.game)] == [DISPUTE]
    table.does(ruling(table, "stands", dispute))
    assert due(table.game) == (Due(REVEAL, table.game.id, table.game.seq, ended + 5000),)


def test_causes_are_due_although_a_dispute_is_open_once_the_deck_is_public() -> None:
    table = started()
    table.plays_to_the_end()
    disputes(table)
    assert [item.kind for item in due(table.game)] == [DISPUTE, REASONS]


# Opening a cause


def test_a_dispute_opens_the_cause_of_the_move_that_it_is_about() -> None:
    table = started()
    table.plays()
    sealed = table.game.sealed
    disputes(table, 5)
    table.does(opening(table, 0))
    assert table.log[-1].record.by == "operator"
    assert table.game.opened == {5}
    assert table.game.sealed == sealed - 1


def test_a_dispute_opens_no_other_cause_and_none_twice() -> None:
    table = started()
    table.plays()
    table.plays()
    table.refuses(opening(table, 0), TurnError, 4, "no dispute is open")
    disputes(table, 5)
    table.refuses(opening(table, 1), UsageError, 2, "no open dispute of game game000001 is about record 6")
    table.does(opening(table, 0))
    table.refuses(opening(table, 0), UsageError, 2, "is open already")


def test_no_dispute_opens_an_invented_cause() -> None:
    table = started()
    table.plays()
    disputes(table, 5)
    right = opening(table, 0)
    other = c.OpenReason(type(right.reason)('{"kind":"bot"}', right.reason.salt, 5), right.sealed)
    table.refuses(other, UsageError, 2, "is not the one sealed there")


def test_a_cause_that_was_opened_is_not_published_again() -> None:
    table = started()
    table.plays()
    table.plays()
    dispute = disputes(table, 5)
    table.does(opening(table, 0))
    table.does(ruling(table, "annulled", dispute))
    table.refuses(table.publishes(0, 1), UsageError, 2, "only 1 moves")
    table.refuses(
        table.publishes(0), UsageError, 2, "the cause of record 5 of game game000001 is open already"
    )
    table.does(table.publishes(1))
    assert table.game.sealed == 0


def test_once_the_deck_is_public_no_dispute_opens_a_cause() -> None:
    table = started()
    table.plays_to_the_end()
    disputes(table, 5)
    table.refuses(opening(table, 0), UsageError, 2, "is open already")
