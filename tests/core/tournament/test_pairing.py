"""What holds for the next round in every format."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mensch.core.errors import TurnError, UsageError
from mensch.core.tournament.cross_table import cross_table
from mensch.core.tournament.pairing import is_over, pair_round, takes_late_entries
from mensch.core.tournament.seating import sittings
from mensch.core.tournament.standings import standings
from mensch.core.tournament.terms import Format, Terms, require_possible
from tests.core.tournament.played import round_played, tournament, without

FORMATS = [format_.value for format_ in Format]


@pytest.mark.parametrize("format_", FORMATS)
def test_no_round_is_paired_while_a_table_has_no_result(format_: str) -> None:
    played = round_played(tournament(format_, 4))
    waiting = msgspec.structs.replace(played, results=played.results[1:])
    with pytest.raises(TurnError, match="table 1 of round 1 has no result yet"):
        pair_round(waiting)
    assert not is_over(waiting)


@pytest.mark.parametrize("format_", FORMATS)
def test_nobody_plays_alone(format_: str) -> None:
    with pytest.raises(UsageError, match="at least two entrants"):
        pair_round(tournament(format_, 1))


@settings(max_examples=60, deadline=None)
@given(
    format_=st.sampled_from(FORMATS),
    seats=st.sampled_from([2, 3, 4]),
    entrants=st.integers(2, 9),
    leaving=st.lists(st.tuples(st.integers(1, 4), st.integers(1, 9)), max_size=6),
    empty=st.sets(st.integers(0, 20)),
)
def test_a_tournament_comes_to_its_end_whoever_leaves_or_does_not_come(
    format_: str, seats: int, entrants: int, leaving: list[tuple[int, int]], empty: set[int]
) -> None:
    """Some leave after a round, and at some tables no game is played."""
    current = tournament(format_, entrants, seats)
    while not is_over(current):
        current = round_played(current)
        last = len(current.pairings)
        results = tuple(
            msgspec.structs.replace(result, games=())
            if result.round == last and (7 * last + result.table) % 21 in empty
            else result
            for result in current.results
        )
        current = msgspec.structs.replace(current, results=results)
        for when, number in leaving:
            if when == last and number <= entrants and current.entrants[number - 1].left is None:
                current = without(current, number)
        lines = standings(current)
        assert sorted(line.entrant for line in lines) == list(range(1, entrants + 1))
        cross_table(current)


@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_is_over_before_it_has_begun(format_: str) -> None:
    assert not is_over(tournament(format_, 4))


def test_only_schedules_that_are_not_fixed_take_late_entries() -> None:
    assert [format_ for format_ in Format if takes_late_entries(Terms(format_))] == [
        Format.SWISS,
        Format.GAUNTLET,
    ]


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        (Terms(Format.SWISS, seats=5), "a game has 2 to 4 seats, not 5"),
        (Terms(Format.SWISS, games=0), "0 games a table: it must be 1 to 1000000"),
        (Terms(Format.SWISS, rounds=0), "0 rounds: it must be 1 to 1000"),
        (Terms(Format.KNOCKOUT, rounds=3), "as many rounds as it takes"),
    ],
)
def test_impossible_terms_are_refused(terms: Terms, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        require_possible(terms)


@pytest.mark.parametrize(("seats", "games"), [(2, 4), (3, 6), (4, 24)])
def test_everybody_has_every_seat_equally_often(seats: int, games: int) -> None:
    start = tournament("gauntlet", seats, seats, games=games)
    [table] = pair_round(start).tables
    played = sittings(table, start.terms)
    for seat in range(seats):
        sat = [sitting.seats[seat] for sitting in played]
        assert all(sat.count(entrant) == games // seats for entrant in table.entrants)


def test_around_a_table_of_four_every_order_comes_up() -> None:
    start = tournament("gauntlet", 4, 4, games=24)
    [table] = pair_round(start).tables
    assert len({sitting.seats for sitting in sittings(table, start.terms)}) == 24


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_duplicate_deck_is_played_in_every_rotation(seats: int) -> None:
    start = tournament("gauntlet", seats, seats, games=3, duplicate=True)
    [table] = pair_round(start).tables
    played = sittings(table, start.terms)
    for deck in range(3):
        rotations = [sitting.seats for sitting in played if sitting.deck == deck]
        first = rotations[0]
        turned = {first[turn:] + first[:turn] for turn in range(seats)}
        assert len(rotations) == seats
        assert set(rotations) == turned
