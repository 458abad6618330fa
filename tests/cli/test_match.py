"""`mensch match` and `mensch bots`."""

from __future__ import annotations

import msgspec
import pytest

from mensch.core.bots import LEVELS
from tests.cli.command_line import Mensch

GREEDY = ("match", "greedy", "random", "--games", "9", "--seats", "3", "--seed", "a match")


def test_the_win_rate_stands_with_its_interval(mensch: Mensch) -> None:
    done = mensch(*GREEDY, "--json")
    assert done.code == 0
    document = msgspec.json.decode(done.out)
    assert (document["first"], document["second"], document["seats"]) == ("greedy", "random", 3)
    assert document["games"] == 9
    assert document["win_rate"] == 1.0
    low, high = document["interval"]
    assert low < document["win_rate"] == high


def test_games_are_rounded_up_to_whole_rotations(mensch: Mensch) -> None:
    done = mensch("match", "random", "random", "--games", "4", "--seats", "3", "--json")
    assert msgspec.json.decode(done.out)["games"] == 6


def test_a_seed_gives_the_same_match_on_any_number_of_processes(mensch: Mensch) -> None:
    alone = mensch(*GREEDY, "--luck-adjusted", "--json")
    together = mensch(*GREEDY, "--luck-adjusted", "--json", "--jobs", "2")
    assert alone.code == together.code == 0
    assert alone.out == together.out


def test_people_read_three_lines(mensch: Mensch) -> None:
    lines = mensch(*GREEDY, "--luck-adjusted").out.splitlines()
    assert lines[0] == "greedy against random, 3 seats, 9 games (fair: 33.3 %)"
    assert lines[1].startswith("wins          100.0 %")
    assert lines[2].startswith("luck-adjusted ")


@pytest.mark.parametrize("levels", [("greedy", "wizard"), ("wizard", "greedy")])
def test_a_level_that_does_not_exist_is_said(mensch: Mensch, levels: tuple[str, str]) -> None:
    done = mensch("match", *levels)
    assert done.code == 2
    assert "there is no bot “wizard”" in done.err


def test_the_scatter_of_one_deck_alone_is_not_asked_for(mensch: Mensch) -> None:
    done = mensch("match", "greedy", "random", "--games", "3", "--seats", "3", "--luck-adjusted")
    done.refused(2, "--luck-adjusted needs the games of two decks: --games 6 or more")
    assert mensch("match", "greedy", "random", "--games", "2").code == 0


def test_every_level_is_listed_with_its_strength(mensch: Mensch) -> None:
    listed = msgspec.json.decode(mensch("bots", "--json").out)
    assert [entry["level"] for entry in listed] == list(LEVELS)
    for entry in listed:
        assert set(entry["against_greedy"]) == {"2", "3", "4"}
    lines = mensch("bots").out.splitlines()
    assert [line.split()[0] for line in lines[1::2]] == list(LEVELS)
    assert all(len(line) <= 80 for line in lines)
