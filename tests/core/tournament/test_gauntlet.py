"""Gauntlet: one against all."""

from itertools import combinations

from mensch.core.tournament.pairing import is_over, pair_round
from tests.core.tournament.played import round_played, tables, tournament, with_late_entry, without


def test_the_first_meets_every_other() -> None:
    pairing = pair_round(tournament("gauntlet", 5))
    assert {tuple(sorted(table)) for table in tables(pairing)} == {(1, 2), (1, 3), (1, 4), (1, 5)}


def test_at_tables_of_three_the_first_meets_every_two() -> None:
    pairing = pair_round(tournament("gauntlet", 5, 3))
    assert {tuple(sorted(table)) for table in tables(pairing)} == {
        (1, *pair) for pair in combinations(range(2, 6), 2)
    }


def test_one_round_is_enough_unless_more_are_asked_for() -> None:
    assert is_over(round_played(tournament("gauntlet", 3)))
    assert not is_over(round_played(tournament("gauntlet", 3, rounds=2)))


def test_a_late_entry_is_met_from_then_on() -> None:
    pairing = pair_round(with_late_entry(round_played(tournament("gauntlet", 3, rounds=2))))
    assert {tuple(sorted(table)) for table in tables(pairing)} == {(1, 2), (1, 3), (1, 4)}


def test_it_is_over_when_the_first_leaves() -> None:
    assert is_over(without(round_played(tournament("gauntlet", 3, rounds=5)), 1))
