"""Standings and cross-table: points, ties, and who has no place."""

from fractions import Fraction

import msgspec
import pytest

from mensch.core.tournament.cross_table import Meeting, cross_table
from mensch.core.tournament.pairing import pair_round
from mensch.core.tournament.results import GameResult, TableResult, place_points
from mensch.core.tournament.rounds import Tournament
from mensch.core.tournament.seating import Sitting
from mensch.core.tournament.standings import TIE_BREAKS, Standing, TieBreak, standings
from mensch.core.tournament.terms import Format, Leaving
from tests.core.tournament.played import played, round_played, to_the_end, tournament, without


def tie_break(line: Standing, name: TieBreak, format_: Format = Format.ROUND_ROBIN) -> Fraction:
    return line.tie_breaks[TIE_BREAKS[format_].index(name)]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2), (12, 0)),
        ((3, 1, 2), (0, 12, 6)),
        ((1, 2, 2), (12, 3, 3)),
        ((4, 1, 3, 2), (0, 12, 4, 8)),
        ((1, 2, 2, 2), (12, 4, 4, 4)),
        ((1, 2, 3, 3), (12, 8, 2, 2)),
    ],
)
def test_places_count_evenly_from_one_to_nothing_and_are_shared(
    places: tuple[int, ...], points: tuple[int, ...]
) -> None:
    assert place_points(places) == points
    assert sum(points) == 12 * len(places) // 2


