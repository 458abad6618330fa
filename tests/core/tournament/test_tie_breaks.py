"""Tie-breaks against published answers.

The Swiss tournament, its cross-table and answers are those of "Exercises in Tie-Breaking" by Mario Held,
published by FIDE's Technical Commission in March 2024. It was written for the edition of 2023; where the one
of March 2026 differs (16.4 caps what stands for an opponent in a round that was not played), the value of
2023 stands beside it.
"""

import re
from fractions import Fraction

import pytest

from mensch.core.tournament.results import POINT
from mensch.core.tournament.scores import Appearance, Record, points_of
from mensch.core.tournament.tiebreaks import (
    ahead_for_certain,
    buchholz,
    opponents_points,
    progressive,
    sonneborn_berger,
)

EXERCISE = {
    1: "+W9 =B13 =W2 +B15 =W4",
    2: "+B10 +W7 =B1 +W16 =B3",
    3: "=W11 +B6 +W8 =B4 =W2",
    4: "+B12 =BYE +W13 =W3 =B1",
    5: "-W13 -B15 +W11 =B7 +W10",
    6: "-B14 -W3 +BYE +W10 +B8",
    7: "+W15 -B2 -B16 =W5 -B11",
    8: "=B16 +W14 -B3 +W13 -W6",
    9: "-B1 -W10 =BYE -F11 +BYE",
    10: "-W2 +B9 -W15 -B6 -B5",
    11: "=B3 -W16 -B5 +F9 +W7",
    12: "-W4 +BYE +F14 -- --",
    13: "+B5 =W1 -B4 -B8 -W14",
    14: "+W6 -B8 -F12 -- +B13",
    15: "-B7 +W5 +B10 -W1 -B16",
    16: "=W8 +B11 +W7 -B2 +W15",
}
"""By pairing number: result, colour and opponent by round; F is a forfeit, BYE and -- were not paired."""

WORTH = {"+": Fraction(1), "=": Fraction(1, 2), "-": Fraction(0)}


def record_of(cross_table: dict[int, str]) -> Record:
    return {
        entrant: tuple(appearance(number, text) for number, text in enumerate(row.split(), start=1))
        for entrant, row in cross_table.items()
    }


def appearance(number: int, text: str) -> Appearance:
    result = WORTH[text[0]]
    points = int(result * POINT)
    if played := re.fullmatch(r".[WB](\d+)", text):
        return Appearance(number, points, POINT, ((int(played[1]), result),))
    if forfeit := re.fullmatch(r".F(\d+)", text):
        return Appearance(number, points, POINT, (), points == 0, (int(forfeit[1]),))
    return Appearance(number, points, POINT, away=text != "+BYE")


EXERCISED = record_of(EXERCISE)
OPPONENTS = opponents_points(EXERCISED)


@pytest.mark.parametrize(
    ("entrant", "points"),
    [(1, 3.5), (2, 4), (3, 3.5), (4, 3.5), (5, 2.5), (6, 3), (7, 1.5), (8, 2.5), (9, 1.5), (10, 1), (11, 2.5),
     (12, 2), (13, 1.5), (14, 2), (15, 2), (16, 3.5)],
)  # fmt: skip
def test_the_cross_table_is_the_published_one(entrant: int, points: float) -> None:
    assert points_of(EXERCISED[entrant]) == points * POINT


def test_who_withdrew_counts_as_having_drawn_from_then_on() -> None:
    assert OPPONENTS[12] == 3


@pytest.mark.parametrize(
    ("entrant", "value"),
    [(1, 12.5), (2, 13), (3, 15.5), (5, 8.5), (7, 14.5), (8, 13.5), (9, 9), (10, 13), (12, 11.5), (13, 14),
     (14, 11), (15, 12), (16, 12.5),
     (4, 14),  # 15 in 2023: the half-point bye is worth half of five rounds now, not 3.5
     (6, 11.5),  # 12 in 2023: the bye is worth half of five rounds now, not 3
     (11, 12.5)],  # 13.5 in 2023: the forfeit is worth the 1.5 of whom they were to meet now, not 2.5
)  # fmt: skip
def test_buchholz_is_the_published_one(entrant: int, value: float) -> None:
    assert buchholz(EXERCISED[entrant], OPPONENTS) == value


@pytest.mark.parametrize(
    ("entrant", "value"),
    [(1, 11), (3, 13), (4, 11.5), (5, 7.5), (7, 12.5), (8, 12), (9, 7.5), (12, 9.5), (13, 12), (14, 9),
     (15, 11), (16, 11),
     (11, 11)],  # 12 in 2023
)  # fmt: skip
def test_buchholz_cut_1_is_the_published_one(entrant: int, value: float) -> None:
    assert buchholz(EXERCISED[entrant], OPPONENTS, cut=1) == value


@pytest.mark.parametrize(
    ("entrant", "value"),
    [(1, 8), (2, 9.5), (3, 10.5), (5, 4.25), (7, 3.25), (8, 5.25), (9, 2.25), (10, 1.5), (12, 4), (13, 4.25),
     (14, 4.5), (15, 3.5), (16, 7.25),
     (4, 9.25),  # 9.75 in 2023
     (6, 6),  # 6.5 in 2023
     (11, 4.75)],  # 5.75 in 2023
)  # fmt: skip
def test_sonneborn_berger_is_the_published_one(entrant: int, value: float) -> None:
    assert sonneborn_berger(EXERCISED[entrant], OPPONENTS) == value


@pytest.mark.parametrize(
    ("entrant", "value"),
    [(1, 11), (2, 13), (3, 11), (4, 11.5), (5, 5), (6, 6), (7, 6), (8, 8.5), (9, 2.5), (10, 4), (11, 5.5),
     (12, 7), (13, 7), (14, 6), (15, 7), (16, 10.5)],
)  # fmt: skip
def test_the_progressive_score_is_the_published_one(entrant: int, value: float) -> None:
    assert progressive(EXERCISED[entrant]) == value


def met(*beaten: tuple[int, int]) -> Record:
    """The record of four who are tied, each game as winner and loser."""
    games: dict[int, list[Appearance]] = {entrant: [] for entrant in (1, 2, 3, 4)}
    for round_, (winner, loser) in enumerate(beaten, start=1):
        games[winner].append(Appearance(round_, POINT, POINT, ((loser, Fraction(1)),)))
        games[loser].append(Appearance(round_, 0, POINT, ((winner, Fraction(0)),)))
    return {entrant: tuple(played) for entrant, played in games.items()}


@pytest.mark.parametrize(
    ("beaten", "certain"),
    [
        ([(2, 1), (2, 3), (2, 4)], [2]),
        ([(2, 1), (2, 3), (2, 4), (1, 3), (1, 4)], [2, 1]),  # whoever wins between 3 and 4
        ([(2, 1), (2, 3)], []),  # 4 could have beaten all three
        ([(2, 1), (3, 4), (2, 4), (2, 3), (4, 1)], [2]),  # 3 and 4 are level, and 3 may have lost to 1
        ([(2, 1), (3, 2)], []),
    ],
)
def test_a_direct_encounter_decides_as_far_as_missing_games_cannot_change_it(
    beaten: list[tuple[int, int]], certain: list[int]
) -> None:
    """FIDE C.07, 6.3."""
    assert ahead_for_certain(met(*beaten), (1, 2, 3, 4)) == certain
