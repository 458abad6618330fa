"""Bots' games in batches: whatever dies, the same games are played, once."""

from __future__ import annotations

from itertools import count

import pytest

from mensch.events.due import GAMES, ROUND
from mensch.events.game import fold as fold_game
from mensch.events.game import initial
from mensch.events.loading import entries
from mensch.events.memory import MemoryStore
from mensch.events.rebuild import rebuild
from mensch.events.store import Append, Appended, Store
from mensch.events.tournament.bot_game import write_game
from mensch.events.tournament.commands import CloseRound
from mensch.events.tournament.contest import Status
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.plans import plan_of
from mensch.workers.tournament.playing import play_batch
from mensch.workers.tournament.rounds import close_if_done, mind, play_due
from tests.events.tournament.organised import NOW, copied, organiser, run_here, started

FORMATS = ["gauntlet", "knockout", "round-robin", "swiss"]


class PowerCutError(Exception):
    """The process has died."""


class Mortal(MemoryStore):
    """A store whose process dies after so many appends, whatever was to come then; None for never."""

    left: int | None = None

    def append(self, request: Append) -> Appended:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise PowerCutError
        return super().append(request)


def all_records(store: Store) -> dict[str, list[bytes]]:
    """Everything that stands in a store."""
    return {log: store.read(log) for log in store.logs()}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("duplicate", [False, True], ids=["own decks", "duplicate"])
def test_a_tournament_of_every_format_is_played_to_its_end(form: str, duplicate: bool) -> None:
    by = organiser()
    contest = run_here(by, started(by, ("greedy", "random") * 3, format=form, duplicate=duplicate))
    assert contest.status is Status.FINISHED
    assert contest.played == contest.games > 0
    named = [result.game for current in contest.rounds for result in current.results.values()]
    assert by.store.games() == sorted(named)
    for current in contest.rounds:
        for result in current.results.values():
            game = fold_game(initial(result.game), entries(by.store, result.game))
            assert (game.over, game.sealed, game.head) == (True, 0, result.hash)
            assert game.revealed is not None


@pytest.mark.parametrize("seats", [3, 4])
def test_tables_of_three_and_four_are_played(seats: int) -> None:
    by = organiser()
    contest = run_here(by, started(by, ("greedy", "random") * 4, format="swiss", seats=seats, rounds=2))
    assert (contest.status, len(contest.rounds)) == (Status.FINISHED, 2)


def test_whenever_it_dies_going_on_leads_to_the_same_records_of_games_and_tournament() -> None:
    by = organiser()
    begun = started(by, format="swiss", games=1, duplicate=True, rounds=2)
    undisturbed = copied(by.store, begun.id, begun.seq, MemoryStore())
    run_here(undisturbed, undisturbed.load(begun.id))
    deaths = 0
    for appends in count():
        mortal = Mortal()
        going_on = copied(by.store, begun.id, begun.seq, mortal)
        mortal.left = appends
        try:
            run_here(going_on, going_on.load(begun.id))
            break
        except PowerCutError:
            deaths += 1
        mortal.left = None
        run_here(going_on, going_on.load(begun.id))
        assert all_records(mortal) == all_records(undisturbed.store)
    assert deaths > 10


def test_a_batch_that_is_played_again_changes_nothing() -> None:
    by = organiser()
    contest = started(by, games=8)
    before = load_public(by.store, contest.id, contest.secret)
    play_batch(by, contest, 0)
    after = all_records(by.store)
    play_batch(by, before, 0)  # as if it had not heard of the first
    assert all_records(by.store) == after


def test_a_batch_whose_round_the_organiser_closes_meanwhile_is_no_failure() -> None:
    by = organiser()
    contest = started(by, games=8, format="swiss", rounds=2)
    before = load_public(by.store, contest.id, contest.secret)
    closed = by.act(contest, CloseRound(1, "operator"))
    after = play_batch(by, before, 0)
    assert (after.seq, len(after.rounds), after.played) == (closed.seq, 2, 0)


def test_two_who_close_a_round_close_it_once() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random"))
    play_batch(by, contest, 0)
    twin = by.load(contest.id)
    assert close_if_done(by, contest).seq == close_if_done(by, twin).seq
    assert twin.status is Status.FINISHED


def test_with_results_alone_no_game_is_written_and_the_results_are_the_same() -> None:
    by = organiser()
    begun = started(by, ("greedy", "random"), keep="results")
    contest = run_here(by, begun)
    assert by.store.games() == []
    [results] = [current.results for current in contest.rounds]
    for number, result in results.items():
        again = write_game(plan_of(contest, contest.rounds[0], number))
        assert again.result == result


# As jobs


def test_a_tournament_that_runs_has_its_round_due_and_that_schedules_batches() -> None:
    by = organiser()
    contest = started(by, games=2)
    [item] = by.store.due(NOW)
    assert (item.kind, item.game) == (ROUND, contest.id)
    mind(by, contest)
    kinds = [item.kind for item in by.store.due(NOW)]
    assert kinds == [GAMES, ROUND]


def test_jobs_alone_play_a_tournament_to_its_end_and_leave_nothing_due() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random") * 2, format="knockout")
    ran = 0
    while items := by.store.due(NOW):
        for item in items:
            ran += 1
            if item.kind == ROUND:
                mind(by, by.load(item.game))
            else:
                play_due(by, by.load(item.game), item.seq)
        assert ran < 100
    assert by.load(contest.id).status is Status.FINISHED


def test_a_batch_whose_round_is_over_is_not_due_any_more() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random"))
    mind(by, contest)
    [item] = [item for item in by.store.due(NOW) if item.kind == GAMES]
    run_here(by, by.load(contest.id))
    assert not play_due(by, by.load(contest.id), item.seq)
    assert by.store.due(NOW) == []


def test_a_rebuild_finds_tournaments_and_what_is_due_in_them_and_lists_them_apart_from_games() -> None:
    by = organiser()
    contest = mind(by, started(by, games=2))
    finished = run_here(by, started(by, ("greedy", "random")))
    due, games, tournaments = by.store.due(NOW), by.store.games(), by.store.tournaments()
    assert contest.id not in games
    done = rebuild(by.store)
    assert (done.broken, done.pruned) == ({}, 0)
    assert done.games == len(games) + 2
    assert (by.store.due(NOW), by.store.games()) == (due, games)
    assert by.store.tournaments() == tournaments == sorted([contest.id, finished.id])
