"""What a tournament takes and what it refuses; everything is decided before anything is written."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from mensch.core.errors import GameOverError, MenschError, NotFoundError, TurnError, UsageError
from mensch.events.bodies import Bot
from mensch.events.ids import new_id
from mensch.events.tournament import bodies as t
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest, Status
from mensch.events.tournament.due import batch_item, batch_of, batches_due
from mensch.events.tournament.finding import find_tournament
from mensch.events.tournament.loading import load_public
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.playing import play_batch
from tests.events.tournament.organised import ANNOUNCED, NOW, announced, copied, organiser, run_here, started

GREEDY = Bot("greedy", 1)
LEVELS = ("greedy", "random", "greedy")

FOREIGN = t.GameResult("game000001", "0" * 64, [1, 2], [40, 10])


def played(by: Organiser, **changes: object) -> Contest:
    """A tournament whose first round is played and not closed."""
    return play_batch(by, started(by, LEVELS, **changes), 0)


def refused(by: Organiser, contest: Contest, command: c.TournamentCommand, error: type[MenschError]) -> str:
    """Why a command is refused; nothing was written, and nothing was changed."""
    before = contest.seq, by.store.read(contest.id)
    with pytest.raises(error) as caught:
        by.act(contest, command)
    assert (contest.seq, by.store.read(contest.id)) == before
    return str(caught.value)


def test_it_is_open_then_runs_then_is_finished() -> None:
    by = organiser()
    contest = announced(by)
    stages = [contest.status]
    contest = by.act(contest, c.StartTournament())
    stages.append(contest.status)
    stages.append(run_here(by, contest).status)
    assert stages == [Status.OPEN, Status.RUNNING, Status.FINISHED]


def test_a_commitment_that_does_not_fit_the_secret_is_refused() -> None:
    by = organiser()
    with pytest.raises(UsageError, match="does not fit the secret"):
        by.announce(lambda secret: msgspec.structs.replace(ANNOUNCED, commitment="0" * 64))
    assert by.store.tournaments() == []


@pytest.mark.parametrize("form", ["knockout", "round-robin"])
def test_late_entries_are_refused_where_the_format_takes_none(form: str) -> None:
    by = organiser()
    contest = started(by, format=form)
    said = refused(by, contest, c.EnterPlayer(new_id(), GREEDY), TurnError)
    assert "takes no late entries" in said


@pytest.mark.parametrize("form", ["gauntlet", "swiss"])
def test_late_entries_play_from_the_next_round_on(form: str) -> None:
    by = organiser()
    contest = by.act(started(by, format=form, rounds=2), c.EnterPlayer(new_id(), GREEDY))
    assert contest.enrolled[3].entrant.since == 2
    contest = run_here(by, contest)
    seated = [
        {one for table in current.pairing.tables for one in table.entrants} for current in contest.rounds
    ]
    byes = {bye.entrant for bye in contest.rounds[1].pairing.byes}
    assert 4 not in seated[0]
    assert 4 in seated[1] | byes


@pytest.mark.parametrize("changes", [{"duplicate": True}, {"adjusted": True}, {"keep": "results"}])
def test_people_cannot_enter_what_is_for_bots_alone(changes: dict[str, object]) -> None:
    by = organiser()
    contest = announced(by, LEVELS, **changes)
    assert "for bots only" in refused(by, contest, c.EnterPlayer(new_id()), UsageError)


def test_nobody_enters_twice() -> None:
    by = organiser()
    contest = announced(by)
    said = refused(by, contest, c.EnterPlayer(contest.enrolled[0].player, GREEDY), UsageError)
    assert "has entered already" in said


def test_nobody_else_than_an_entrant_leaves_and_nobody_leaves_twice() -> None:
    by = organiser()
    contest = announced(by)
    assert "entrants 1 to 3, not 4" in refused(by, contest, c.WithdrawPlayer(4, "withdrawn"), UsageError)
    contest = by.act(contest, c.WithdrawPlayer(3, "withdrawn"))
    assert "left already" in refused(by, contest, c.WithdrawPlayer(3, "disqualified"), UsageError)


def wrong_game(result: t.GameResult) -> t.GameResult:
    return msgspec.structs.replace(result, game="game000001")


def two_winners(result: t.GameResult) -> t.GameResult:
    return msgspec.structs.replace(result, places=[1, 1])


def left_out_place(result: t.GameResult) -> t.GameResult:
    return msgspec.structs.replace(result, places=[1, 3])


def too_many(result: t.GameResult) -> t.GameResult:
    return msgspec.structs.replace(result, places=[1, 2, 3])


def with_luck(result: t.GameResult) -> t.GameResult:
    return msgspec.structs.replace(result, luck=[0, 0])


@pytest.mark.parametrize("spoil", [wrong_game, two_winners, left_out_place, too_many, with_luck])
def test_a_result_that_cannot_be_one_of_its_game_is_refused(
    spoil: Callable[[t.GameResult], t.GameResult],
) -> None:
    by = organiser()
    contest = started(by)
    elsewhere = organiser()
    right = play_batch(elsewhere, twin(elsewhere, by, contest), 0).rounds[0].results[0]
    refused(by, contest, c.RecordResults(1, 0, [spoil(right)]), UsageError)
    assert by.act(contest, c.RecordResults(1, 0, [right])).played == 1


def twin(there: Organiser, by: Organiser, contest: Contest) -> Contest:
    """The same tournament in another store."""
    copied(by.store, contest.id, contest.seq, there.store)
    return there.load(contest.id)


def test_a_game_has_one_result() -> None:
    by = organiser()
    contest = played(by)
    again = [contest.rounds[0].results[0]]
    assert "has a result" in refused(by, contest, c.RecordResults(1, 0, again), TurnError)


def test_results_of_no_game_or_of_another_round_are_refused() -> None:
    by = organiser()
    contest = started(by, games=1)
    assert "has 1 games" in refused(by, contest, c.RecordResults(1, 5, [FOREIGN]), UsageError)
    assert "is not open" in refused(by, contest, c.RecordResults(2, 0, [FOREIGN]), TurnError)


def test_a_round_closes_by_clock_only_when_it_is_done_or_its_time_is_over() -> None:
    by = organiser()
    contest = started(by, within=1000)
    assert "not played yet" in refused(by, contest, c.CloseRound(1, "clock", NOW + 999), TurnError)
    contest = by.act(contest, c.CloseRound(1, "clock", NOW + 1000))
    assert contest.rounds[0].unplayed == [0, 1]
    assert len(contest.rounds) == 2


def test_the_organiser_closes_a_round_at_any_time_and_what_is_missing_counts_nothing() -> None:
    by = organiser()
    contest = by.act(started(by, ("greedy", "random"), rounds=1), c.CloseRound(1, "operator"))
    assert contest.status is Status.FINISHED
    assert contest.places == [1, 1]


def test_a_round_is_not_closed_without_thousands_of_games() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random"), games=5_001)
    said = refused(by, contest, c.CloseRound(1, "operator"), TurnError)
    assert "5001 games of round 1 are not played" in said


def test_as_many_can_enter_as_fit_into_the_record_of_a_round() -> None:
    by = organiser()
    contest = announced(by, ("random",) * 999, format="swiss", seats=2)
    contest = by.act(contest, c.EnterPlayer(new_id(), GREEDY))
    assert "1000 entrants" in refused(by, contest, c.EnterPlayer(new_id(), GREEDY), UsageError)


def test_corrections_name_a_game_with_a_result_and_places_of_its_table() -> None:
    by = organiser()
    contest = played(by)
    reason = "0" * 64
    assert "no round 2" in refused(by, contest, c.CorrectResult(2, 0, [1, 2], reason), UsageError)
    assert "no result" in refused(by, contest, c.CorrectResult(1, 7, [1, 2], reason), UsageError)
    assert "2 seats" in refused(by, contest, c.CorrectResult(1, 0, [1, 2, 3], reason), UsageError)
    assert "one winner" in refused(by, contest, c.CorrectResult(1, 0, [1, 1], reason), UsageError)


def test_a_finished_tournament_takes_nothing_more() -> None:
    by = organiser()
    contest = run_here(by, started(by, ("greedy", "random")))
    for command in (
        c.EnterPlayer(new_id(), GREEDY),
        c.WithdrawPlayer(1, "withdrawn"),
        c.StartTournament(),
        c.CorrectResult(1, 0, [1, 2], "0" * 64),
        c.CloseRound(1, "operator"),
    ):
        refused(by, contest, command, GameOverError)


def test_it_begins_once() -> None:
    by = organiser()
    assert "begun already" in refused(by, started(by), c.StartTournament(), TurnError)


def test_the_secret_is_told_with_the_end_and_not_before() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random"))
    assert contest.secret is not None
    assert contest.secret.hex().encode() not in b"".join(by.store.read(contest.id))
    assert run_here(by, contest).revealed == contest.secret


def test_batches_hold_whole_decks_and_every_game_once() -> None:
    by = organiser()
    contest = started(by, ("greedy", "random") * 3, games=700, duplicate=True, format="swiss")
    [current] = contest.rounds
    assert [number for games in current.batches for number in games] == list(range(current.size))
    for games in current.batches[:-1]:
        last, following = current.seat(games[-1]), current.seat(games[-1] + 1)
        assert (last.table, last.sitting.deck) != (following.table, following.sitting.deck)
        assert len(games) >= current.batch
    items = batches_due(contest)
    assert items[0] == batch_item(contest, 0)
    assert [batch_of(item.seq) for item in items] == [(1, n) for n in range(len(current.batches))]


def test_it_is_found_by_the_beginning_of_its_id() -> None:
    by = organiser()
    contest = announced(by)
    assert find_tournament(by.store, contest.id[:6].upper()) == contest.id
    for typed in ("zzzzz", "??"):
        with pytest.raises(NotFoundError):
            find_tournament(by.store, typed)
    with pytest.raises(NotFoundError):
        load_public(by.store, "zzzzzzzzzz")
