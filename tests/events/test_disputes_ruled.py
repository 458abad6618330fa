"""Rulings: what an arbiter can do to a game, and whose signature that takes."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from mensch.core.errors import GameOverError, UsageError
from mensch.events import commands as c
from mensch.events.arbitration import Ruling
from mensch.events.bodies import DeckRevealed, GameFinished, RulingGiven
from mensch.events.disputes import ruling_message
from mensch.events.game import Status
from tests.events.dispute_table import ARBITER, FORK, KEY, disputes, ruling, windowed
from tests.events.table import Table, created, join, salt, started

OTHER = bytes(range(50, 82))


def disputed(seats: int = 2) -> Table:
    """A running game of two moves, in which seat 1 disputes the first of them with record 7 or 8."""
    table = started(seats)
    table.plays()
    table.plays()
    disputes(table, table.game.seq - 1)
    return table


# What each ruling does


def test_a_game_that_stands_goes_on() -> None:
    table = disputed()
    table.does(ruling(table, "stands", 7))
    assert table.log[-1].record.by == f"arbiter:{ARBITER}"
    assert table.game.status is Status.RUNNING
    table.plays()


def test_a_forfeit_is_leaving_and_the_others_play_on() -> None:
    table = disputed(3)
    centre = len(table.game.table.centre)
    rows = sum(map(len, table.game.table.rows(0)))
    happened = table.does(ruling(table, "forfeit", 8, seat=0))
    assert [type(body) for body in happened] == [RulingGiven]
    assert table.game.table.departed == {0}
    assert len(table.game.table.centre) == centre + rows
    assert table.game.status is Status.RUNNING
    table.plays()


def test_a_forfeit_that_leaves_one_player_ends_the_game_by_the_same_command() -> None:
    table = disputed()
    happened = table.does(ruling(table, "forfeit", 7, seat=0))
    assert [type(body) for body in happened] == [RulingGiven, GameFinished, DeckRevealed]
    assert isinstance(happened[1], GameFinished)
    assert (happened[1].winner, happened[1].ending) == (1, "last seat")
    assert len({entry.record.cmd for entry in table.log[-3:]}) == 1


def test_a_forfeit_takes_an_offer_to_abort_back() -> None:
    table = disputed(3)
    table.does(c.OfferAbort(0))
    table.does(ruling(table, "forfeit", 8, seat=0))
    assert table.game.offers == set()


def test_an_annulled_game_is_over_without_a_winner_and_its_deck_is_public() -> None:
    table = disputed()
    happened = table.does(ruling(table, "annulled", 7))
    assert [type(body) for body in happened] == [RulingGiven, DeckRevealed]
    assert table.game.status is Status.ANNULLED
    assert table.game.over
    table.refuses(table.move(), GameOverError, 6, "game game000001 is annulled")


def test_a_finished_game_can_be_annulled() -> None:
    table = windowed()
    table.plays_to_the_end()
    table.does(ruling(table, "annulled", disputes(table)))
    assert table.game.status is Status.ANNULLED


def test_a_replay_annuls_the_game_and_names_the_fork_that_goes_on() -> None:
    table = disputed()
    happened = table.does(ruling(table, "replayed", 7, replayed_from=5, fork=FORK))
    assert isinstance(happened[0], RulingGiven)
    assert (happened[0].fork, happened[0].replayed_from) == (FORK, 5)
    assert table.game.status is Status.ANNULLED


def test_a_game_that_the_operator_has_ended_can_go_on_in_a_replay() -> None:
    table = started()
    table.plays()
    table.does(c.AbortGame())
    table.does(ruling(table, "replayed", disputes(table, 6), replayed_from=5, fork=FORK))
    assert table.game.status is Status.ANNULLED


def test_a_ruling_holds_the_hash_of_its_grounds() -> None:
    table = disputed()
    [given] = table.does(ruling(table, "stands", 7, grounds=salt(5)))
    assert isinstance(given, RulingGiven)
    assert given.grounds == salt(5)


@pytest.mark.parametrize("kind", get_args(Ruling))
def test_only_what_changes_position_or_status_begins_another_turn(kind: Ruling) -> None:
    table = disputed(3)
    began = table.game.turn_began
    seat = 0 if kind == "forfeit" else None
    at, fork = (6, FORK) if kind == "replayed" else (None, None)
    table.does(ruling(table, kind, 8, seat=seat, replayed_from=at, fork=fork))
    assert table.game.turn_began == (began if kind == "stands" else 9)


# What cannot be ruled


def test_what_is_not_disputed_is_not_ruled_on() -> None:
    table = disputed()
    table.refuses(ruling(table, "stands", 6), UsageError, 2, "no dispute of record 6 is open")
    table.does(ruling(table, "stands", 7))
    table.refuses(ruling(table, "stands", 7), UsageError, 2, "no dispute of record 7 is open")


@pytest.mark.parametrize("seat", [2, 3])
def test_nobody_forfeits_who_is_not_in(seat: int) -> None:
    table = started(3)
    table.does(c.Resign(2))
    dispute = disputes(table)
    table.refuses(ruling(table, "forfeit", dispute, seat=seat), UsageError, 2, f"seat {seat} is not in")


def test_nobody_forfeits_after_the_end() -> None:
    table = started()
    table.plays_to_the_end()
    dispute = disputes(table)
    table.refuses(
        ruling(table, "forfeit", dispute, seat=0), GameOverError, 6, "is finished: nobody can forfeit"
    )


def test_a_game_without_a_result_is_not_annulled() -> None:
    table = started()
    table.does(c.AbortGame())
    table.refuses(ruling(table, "annulled", disputes(table)), GameOverError, 6, "is aborted already")


@pytest.mark.parametrize("kind", ["annulled", "replayed"])
def test_a_game_is_annulled_once(kind: Ruling) -> None:
    table = disputed()
    table.does(ruling(table, "annulled", 7))
    dispute = disputes(table)
    at, fork = (5, FORK) if kind == "replayed" else (None, None)
    again = ruling(table, kind, dispute, replayed_from=at, fork=fork)
    table.refuses(again, GameOverError, 6, "is annulled already")
    table.does(ruling(table, "stands", dispute))


def replay(table: Table, at: int) -> c.GiveRuling:
    return ruling(table, "replayed", max(table.game.disputes), replayed_from=at, fork=FORK)


@pytest.mark.parametrize("at", [1, 3, 8])
def test_a_game_goes_on_from_where_it_was_running(at: int) -> None:
    table = disputed()
    table.refuses(replay(table, at), UsageError, 2, f"from record 4 to 7, so it cannot .* record {at}$")


@pytest.mark.parametrize("at", [4, 7])
def test_a_game_goes_on_from_its_start_and_from_the_dispute_itself(at: int) -> None:
    table = disputed()
    table.does(replay(table, at))


def test_a_won_game_goes_on_from_before_the_move_that_won_it() -> None:
    table = started()
    table.plays_to_the_end()
    won = next(entry.seq for entry in table.log if isinstance(entry.record.body, GameFinished)) - 1
    disputes(table)
    table.refuses(replay(table, won), UsageError, 2, f"from record 4 to {won - 1},")
    table.does(replay(table, won - 1))


def test_each_ruling_has_the_fields_that_it_needs_and_no_others() -> None:
    table = disputed()
    for wrong in (
        ruling(table, "stands", 7, seat=0),
        ruling(table, "stands", 7, fork=FORK),
        ruling(table, "annulled", 7, replayed_from=5),
        ruling(table, "annulled", 7, seat=1),
        ruling(table, "forfeit", 7),
        ruling(table, "forfeit", 7, seat=0, replayed_from=5, fork=FORK),
        ruling(table, "replayed", 7),
        ruling(table, "replayed", 7, replayed_from=5),
        ruling(table, "replayed", 7, fork=FORK),
        ruling(table, "replayed", 7, replayed_from=5, fork=FORK, seat=0),
    ):
        table.refuses(wrong, UsageError, 2, "other rulings do not")


# Whose ruling it is


def test_a_ruling_that_another_key_has_signed_is_refused() -> None:
    table = disputed()
    table.refuses(ruling(table, "stands", 7, private=OTHER), UsageError, 2, f"not one of arbiter {ARBITER}")


@pytest.mark.parametrize(
    "change",
    [
        {"ruling": "annulled"},
        {"grounds": salt(1)},
        {"signature": "00" * 64},
    ],
)
def test_a_ruling_that_was_changed_after_it_was_signed_is_refused(change: dict[str, str]) -> None:
    table = disputed()
    right = ruling(table, "stands", 7)
    changed = msgspec.structs.replace(right.ruling, **change)
    command = msgspec.structs.replace(right, ruling=changed)
    table.refuses(command, UsageError, 2, "the signature is not one")


def test_a_replay_from_elsewhere_or_into_another_fork_than_was_signed_is_refused() -> None:
    table = disputed()
    right = ruling(table, "replayed", 7, replayed_from=5, fork=FORK)
    for changed in (
        msgspec.structs.replace(right.ruling, replayed_from=4),
        msgspec.structs.replace(right.ruling, fork="game000008"),
    ):
        command = msgspec.structs.replace(right, ruling=changed)
        table.refuses(command, UsageError, 2, "the signature is not one")


def test_a_forfeit_of_another_seat_than_was_signed_is_refused() -> None:
    table = disputed(3)
    right = ruling(table, "forfeit", 8, seat=0)
    command = msgspec.structs.replace(right, ruling=msgspec.structs.replace(right.ruling, seat=2))
    table.refuses(command, UsageError, 2, "the signature is not one")


def test_a_ruling_is_signed_over_the_whole_log_before_it() -> None:
    table = disputed()
    signed = ruling(table, "stands", 7)
    table.does(c.LeaveMessage(0, salt(1)))
    table.refuses(signed, UsageError, 2, "the signature is not one")


def test_a_ruling_of_one_game_is_none_of_another() -> None:
    here, there = disputed(), Table(game="game000002")
    assert ruling_message(here.game, ruling(here, "stands", 7).ruling) != ruling_message(
        there.game, ruling(here, "stands", 7).ruling
    )


def test_what_is_signed_is_written_out_in_the_page_of_the_log() -> None:
    table = disputed()
    given = ruling(table, "replayed", 7, replayed_from=5, fork=FORK, grounds=salt(1)).ruling
    assert ruling_message(table.game, given) == (
        b'mensch/ruling/v1\n{"dispute":7,"fork":"game000009","game":"game000001","grounds":"%s",'
        b'"prev":"%s","replayed_from":5,"ruling":"replayed"}' % (salt(1).encode(), table.game.head.encode())
    )


def test_nobody_rules_on_a_game_of_their_own() -> None:
    table = created()
    table.does(msgspec.structs.replace(join(table, 0), key=KEY), join(table, 1), c.StartGame())
    dispute = disputes(table)
    table.refuses(ruling(table, "stands", dispute), UsageError, 2, "this is the key of seat 0")
