"""What a tournament takes and refuses of people's games and of the clock."""

from __future__ import annotations

import pytest

from mensch.core.errors import UsageError
from mensch.events.bodies import Bot
from mensch.events.ids import new_id
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.bot_game import game_id
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.due import waits_for_people
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.playing import play_batch
from tests.events.tournament.organised import announced, organiser, started


def with_people(by: Organiser, people: int = 2) -> Contest:
    """A tournament of people alone that has begun."""
    contest = announced(by, (), format="swiss", games=1, rounds=1)
    for _ in range(people):
        contest = by.act(contest, c.EnterPlayer(new_id()))
    return by.act(contest, c.StartTournament())


def recorded(contest: Contest, places: list[int], *, adjudicated: bool) -> c.RecordResults:
    """The command that records the first game."""
    assert contest.secret is not None
    game = game_id(contest.secret, 1, 1, 0)
    return c.RecordResults(1, 0, [t.GameResult(game, "0" * 64, places, [9, 9], adjudicated=adjudicated)])


def test_the_first_place_is_shared_only_in_a_game_that_was_adjudicated() -> None:
    by = organiser()
    contest = with_people(by)
    with pytest.raises(UsageError, match="one winner, not 2"):
        by.act(contest, recorded(contest, [1, 1], adjudicated=False))
    contest = by.act(contest, recorded(contest, [1, 1], adjudicated=True))
    assert contest.rounds[0].results[0].places == [1, 1]


def test_an_adjudicated_result_may_be_corrected_to_a_shared_place_and_another_may_not() -> None:
    by = organiser()
    adjudicated, won = with_people(by), with_people(by)
    adjudicated = by.act(adjudicated, recorded(adjudicated, [1, 2], adjudicated=True))
    won = by.act(won, recorded(won, [1, 2], adjudicated=False))
    assert by.correct(adjudicated, 1, 0, [1, 1], "level").rounds[0].corrected == {0: (1, 1)}
    with pytest.raises(UsageError, match="one winner, not 2"):
        by.correct(won, 1, 0, [1, 1], "level")


def test_no_game_of_bots_is_adjudicated() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random"), games=1)
    with pytest.raises(UsageError, match="played to its end"):
        by.act(contest, recorded(contest, [1, 2], adjudicated=True))


@pytest.mark.parametrize("cause", ["withdrawn", "disqualified"])
def test_the_clock_lets_nobody_leave_but_no_shows(cause: str) -> None:
    by = organiser()
    contest = with_people(by)
    with pytest.raises(UsageError, match="who did not come"):
        by.act(contest, c.WithdrawPlayer(1, cause, "clock"))  # type: ignore[arg-type]  # one of the two
    assert by.act(contest, c.WithdrawPlayer(1, "no-show", "clock")).enrolled[0].entrant.leaving is not None


def test_a_round_waits_for_people_once_its_bots_have_played() -> None:
    by = organiser()
    contest = announced(by, ("greedy",), format="swiss", games=1, rounds=1)
    for bot in (None, Bot("random", 1), None):
        contest = by.act(contest, c.EnterPlayer(new_id(), bot))
    assert not waits_for_people(contest)
    contest = by.act(contest, c.StartTournament())
    assert [contest.is_bots_game(contest.rounds[0].seat(number)) for number in (0, 1)] == [True, False]
    assert not waits_for_people(contest)
    assert waits_for_people(play_batch(by, contest, 0))
