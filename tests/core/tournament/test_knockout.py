"""Knock-out: seeds far apart, losers out."""

import msgspec
import pytest

from mensch.core.errors import GameOverError
from mensch.core.tournament.knockout import bracket
from mensch.core.tournament.pairing import is_over, pair_round, round_count
from mensch.core.tournament.results import TableResult
from mensch.core.tournament.rounds import Bye, Reason
from mensch.core.tournament.seating import Sitting
from mensch.core.tournament.standings import standings
from mensch.core.tournament.terms import Leaving
from tests.core.tournament.played import (
    better_number_wins,
    played,
    round_played,
    tables,
    to_the_end,
    tournament,
    without,
)


def turned_round(result: TableResult) -> TableResult:
    """The result with all places the other way round."""
    games = (msgspec.structs.replace(game, places=game.places[::-1]) for game in result.games)
    return msgspec.structs.replace(result, games=tuple(games))


def test_sixteen_are_seeded_so_that_the_best_meet_last() -> None:
    assert bracket(range(1, 17), 2) == [
        (1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11),
    ]  # fmt: skip


@pytest.mark.parametrize("entrants", [2, 5, 8, 11, 16])
def test_seeds_that_win_meet_in_the_order_of_their_numbers(entrants: int) -> None:
    over = to_the_end(tournament("knockout", entrants))
    size = 1 << (entrants - 1).bit_length()
    for pairing in over.pairings:
        for table in tables(pairing):
            assert sum(table) == size + 1
        size //= 2


def test_top_seeds_have_the_byes() -> None:
    pairing = pair_round(tournament("knockout", 11))
    assert pairing.byes == tuple(Bye(entrant, Reason.SEEDED) for entrant in (1, 2, 3, 4, 5))


@pytest.mark.parametrize(
    ("seats", "entrants", "rounds"), [(2, 9, 4), (3, 9, 2), (3, 10, 3), (4, 4, 1), (4, 9, 3), (4, 16, 3)]
)
def test_it_lasts_until_one_is_left(seats: int, entrants: int, rounds: int) -> None:
    start = tournament("knockout", entrants, seats)
    over = to_the_end(start)
    assert round_count(start) == len(over.pairings) == rounds
    assert standings(over)[0].entrant == 1
    with pytest.raises(GameOverError, match="no further round"):
        pair_round(over)


def test_of_four_the_first_two_go_on_and_one_wins_the_last_table() -> None:
    over = to_the_end(tournament("knockout", 8, 4))
    assert [[tuple(sorted(table)) for table in tables(pairing)] for pairing in over.pairings] == [
        [(1, 4, 6, 8), (2, 3, 5, 7)],
        [(1, 2, 3, 4)],
    ]
    assert [line.place for line in standings(over)] == [1, 2, 3, 4, 5, 5, 7, 7]


def test_top_seeds_sit_at_the_smaller_tables() -> None:
    pairing = pair_round(tournament("knockout", 5, 3))
    assert [tuple(sorted(table)) for table in tables(pairing)] == [(2, 5), (3, 4)]
    assert pairing.byes == (Bye(1, Reason.SEEDED),)


def test_who_is_put_out_in_the_same_round_shares_a_place() -> None:
    over = to_the_end(tournament("knockout", 8))
    assert [line.place for line in standings(over)] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_tie_over_two_games_is_broken_by_what_was_scored_in_them() -> None:
    def scores(sitting: Sitting) -> list[int]:
        return [40, 30] if sitting.seats == (1, 2) else [40, 12]  # each wins one, the second by more

    over = round_played(tournament("knockout", 2, games=2), scores)
    assert standings(over)[0].entrant == 2


def test_a_game_that_was_won_counts_more_than_one_that_was_adjudicated() -> None:
    def scores(sitting: Sitting) -> list[int]:
        return [40, 30] if sitting.seats == (2, 1) else [40, 12]  # each is first in one, number 1 by more

    over = round_played(tournament("knockout", 2, games=2), scores)
    [result] = over.results
    games = tuple(
        msgspec.structs.replace(game, adjudicated=game.seats[game.places.index(1)] == 1)
        for game in result.games
    )
    adjudicated = msgspec.structs.replace(over, results=(msgspec.structs.replace(result, games=games),))
    assert standings(over)[0].entrant == 1
    assert standings(adjudicated)[0].entrant == 2


def test_a_complete_tie_goes_to_the_better_seed() -> None:
    over = round_played(tournament("knockout", 2, games=2), lambda sitting: [40, 30])
    assert standings(over)[0].entrant == 1


def test_whose_opponent_has_left_goes_on() -> None:
    left = without(round_played(tournament("knockout", 8)), 4, Leaving.NO_SHOW)
    pairing = pair_round(left)
    assert pairing.byes == (Bye(1, Reason.WALKOVER, against=4),)
    over = to_the_end(left)
    assert is_over(over)
    assert [line.entrant for line in standings(over)][:2] == [1, 2]
    assert set(*tables(over.pairings[2])) == {1, 2}


def test_who_does_not_come_does_not_go_on() -> None:
    start = tournament("knockout", 4)
    pairing = pair_round(start)
    after = played(start, pairing, better_number_wins)
    results = tuple(
        TableResult(1, number, (), (1,)) if 1 in table.entrants else after.results[number - 1]
        for number, table in enumerate(pairing.tables, start=1)
    )
    final = pair_round(msgspec.structs.replace(after, results=results))
    assert set(*tables(final)) == {2, 4}


def test_a_correction_after_the_next_round_was_paired_lets_nobody_else_go_on() -> None:
    before = round_played(round_played(tournament("knockout", 8)))
    changed = tuple(turned_round(result) if result.round == 1 else result for result in before.results)
    corrected = msgspec.structs.replace(before, results=changed)
    over = to_the_end(corrected)
    assert set(*tables(over.pairings[2])) == {1, 2}
    assert [line.entrant for line in standings(over)][:4] == [1, 2, 3, 4]
    assert [line.survived for line in standings(over)] == [3, 2, 1, 1, 0, 0, 0, 0]


def test_a_correction_before_the_next_round_is_paired_lets_the_other_go_on() -> None:
    before = round_played(tournament("knockout", 8))
    corrected = msgspec.structs.replace(before, results=tuple(map(turned_round, before.results)))
    assert sorted(map(sorted, tables(pair_round(corrected)))) == [[5, 8], [6, 7]]


def test_who_leaves_after_going_on_has_survived_that_round() -> None:
    left = without(round_played(tournament("knockout", 8)), 1)
    over = to_the_end(left)
    survived = {line.entrant: line.survived for line in standings(over)}
    assert (survived[1], survived[4], survived[8]) == (1, 2, 0)
