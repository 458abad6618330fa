"""What a report tells of a game."""

from __future__ import annotations

import pytest

from mensch.core.moves import MOVES
from mensch.core.outcome import places
from mensch.events.bodies import MovePlayed
from mensch.events.game import initial
from mensch.events.loading import public_game
from tests.cli.report.games import report_of
from tests.golden import recorded

FINISHED = ("passes", "own-rows", "three-seats", "four-seats", "resignations", "fork-same", "open-seed")


def robberies_by_hand(name: str) -> dict[tuple[int, int], int]:
    """Who stole from whom, counted from the rows before and after each move."""
    log = recorded.read(name)
    game = initial(log[0].record.game)
    found: dict[tuple[int, int], int] = {}
    for entry in log:
        before = game.position.copy() if game.position else None
        game.advance(entry)
        if before is None or not isinstance(entry.record.body, MovePlayed) or game.position is None:
            continue
        for seat in range(before.rules.seats):
            had = sum(map(len, before.rows(seat)))
            if seat != before.turn and sum(map(len, game.position.rows(seat))) < had:
                found[before.turn, seat] = found.get((before.turn, seat), 0) + 1
    return found


@pytest.mark.parametrize("name", FINISHED)
def test_the_matrix_counts_every_figure_that_changed_hands(name: str) -> None:
    told = report_of(name)
    counted = {
        (robber, robbed): count
        for robber, counts in enumerate(told.robberies)
        for robbed, count in enumerate(counts)
        if count
    }
    assert counted == robberies_by_hand(name)
    assert [seat.stole for seat in told.seats] == [sum(counts) for counts in told.robberies]
    assert [seat.lost for seat in told.seats] == [sum(column) for column in zip(*told.robberies, strict=True)]


@pytest.mark.parametrize("name", FINISHED)
def test_the_result_is_that_of_the_log(name: str) -> None:
    told, log = report_of(name), recorded.read(name)
    table = public_game(told.game, log).table
    assert tuple(seat.score for seat in told.seats) == table.scores
    assert table.outcome is not None
    assert tuple(seat.place for seat in told.seats) == places(
        table.scores, table.outcome.winner, table.departed
    )


@pytest.mark.parametrize("name", FINISHED)
def test_what_rows_scored_is_what_everybody_has(name: str) -> None:
    told = report_of(name)
    began = public_game(told.game, recorded.read(name), _start(name)).table.scores
    for seat, player in enumerate(told.seats):
        scored = sum(row.points for row in told.rows if row.seat == seat)
        assert began[seat] + scored == player.score
    for row in told.rows:
        assert row.points == 0 or row.last is not None, "a row that scores is gone"


@pytest.mark.parametrize("name", FINISHED)
def test_a_row_that_is_not_gone_lies_on_the_table(name: str) -> None:
    told = report_of(name)
    table = public_game(told.game, recorded.read(name)).table
    lying = {
        (seat, slot) for seat in range(len(told.seats)) for slot, row in enumerate(table.rows(seat)) if row
    }
    assert {(row.seat, row.slot) for row in told.rows if row.last is None} == lying
    assert sum(row.lost for row in told.rows) == sum(seat.lost for seat in told.seats)


def _start(name: str) -> int:
    """The record with which a golden game began to run."""
    return next(entry.seq for entry in recorded.read(name) if entry.record.type == "game_started")


def test_the_longest_row_is_as_long_as_any_row_ever_was() -> None:
    log = recorded.read("three-seats")
    game, most = initial(log[0].record.game), 0
    for entry in log:
        before = game.position.copy() if game.position else None
        game.advance(entry)
        if game.position:
            most = max(most, *(len(row) for seat in range(3) for row in game.position.rows(seat)))
        body = entry.record.body
        if before and isinstance(body, MovePlayed) and before.effect(MOVES[body.move]).points:
            most = max(most, len(before.rows(before.turn)[MOVES[body.move].slot]) + 1)
    told = report_of("three-seats")
    assert told.longest_rows[0].longest == most
    assert [row.longest for row in told.longest_rows] == sorted((r.longest for r in told.rows), reverse=True)[
        :3
    ]


def test_the_costliest_rows_are_those_that_lost_most() -> None:
    told = report_of("three-seats")
    assert [row.lost for row in told.costliest_rows] == sorted((r.lost for r in told.rows), reverse=True)[:3]
    nothing_happened = report_of("three-seats", 6)
    assert nothing_happened.costliest_rows == []


def test_a_turning_point_is_where_others_are_ahead() -> None:
    told = report_of("passes")
    assert [(point.leaders, point.scores) for point in told.turning_points][:1] == [((0,), (9, 0))]
    last = told.turning_points[-1]
    assert last.leaders == (0,), "who wins by the target is ahead at the end"
    for before, after in zip(told.turning_points, told.turning_points[1:], strict=False):
        assert before.leaders != after.leaders
    assert report_of("still-running").turning_points == ()


def test_the_time_of_a_turn_is_from_the_move_before_it_to_its_own() -> None:
    log, told = recorded.read("two-seats"), report_of("two-seats")
    moves = [entry for entry in log if isinstance(entry.record.body, MovePlayed)]
    whole = moves[-1].record.at - log[_start("two-seats") - 1].record.at
    assert sum(seat.used for seat in told.seats) == whole
    assert [seat.moves for seat in told.seats] == [64, 63]
    first = moves[0].record.at - log[_start("two-seats") - 1].record.at
    assert told.seats[0].longest >= first
    assert told.ended - told.began >= whole


def test_luck_has_the_range_of_chance_around_what_was_expected() -> None:
    for seat in report_of("passes").seats:
        luck = seat.luck
        assert luck is not None
        assert luck.low < luck.expected < luck.high
        assert luck.expected - luck.low == pytest.approx(luck.high - luck.expected)
        # About 133 dice of a variance near 2.9 square pips: 1.96 standard deviations are near 39.
        assert 30 < luck.high - luck.expected < 45
        assert luck.range > 0


def test_of_a_game_whose_dice_are_secret_nobodys_luck_is_told() -> None:
    assert all(seat.luck is None for seat in report_of("still-running").seats)