def test_more_points_are_ahead() -> None:
    lines = standings(to_the_end(tournament("round-robin", 5)))
    assert [(line.place, line.entrant, line.points // 12) for line in lines] == [
        (1, 1, 4), (2, 2, 3), (3, 3, 2), (4, 4, 1), (5, 5, 0),
    ]  # fmt: skip


def circle(sitting: Sitting) -> list[int]:
    """1 beats 2, 2 beats 3, 3 beats 1, by different margins; all beat 4."""
    winner = {(1, 2): 1, (2, 3): 2, (1, 3): 3}
    one, other = sorted(sitting.seats)
    won = winner.get((one, other), one)
    return [40 if entrant == won else {1: 30, 2: 10, 3: 20, 4: 0}[entrant] for entrant in sitting.seats]


def test_a_direct_encounter_that_goes_in_a_circle_decides_nothing() -> None:
    lines = standings(to_the_end(tournament("round-robin", 4), circle))
    assert [tie_break(line, TieBreak.DIRECT_ENCOUNTER) for line in lines] == [1, 1, 1, 0]
    assert [tie_break(line, TieBreak.MARGIN) for line in lines] == [20, 10, 10, -40]
    assert [(line.place, line.entrant) for line in lines] == [(1, 1), (2, 2), (2, 3), (4, 4)]


def test_whom_one_has_beaten_decides_between_two() -> None:
    def scores(sitting: Sitting) -> list[int]:
        upset = {(1, 3): 3, (2, 4): 4}
        one, other = sorted(sitting.seats)
        won = upset.get((one, other), one)
        return [40 if entrant == won else 20 for entrant in sitting.seats]

    lines = standings(to_the_end(tournament("round-robin", 4), scores))
    points = {line.entrant: line.points // 12 for line in lines}
    assert points == {1: 2, 2: 1, 3: 2, 4: 1}
    assert [line.entrant for line in lines] == [3, 1, 4, 2]
    assert [tie_break(line, TieBreak.DIRECT_ENCOUNTER) for line in lines] == [1, 0, 1, 0]


def test_who_stays_equal_is_ranked_by_the_encounters_among_them_alone() -> None:
    """FIDE C.07, 6.2: 1 and 2 have two each among the four, 3 and 4 one each; then 1 beat 2, and 3 beat 4."""
    beaten = {1: {2, 3, 6}, 2: {3, 4, 6}, 3: {4, 5, 6}, 4: {1, 5, 6}, 5: {1, 2}, 6: {5}}

    def scores(sitting: Sitting) -> list[int]:
        one, other = sitting.seats
        return [40, 20] if other in beaten[one] else [20, 40]

    lines = standings(to_the_end(tournament("round-robin", 6), scores))
    assert [(line.place, line.entrant, line.points // 12) for line in lines[:4]] == [
        (1, 1, 3),
        (2, 2, 3),
        (3, 3, 3),
        (4, 4, 3),
    ]
    assert [tie_break(line, TieBreak.DIRECT_ENCOUNTER) for line in lines[:4]] == [2, 2, 1, 1]


def test_who_is_equal_in_everything_shares_the_place() -> None:
    start = tournament("gauntlet", 3)
    lines = standings(round_played(start, lambda sitting: [40 if one == 1 else 20 for one in sitting.seats]))
    assert [(line.place, line.entrant) for line in lines] == [(1, 1), (2, 2), (2, 3)]


def test_at_a_table_of_four_a_game_is_a_meeting_of_every_two() -> None:
    start = tournament("swiss", 4, 4)
    table = pair_round(start)
    game = GameResult((1, 2, 3, 4), (2, 1, 2, 4), (20, 30, 20, 5))
    over = msgspec.structs.replace(start, pairings=(table,), results=(TableResult(1, 1, (game,)),))
    cross = cross_table(over)
    assert [line.entrant for line in cross.order] == [2, 1, 3, 4]
    assert cross.meetings[1] == (Meeting(1, 0, 0), None, Meeting(1, 0, 1), Meeting(1, 1, 0))


def test_the_cross_table_is_its_own_mirror() -> None:
    cross = cross_table(to_the_end(tournament("round-robin", 6, 3)))
    for row, line in enumerate(cross.meetings):
        for column, meeting in enumerate(line):
            mirrored = cross.meetings[column][row]
            assert (meeting is None) == (mirrored is None) == (row == column)
            if meeting and mirrored:
                assert meeting.ahead + mirrored.ahead + meeting.level == meeting.games == mirrored.games


def no_show(start: Tournament, absent: int) -> Tournament:
    """A round at whose table one entrant never came."""
    pairing = pair_round(start)
    after = played(start, pairing, lambda sitting: [40 - entrant for entrant in sitting.seats])
    results = tuple(
        TableResult(result.round, result.table, (), (absent,))
        if absent in pairing.tables[result.table - 1].entrants
        else result
        for result in after.results
    )
    return msgspec.structs.replace(after, results=results)


def test_who_came_wins_by_forfeit_and_a_game_is_not_counted() -> None:
    lines = {line.entrant: line for line in standings(no_show(tournament("swiss", 4), 4))}
    assert (lines[2].points, lines[2].games, lines[2].wins) == (12, 0, 0)
    assert (lines[4].points, lines[4].games) == (0, 0)


def test_a_table_without_a_game_is_won_by_who_has_not_left() -> None:
    """Nobody has to say who did not come, where the other has left."""
    start = tournament("swiss", 4)
    pairing = pair_round(start)
    results = tuple(TableResult(1, number, ()) for number in (1, 2))
    closed = msgspec.structs.replace(start, pairings=(pairing,), results=results)
    lines = {line.entrant: line for line in standings(without(closed, 3, Leaving.NO_SHOW))}
    assert {entrant: line.points for entrant, line in lines.items()} == {1: 12, 2: 0, 3: 0, 4: 0}


def test_who_won_by_forfeit_may_meet_that_one_again() -> None:
    after = no_show(tournament("swiss", 2, rounds=2), 2)
    assert sorted(pair_round(after).tables[0].entrants) == [1, 2]


def test_who_is_disqualified_has_no_place_and_what_others_had_against_them_stands() -> None:
    before = round_played(tournament("swiss", 4, rounds=3))
    beaten_by_one = next(table.entrants for table in before.pairings[0].tables if 1 in table.entrants)
    over = to_the_end(without(before, 1, Leaving.DISQUALIFIED))
    lines = {line.entrant: line for line in standings(over)}
    other = next(entrant for entrant in beaten_by_one if entrant != 1)
    assert lines[1].place is None
    assert lines[1].leaving is Leaving.DISQUALIFIED
    assert standings(over)[-1].entrant == 1
    assert [line.place for line in standings(over)[:3]] == [1, 2, 3]
    assert cross_table(over).meetings[-1].count(Meeting(1, 1, 0)) == 1
    assert lines[other].games >= 2


def test_where_not_all_have_met_who_would_be_first_whatever_is_missing_is_first() -> None:
    """FIDE C.07, 6.3: of the three with two points 2 has beaten 1 and 5, who have not met."""
    beaten = {1: {6, 3}, 2: {5, 1}, 3: {4}, 4: {6}, 5: {3, 4}, 6: {2}}

    def scores(sitting: Sitting) -> list[int]:
        one, other = sitting.seats
        return [40, 20] if other in beaten[one] else [20, 40]

    lines = standings(to_the_end(tournament("round-robin", 6, rounds=3), scores))
    assert [(line.entrant, line.points // 12) for line in lines[:3]] == [(2, 2), (1, 2), (5, 2)]
    assert [tie_break(line, TieBreak.DIRECT_ENCOUNTER) for line in lines[:3]] == [2, 0, 0]
