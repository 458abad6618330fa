"""Swiss rounds beside those of another library.

The tournaments below were paired by py4swiss 0.3.1, which pairs as bbpPairings does, by FIDE's Dutch system
in its edition until 2026. After each of its rounds the next one is paired here too. As the colours of chess
have no part in it here, the pairs need not be the same, but they have to be as good by the rules that both
share.
"""

import msgspec
import pytest

from mensch.core.tournament.pairing import pair_round
from mensch.core.tournament.results import GameResult, TableResult
from mensch.core.tournament.rounds import Bye, Reason, RoundPairing, Table, Tournament
from mensch.core.tournament.scores import points_of, record
from mensch.core.tournament.swiss import times_met
from tests.core.tournament.played import tables, tournament

DUTCH = {  # by number of entrants, round by round: winner-loser, and who has the bye
    8: ["5-1 2-6 3-7 4-8", "2-4 5-3 7-1 8-6", "2-5 8-3 4-7 1-6", "2-8 4-5 1-3 7-6", "2-7 4-1 8-5 3-6"],
    9: [
        "1-5 2-6 7-3 4-8 9",
        "4-1 2-9 7-6 3-5 8",
        "2-7 4-3 9-8 1-6 5",
        "2-4 1-9 5-7 3-8 6",
        "2-1 5-4 9-7 8-6 3",
    ],
    12: [
        "1-7 8-2 3-9 4-10 11-5 6-12",
        "1-6 3-11 8-4 2-10 9-5 7-12",
        "1-3 6-8 2-7 9-4 10-11 5-12",
        "2-1 8-3 6-9 4-5 7-11 10-12",
        "1-8 6-2 4-7 9-10 3-5 12-11",
    ],
    15: [
        "1-8 9-2 3-10 4-11 5-12 6-13 14-7 15",
        "6-1 3-14 4-9 5-15 2-11 7-10 13-8 12",
        "6-3 4-5 1-12 2-13 7-15 9-14 8-11 10",
        "4-6 1-5 2-7 3-9 12-8 14-10 15-13 11",
        "4-3 6-2 1-7 5-14 9-12 10-15 13-11 8",
    ],
}


def after(before: Tournament, row: str) -> Tournament:
    """The tournament after a round as it was paired and played there."""
    number = len(before.pairings) + 1
    pairs = [
        (int(one), int(other)) for one, _, other in (cell.partition("-") for cell in row.split()) if other
    ]
    idle = [int(cell) for cell in row.split() if "-" not in cell]
    pairing = RoundPairing(
        number,
        tuple(Table(pair) for pair in pairs),
        tuple(Bye(entrant, Reason.BYE) for entrant in idle),
    )
    results = tuple(
        TableResult(number, table, (GameResult(pair, (1, 2), (40, 20)),))
        for table, pair in enumerate(pairs, start=1)
    )
    return msgspec.structs.replace(
        before, pairings=(*before.pairings, pairing), results=(*before.results, *results)
    )


def apart(before: Tournament, pairing: RoundPairing) -> int:
    """By how much those of a pair differ in points, squared and added up."""
    points = {entrant: points_of(of_entrant) // 12 for entrant, of_entrant in record(before).items()}
    return sum((points[one] - points[other]) ** 2 for one, other in tables(pairing))


@pytest.mark.parametrize("entrants", DUTCH)
def test_pairs_are_as_close_in_points_as_those_of_the_dutch_system(entrants: int) -> None:
    played = tournament("swiss", entrants, rounds=5)
    for row in DUTCH[entrants]:
        here = pair_round(played)
        met = times_met(played)
        following = after(played, row)
        there = following.pairings[-1]
        assert apart(played, here) <= apart(played, there)
        assert not any(met[min(pair), max(pair)] for pair in tables(here))
        played = following


@pytest.mark.parametrize("entrants", [number for number in DUTCH if number % 2])
def test_the_bye_goes_to_one_of_the_same_points_who_has_not_had_it(entrants: int) -> None:
    played = tournament("swiss", entrants, rounds=5)
    for row in DUTCH[entrants]:
        [here] = pair_round(played).byes
        following = after(played, row)
        [there] = following.pairings[-1].byes
        points = record(played)
        assert points_of(points[here.entrant]) == points_of(points[there.entrant])
        assert all(here != bye for pairing in played.pairings for bye in pairing.byes)
        played = following


@pytest.mark.parametrize("entrants", DUTCH)
def test_the_first_round_is_that_of_the_dutch_system(entrants: int) -> None:
    start = tournament("swiss", entrants)
    [row, *_] = DUTCH[entrants]
    there = after(start, row).pairings[0]
    assert sorted(map(sorted, tables(pair_round(start)))) == sorted(map(sorted, tables(there)))
