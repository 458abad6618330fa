"""Round-robin: everybody meets everybody."""

from collections import Counter
from itertools import combinations

import pytest

from mensch.core.errors import UsageError
from mensch.core.tournament.pairing import round_count
from mensch.core.tournament.round_robin import schedule
from mensch.core.tournament.rounds import Bye, Reason
from mensch.core.tournament.standings import standings
from mensch.core.tournament.swiss import times_met
from mensch.core.tournament.terms import Leaving
from tests.core.tournament.played import round_played, tables, to_the_end, tournament, without

BERGER = {  # FIDE handbook, C.05, annex 1
    3: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    5: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    7: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}


@pytest.mark.parametrize("entrants", [4, 6, 8])
def test_pairs_meet_as_in_the_berger_tables(entrants: int) -> None:
    rounds = [tuple(tuple(map(int, pair.split("-"))) for pair in row.split()) for row in BERGER[entrants - 1]]
    assert schedule(entrants, 2) == tuple(rounds)


@pytest.mark.parametrize("entrants", [3, 5, 7])
def test_who_would_meet_the_last_of_the_table_rests_where_the_number_is_odd(entrants: int) -> None:
    over = to_the_end(tournament("round-robin", entrants))
    resting = [bye for pairing in over.pairings for bye in pairing.byes]
    assert sorted(resting, key=lambda bye: bye.entrant) == [
        Bye(entrant, Reason.REST) for entrant in range(1, entrants + 1)
    ]


@pytest.mark.parametrize(("entrants", "seats"), [(2, 2), (9, 2), (5, 3), (7, 3), (6, 4), (9, 4), (3, 4)])
def test_every_combination_sits_together_once(entrants: int, seats: int) -> None:
    over = to_the_end(tournament("round-robin", entrants, seats))
    sat = Counter(tuple(sorted(entrants)) for pairing in over.pairings for entrants in tables(pairing))
    assert sat == Counter(combinations(range(1, entrants + 1), min(seats, entrants)))


def test_nobody_sits_at_two_tables_of_a_round() -> None:
    for round_ in schedule(9, 4):
        seated = [entrant for table in round_ for entrant in table]
        assert len(seated) == len(set(seated))


def test_more_rounds_than_it_takes_begin_anew() -> None:
    assert set(times_met(to_the_end(tournament("round-robin", 4, rounds=6))).values()) == {2}


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(9, 3, 4), (16, 4, 5)])
def test_few_rounds_of_large_tables_meet_as_in_an_affine_plane(
    entrants: int, seats: int, rounds: int
) -> None:
    """Where a resolvable design exists in which every two meet exactly once, it is found."""
    met = times_met(to_the_end(tournament("round-robin", entrants, seats, rounds=rounds)))
    assert met == Counter(combinations(range(1, entrants + 1), 2))


def test_too_many_for_every_combination_need_a_number_of_rounds() -> None:
    with pytest.raises(UsageError, match=r"40 entrants make 9880 tables of 3, .*say how many rounds"):
        round_count(tournament("round-robin", 40, 3))
    assert round_count(tournament("round-robin", 40, 3, rounds=6)) == 6


def test_who_meets_one_that_has_left_has_a_walkover() -> None:
    left = without(round_played(tournament("round-robin", 4)), 3)
    pairing = round_played(left).pairings[-1]
    assert tables(pairing) == [(1, 2)]
    assert pairing.byes == (Bye(4, Reason.WALKOVER, against=3),)


def test_who_left_before_half_of_it_counts_for_nobody() -> None:
    """FIDE: the games stay in the table, the points are not counted in the standings."""
    over = to_the_end(without(round_played(tournament("round-robin", 6)), 5))
    lines = {line.entrant: line for line in standings(over)}
    assert lines[5].place is None
    assert lines[5].games == 1
    assert [lines[entrant].points // 12 for entrant in (1, 2, 3, 4, 6)] == [4, 3, 2, 1, 0]


def test_who_left_after_half_of_it_counts_and_loses_what_was_left() -> None:
    start = tournament("round-robin", 4)
    over = to_the_end(without(round_played(round_played(start)), 1, Leaving.WITHDRAWN))
    lines = {line.entrant: line for line in standings(over)}
    assert [lines[entrant].points // 12 for entrant in (1, 2, 3, 4)] == [2, 2, 2, 0]
    assert lines[1].place is not None


@pytest.mark.parametrize("entrants", [8, 9])
def test_half_of_it_is_half_of_the_rounds_that_were_announced(entrants: int) -> None:
    start = round_played(round_played(tournament("round-robin", entrants, rounds=3)))
    over = to_the_end(without(start, 2, Leaving.WITHDRAWN))
    lines = {line.entrant: line for line in standings(over)}
    assert lines[2].games == 2
    assert lines[2].place is not None


def test_who_leaves_one_that_begins_anew_before_half_of_all_rounds_counts_for_nobody() -> None:
    start = tournament("round-robin", 4, rounds=6)
    over = to_the_end(without(round_played(round_played(start)), 1, Leaving.WITHDRAWN))
    assert {line.entrant: line.place for line in standings(over)}[1] is None


@pytest.mark.parametrize("rounds", [None, 2])
def test_before_it_begins_everybody_can_leave(rounds: int | None) -> None:
    terms = {} if rounds is None else {"rounds": rounds}
    empty = without(without(tournament("round-robin", 2, **terms), 1), 2)
    assert [line.place for line in standings(empty)] == [None, None]
