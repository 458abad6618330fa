"""Rule sets: the printed one, and what may differ (rules.md, "Stars" and "Rule set")."""

import pytest

from mensch.core.errors import NewerLogError, UsageError
from mensch.core.figures import CLASSIC_STARS, FIGURES, mask_of
from mensch.core.rules import classic, require_known


@pytest.mark.parametrize(("seats", "target"), [(2, 40), (3, 35), (4, 30)])
def test_the_printed_targets(seats: int, target: int) -> None:
    assert classic(seats).target == target


def test_the_printed_stars() -> None:
    assert {figure: stars for figure, stars in enumerate(CLASSIC_STARS) if stars} == {
        **dict.fromkeys([5, 10, 15, 20, 25, 30, 35], 1),
        36: 1,
        37: 2,
        38: 2,
        39: 3,
    }
    assert len(CLASSIC_STARS) == 41


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_the_game_is_for_2_to_4(seats: int) -> None:
    with pytest.raises(UsageError, match="2 to 4"):
        classic(seats)


@pytest.mark.parametrize("target", [1, 200])
def test_a_target_may_be_1_to_200(target: int) -> None:
    assert classic(2, target).target == target


@pytest.mark.parametrize("target", [-1, 0, 201])
def test_no_other_target_is_taken(target: int) -> None:
    with pytest.raises(UsageError, match=f"target {target}.*1 to 200"):
        classic(2, target)


def test_an_own_star_table_replaces_the_printed_one() -> None:
    stars = classic(2, stars={1: 5, 40: 1}).stars
    assert (stars[1], stars[40], sum(stars)) == (5, 1, 6)


def test_a_star_table_may_be_given_as_the_rule_set_holds_it() -> None:
    own = classic(2, stars={1: 5, 40: 1})
    assert classic(2, stars=own.stars) == own


@pytest.mark.parametrize("stars", [{0: 1}, {41: 1}, {-1: 1}, {5: 6}, {5: -1}])
def test_a_star_table_must_name_figures_and_0_to_5_stars(stars: dict[int, int]) -> None:
    with pytest.raises(UsageError, match="star"):
        classic(2, stars=stars)


@pytest.mark.parametrize("table", [{}, dict.fromkeys(FIGURES, 5), {7: 3, 40: 2}])
def test_a_row_is_worth_its_figures_and_their_stars(table: dict[int, int]) -> None:
    rules = classic(2, stars=table)
    for row in ([40], [7, 40], [1, 7, 12, 39, 40], list(FIGURES)):
        assert rules.points(mask_of(row)) == len(row) + sum(table.get(figure, 0) for figure in row)


def test_the_version_that_is_played_is_known() -> None:
    rules = classic(2)
    require_known(rules.name, rules.version)


@pytest.mark.parametrize(("name", "version"), [("classic", 2), ("classic", 0), ("modern", 1)])
def test_an_unknown_rule_set_stops_the_program_instead_of_making_it_guess(name: str, version: int) -> None:
    with pytest.raises(NewerLogError, match=f"{name} version {version}"):
        require_known(name, version)
