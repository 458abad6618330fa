"""Swiss pairing: nobody twice as long as that goes, equals with equals, byes by rule."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mensch.core.tournament.pairing import pair_round, round_count
from mensch.core.tournament.rounds import Bye, Reason, Tournament
from mensch.core.tournament.scores import points_of, record
from mensch.core.tournament.seating import Sitting
from mensch.core.tournament.swiss import floaters, times_met
from mensch.core.tournament.terms import Leaving
from tests.core.tournament.played import (
    Scores,
    round_played,
    tables,
    to_the_end,
    tournament,
    with_late_entry,
    without,
)


def chance(seed: int) -> Scores:
    """Games that end anyhow, the same for the same seed."""
    return lambda sitting: [
        hash((seed, sitting.seats, entrant)) % 30 + (100 if at == seed % len(sitting.seats) else 0)
        for at, entrant in enumerate(sitting.seats)
    ]


def pairs(entrants: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair all of them."""
    if not entrants:
        yield []
    for other in entrants[1:]:
        rest = [entrant for entrant in entrants[1:] if entrant != other]
        for others in pairs(rest):
            yield [(entrants[0], other), *others]


@pytest.mark.parametrize(
    ("entrants", "first_round"),
    [(8, [(1, 5), (2, 6), (3, 7), (4, 8)]), (7, [(1, 4), (2, 5), (3, 6)])],
)
def test_the_upper_half_meets_the_lower_half_first(entrants: int, first_round: list[tuple[int, int]]) -> None:
    """As FIDE's Dutch system does (C.04.3): S1 against S2, the lowest has the bye."""
    pairing = pair_round(tournament("swiss", entrants))
    assert [tuple(sorted(table)) for table in tables(pairing)] == first_round
    assert pairing.byes == tuple([Bye(7, Reason.BYE)] if entrants == 7 else [])


@pytest.mark.parametrize(("seats", "first_round"), [(3, {(1, 4, 7), (2, 5, 8), (3, 6, 9)})])
def test_tables_of_three_are_made_of_upper_middle_and_lower_part(
    seats: int, first_round: set[tuple[int, ...]]
) -> None:
    pairing = pair_round(tournament("swiss", 9, seats))
    assert {tuple(sorted(table)) for table in tables(pairing)} == first_round


def test_winners_meet_winners() -> None:
    second = round_played(round_played(tournament("swiss", 8))).pairings[1]
    assert {tuple(sorted(table)) for table in tables(second)} == {(1, 3), (2, 4), (5, 7), (6, 8)}


@settings(max_examples=30, deadline=None)
@given(entrants=st.integers(2, 12), seats=st.sampled_from([2, 3, 4]), seed=st.integers(0, 10**6))
def test_everybody_plays_at_one_table_or_has_the_bye(entrants: int, seats: int, seed: int) -> None:
    over = to_the_end(tournament("swiss", entrants, seats), chance(seed))
    for pairing in over.pairings:
        seated = [entrant for table in tables(pairing) for entrant in table]
        idle = [bye.entrant for bye in pairing.byes]
        assert sorted([*seated, *idle]) == list(range(1, entrants + 1))
        assert len(idle) <= 1 or entrants < seats - 1


@settings(max_examples=25, deadline=None)
@given(entrants=st.sampled_from([6, 8]), rounds=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_pairs_meet_again_only_where_every_pairing_would_have_them_meet_again(
    entrants: int, rounds: int, seed: int
) -> None:
    played = tournament("swiss", entrants, rounds=rounds)
    for _ in range(rounds):
        met = times_met(played)
        played = round_played(played, chance(seed))
        again = sum(met[min(pair), max(pair)] ** 2 for pair in tables(played.pairings[-1]))
        least = min(
            sum(met[pair] ** 2 for pair in possible) for possible in pairs(list(range(1, entrants + 1)))
        )
        assert again == least


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_nobody_has_a_second_bye_before_everybody_has_had_one(seed: int) -> None:
    over = to_the_end(tournament("swiss", 7, rounds=7), chance(seed))
    assert Counter(bye.entrant for pairing in over.pairings for bye in pairing.byes) == Counter(range(1, 8))


@settings(max_examples=8, deadline=None)
@given(seats=st.sampled_from([3, 4]), seed=st.integers(0, 10**6))
def test_large_tables_meet_nobody_again_while_that_is_easy(seats: int, seed: int) -> None:
    over = to_the_end(tournament("swiss", 24, seats, rounds=3), chance(seed))
    assert max(times_met(over).values()) == 1


def test_who_has_floated_down_does_not_float_down_again() -> None:
    over = to_the_end(tournament("swiss", 10, rounds=5))
    for number in range(2, len(over.pairings) + 1):
        before, now = floaters(over, number - 1), floaters(over, number)
        twice = [entrant for entrant, float_ in now.items() if float_ == -1 == before.get(entrant)]
        assert not twice


def test_a_floater_is_who_sits_with_more_or_fewer_points() -> None:
    played = round_played(round_played(tournament("swiss", 6)))
    before = {entrant: points_of(of[:1]) for entrant, of in record(played).items()}
    found = floaters(played, 2)
    for table in tables(played.pairings[1]):
        for one, other in combinations(table, 2):
            higher = (before[other] > before[one]) - (before[other] < before[one])
            assert (found.get(one, 0), found.get(other, 0)) == (higher, -higher)


def test_a_late_entry_is_paired_from_the_next_round_on_with_no_points() -> None:
    late = with_late_entry(round_played(tournament("swiss", 6)))
    played = round_played(late)
    assert any(7 in table for table in tables(played.pairings[1])) or played.pairings[1].byes[0].entrant == 7
    assert record(played)[7][0].points == 0
    assert record(played)[7][0].away


def test_who_has_left_is_paired_no_more() -> None:
    left = without(round_played(tournament("swiss", 8)), 2, Leaving.NO_SHOW)
    for pairing in to_the_end(left).pairings[1:]:
        assert all(2 not in table for table in tables(pairing))


def test_a_swiss_takes_as_many_rounds_as_leave_one_without_a_loss() -> None:
    assert [round_count(tournament("swiss", entrants)) for entrants in (2, 8, 9, 100)] == [1, 3, 4, 7]
    assert undefeated(to_the_end(tournament("swiss", 16))) == [1]


def undefeated(over: Tournament) -> list[int]:
    return [
        entrant
        for entrant, appearances in record(over).items()
        if all(appearance.points == appearance.worth for appearance in appearances)
    ]


def test_seats_are_shared_out_where_a_table_plays_one_game() -> None:
    over = to_the_end(tournament("swiss", 8, rounds=6))
    first = Counter(table[0] for pairing in over.pairings for table in tables(pairing))
    assert all(2 <= first[entrant] <= 4 for entrant in range(1, 9))


def test_sixty_are_paired_the_same_way_twice() -> None:
    def scores(sitting: Sitting) -> list[int]:
        return [entrant * 37 % 101 for entrant in sitting.seats]

    played = round_played(round_played(tournament("swiss", 60), scores), scores)
    assert pair_round(played) == pair_round(played)
    assert max(times_met(played).values()) == 1
