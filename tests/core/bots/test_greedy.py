"""The level `greedy` by its stated preferences, for each size of table, and against `random`."""

from collections.abc import Sequence

import pytest

from mensch.core.bots import greedy, random
from mensch.core.deck import bot_key, seeded_deal
from mensch.core.position import Position
from mensch.core.rules import classic
from mensch.core.setup import set_up

KEY = bytes(32)


def chosen(
    seats: int,
    rows: Sequence[Sequence[Sequence[int]]],
    hand: tuple[int, int],
    stars: dict[int, int] | None = None,
) -> str:
    view = set_up(classic(seats, stars=stars), rows=rows, hands=[hand]).view(0)
    return greedy.choose(view, KEY).text


every_table = pytest.mark.parametrize("seats", [2, 3, 4])


@every_table
def test_it_completes_the_row_that_scores_most(seats: int) -> None:
    assert chosen(seats, [[[39], [30, 35, 38], [36]]], (1, 2)) == "B+2"
    assert chosen(seats, [[[30, 35, 39], [37, 38], [36]]], (1, 2)) == "A+1"


@every_table
def test_it_completes_rather_than_steals(seats: int) -> None:
    assert chosen(seats, [[[34], [24]], [[30, 35]]], (6, 6)) == "A+6"


@every_table
def test_it_passes_the_smaller_die(seats: int) -> None:
    assert chosen(seats, [[[36], [37], [38]]], (5, 6)) == "P5"


# 2 seats: stars + points stolen, nothing from own rows, ties to the larger figure


def test_with_2_seats_a_star_is_worth_more_than_a_larger_figure() -> None:
    assert chosen(2, [[[22], [28], [39]]], (3, 3)) == "A+3"  # 25 with a star, 31 without


def test_with_2_seats_ties_go_to_the_larger_figure() -> None:
    assert chosen(2, [], (2, 4)) == "N2+4"
    assert chosen(2, [[[12]]], (3, 5)) == "A+3"  # 15 and 5 have a star, 17, 3 and 8 have none


def test_with_2_seats_a_stolen_point_is_worth_a_star() -> None:
    assert chosen(2, [[[10], [17], [39]], [[13]]], (3, 3)) == "B+3"  # 13 stolen, 20 with a star: larger
    assert chosen(2, [[[10], [7], [39]], [[13]]], (3, 3), stars={10: 1}) == "A+3"


def test_with_2_seats_a_stolen_star_counts_twice() -> None:
    # the 15: its star, the point and the star that are stolen
    assert chosen(2, [[[12], [36], [20]], [[15]]], (3, 3), stars={15: 1, 39: 2}) == "A+3"
    assert chosen(2, [[[12], [36], [20]], [[15]]], (3, 3), stars={15: 1, 39: 4}) == "B+3"


def test_with_2_seats_it_takes_nothing_from_own_rows_if_it_can_be_helped() -> None:
    assert chosen(2, [[[12], [15, 38], [1]]], (3, 3)) == "C+3"


def test_with_2_seats_it_takes_from_own_rows_what_it_must() -> None:
    assert chosen(2, [[[12], [15, 38], [37, 39]]], (3, 3)) == "A+3"


# 3 and 4 seats: 10 · points scored + figure / 40 + w · (stars + points stolen - own takes)


@pytest.mark.parametrize(
    ("rows", "die", "with_3", "with_4"),
    [
        # 13 stolen or 18 from the centre: one point is worth 12 figures with 3 seats, 4 with 4
        ([[[10], [15], [39]], [[13]]], 3, "A+3", "B+3"),
        ([[[10], [24], [39]], [[13]]], 3, "B+3", "B+3"),  # 27
        ([[[10], [11], [39]], [[13]]], 3, "A+3", "A+3"),  # 14
        # 15 with a star or 22
        ([[[12], [19], [39]]], 3, "A+3", "B+3"),
        ([[[12], [13], [39]]], 3, "A+3", "A+3"),
        # 13 from an own row or 4 from the centre
        ([[[10], [13, 38], [1]]], 3, "C+3", "A+3"),
    ],
)
def test_stars_and_thefts_weigh_more_with_3_seats_than_with_4(
    rows: list[list[list[int]]], die: int, with_3: str, with_4: str
) -> None:
    assert chosen(3, rows, (die, die)) == with_3
    assert chosen(4, rows, (die, die)) == with_4


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_left_equal_goes_to_the_move_listed_first(seats: int) -> None:
    rows = [[[1], [30], [39]], [[5]], [[5, 8]]]
    assert chosen(seats, rows, (4, 4), stars={5: 5}) == "A+4@1A"


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_the_larger_figure_breaks_even_gains(seats: int) -> None:
    assert chosen(seats, [], (2, 4)) == "N2+4"


# Against `random`


def winner(seats: int, game: int) -> int:
    """Who wins a game in which seat ``game % seats`` is greedy and all others are random."""
    seed = game.to_bytes(32, "big")
    position = Position(classic(seats), seeded_deal(seed, bytes(32)))
    move = 0
    while position.outcome is None:
        seat = position.turn
        choose = greedy.choose if seat == game % seats else random.choose
        position.play(choose(position.view(seat), bot_key(seed, move, seat)))
        move += 1
    return position.outcome.winner


@every_table
def test_it_beats_random_in_200_of_200_games(seats: int) -> None:
    lost = [game for game in range(200) if winner(seats, game) != game % seats]
    assert lost == []
