"""What happens at the end of a round: games that are not over, and people who never came."""

from __future__ import annotations

import copy
from itertools import count

import msgspec
import pytest

from mensch.core.tournament.rates import rates
from mensch.core.tournament.ratings import played
from mensch.core.tournament.standings import standings
from mensch.events.arbitration import open_dispute
from mensch.events.audit.report import Code, Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.bodies import Clock
from mensch.events.commands import AbortGame
from mensch.events.game import Status as GameStatus
from mensch.events.memory import MemoryStore
from mensch.events.referee import Referee
from mensch.events.store import Store
from mensch.events.tournament import commands as c
from mensch.events.tournament.adjudication import closing_command
from mensch.events.tournament.contest import Status
from mensch.events.tournament.organiser import Organiser
from mensch.workers.tournament.closing import close, end_games
from mensch.workers.tournament.people import record_people
from mensch.workers.tournament.rounds import close_if_done, mind
from tests.workers.tournament.club import DAY, GREEDY, HOUR, WITHIN, Club, Time
from tests.workers.tournament.test_running import Mortal, PowerCutError

SHORT = Clock(DAY, DAY, "autopilot", GREEDY)
FORFEIT = Clock(DAY, DAY, "forfeit")
TAKEOVER = Clock(DAY, DAY, "takeover", GREEDY, misses=1)


# Games that are not over


def test_who_has_more_points_when_the_round_closes_is_ahead(time: Time) -> None:
    club = Club(time)
    game = club.play_until_somebody_leads(club.game())
    scores = list(game.table.scores)
    contest = club.closes()
    result = contest.rounds[0].results[0]
    assert (result.adjudicated, result.scores) == (True, scores)
    assert result.places == ([1, 2] if scores[0] > scores[1] else [2, 1])
    assert club.referee.load(game.id).status is GameStatus.ABORTED
    assert sorted(club.points().values()) == [0, 1]
    assert club.left() == {}
    assert club.audit().verdict is Verdict.SOUND
    assert audit_stored(club.store, game.id).verdict is Verdict.SOUND


def test_with_level_scores_they_share_the_point(time: Time) -> None:
    club = Club(time)
    game = club.play(club.game(), 2)
    assert game.table.scores == (0, 0)
    club.closes()
    assert club.points() == {"anna": 0.5, "ben": 0.5}
    assert club.audit().verdict is Verdict.SOUND


def test_an_adjudicated_game_is_no_win_and_tells_nothing_of_strength(time: Time) -> None:
    club = Club(time)
    club.play_until_somebody_leads(club.game())
    value = club.closes().value()
    assert [line.games for line in standings(value)] == [1, 1]
    assert [line.wins for line in standings(value)] == [0, 0]
    assert played(value.results) == []
    assert rates(value.results) == {}


def test_the_organiser_closes_a_round_early_in_the_same_way(time: Time) -> None:
    club = Club(time, within=None)
    club.play_until_somebody_leads(club.game())
    contest = close(club.organiser, end_games(club.organiser, club.contest()), "operator")
    assert contest.status is Status.FINISHED
    assert contest.rounds[0].results[0].adjudicated
    assert club.audit().verdict is Verdict.SOUND


def test_without_a_time_of_its_own_a_round_waits(time: Time) -> None:
    club = Club(time, within=None)
    club.play(club.game())
    club.passes(1000 * DAY)
    assert club.mind().status is Status.RUNNING


def test_a_game_that_waits_for_a_ruling_keeps_its_round_open_and_is_left_alone(time: Time) -> None:
    club = Club(time)
    game = club.play(club.game(), 2)
    open_dispute(club.referee, game, 0, game.seq, "That was not my move")
    assert club.closes().status is Status.RUNNING
    contest = close(club.organiser, end_games(club.organiser, club.contest()), "operator")
    assert (contest.status, contest.rounds[0].unplayed) == (Status.FINISHED, [0])
    assert club.referee.load(game.id).status is GameStatus.RUNNING
    assert club.audit().verdict is Verdict.SOUND


def test_time_in_which_the_service_was_down_is_given_back(time: Time) -> None:
    club = Club(time)
    club.play(club.game(), 2)
    club.store.beat(club.organiser.now())
    club.passes(3 * HOUR)
    club.store.beat(club.organiser.now())
    assert club.store.downtimes(0) != []
    club.passes(WITHIN - 3 * HOUR)
    assert club.mind().status is Status.RUNNING
    club.passes(3 * HOUR - 1)
    assert club.mind().status is Status.RUNNING
    club.passes(1)
    assert club.mind().status is Status.FINISHED


def test_a_round_whose_games_were_never_made_closes_all_the_same_and_nobody_is_blamed(time: Time) -> None:
    club = Club(time, rounds=2)
    club.play_out(club.game())
    record_people(club.organiser, club.contest())
    close_if_done(club.organiser, club.contest())
    assert club.games() == []
    contest = club.closes()
    assert (contest.status, contest.rounds[1].unplayed) == (Status.FINISHED, [0])
    assert club.left() == {}


# No-shows


def test_who_never_came_loses_by_forfeit_and_is_paired_no_more(time: Time) -> None:
    club = Club(time, ("anna", "ben", "bot"), rounds=2)
    club.mind()
    [game] = club.games()
    absent = next(name for name in club.people if club.people[name].id == game.holder(0).player)
    contest = club.closes()
    assert contest.rounds[0].unplayed == [0]
    assert club.left() == {absent: "no-show"}
    assert club.points()[absent] == 0
    assert club.number(absent) not in contest.rounds[1].pairing.tables[0].entrants
    assert club.closes().status is Status.FINISHED
    assert club.audit().verdict is Verdict.SOUND


@pytest.mark.parametrize("clock", [SHORT, TAKEOVER, FORFEIT], ids=lambda clock: str(clock.on_timeout))
def test_what_a_clock_does_for_somebody_is_no_sign_of_life(time: Time, clock: Clock) -> None:
    club = Club(time, clock=clock)
    game = club.game()
    late = next(name for name in club.people if club.seat(game, name) == game.table.turn)
    for _ in range(3):
        game = club.flag_falls(game)
        if game.over or game.deadline is None:  # they have left, or a bot holds their seat
            break
        while game.table.turn != club.seat(game, late):
            game = club.play(game)
    club.referee.publish_reasons(game)
    contest = club.closes()
    assert contest.status is Status.FINISHED
    assert club.left() == {late: "no-show"}
    assert club.points()[late] == 0
    assert sum(club.points().values()) == 1
    assert club.audit().verdict is Verdict.SOUND


def test_who_wrote_a_message_has_come(time: Time) -> None:
    club = Club(time)
    game = club.game()
    club.referee.say(game, game.table.turn, "I need a little longer")
    contest = club.closes()
    assert club.left() == {}
    assert contest.rounds[0].results[0].places == [1, 1]


def test_whose_first_turn_came_late_in_the_round_has_not_missed_it(time: Time) -> None:
    club = Club(time)
    club.passes(WITHIN // 2 + 1)
    club.play(club.game())
    club.passes(WITHIN // 2)
    assert club.mind().rounds[0].results[0].adjudicated
    assert club.left() == {}


def test_at_a_larger_table_a_no_show_is_last_and_the_others_are_placed(time: Time) -> None:
    club = Club(time, ("anna", "ben", "carl"), seats=3)
    game = club.game()
    first = game.table.turn
    game = club.play(game)
    absent = game.table.turn
    contest = club.closes()
    result = contest.rounds[0].results[0]
    assert result.places[absent] == 3
    assert result.places[first] == 1
    names = {club.seat(game, name): name for name in club.people}
    assert club.left() == {names[absent]: "no-show"}
    assert club.audit().verdict is Verdict.SOUND


# Whatever dies, and whoever is first


def test_whenever_a_worker_dies_the_next_one_closes_the_round_as_if_undisturbed(time: Time) -> None:
    begun = MemoryStore()
    club = Club(time, ("anna", "ben", "carl", "dora", "bot", "eve"), store=begun)
    absent, leading, _ = club.games()
    club.play_until_somebody_leads(leading)
    assert absent.seq < club.referee.load(leading.id).seq
    club.passes(WITHIN)
    undisturbed = copy.deepcopy(begun)
    closed(undisturbed, club.id)
    deaths = 0
    for appends in count():
        mortal = Mortal()
        mortal.__dict__.update(copy.deepcopy(begun.__dict__))
        mortal.left = appends
        try:
            closed(mortal, club.id)
            break
        except PowerCutError:
            deaths += 1
        mortal.left = None
        closed(mortal, club.id)
        assert records(mortal) == records(undisturbed)
    assert deaths >= 8


def closed(store: Store, tournament: str) -> None:
    """Let a worker look at the round of a tournament."""
    organiser = Organiser(store)
    assert mind(organiser, organiser.load(tournament)).status is Status.FINISHED


def records(store: Store) -> dict[str, list[bytes]]:
    """Everything that stands in a store."""
    return {log: store.read(log) for log in store.logs()}


def test_two_workers_who_close_a_round_at_once_close_it_once(time: Time) -> None:
    club = Club(time, ("anna", "ben", "bot", "carl"), rounds=2)
    club.passes(WITHIN)
    twin = club.contest()
    first = close_if_done(club.organiser, club.contest())
    before = records(club.store)
    assert close_if_done(club.organiser, twin).seq == first.seq
    assert records(club.store) == before


def test_a_game_that_ends_just_before_its_round_closes_keeps_its_result(time: Time) -> None:
    club = Club(time)
    ended = club.play_out(club.game())
    contest = club.closes()
    assert not contest.rounds[0].results[0].adjudicated
    assert contest.rounds[0].results[0].hash == ended.head


# What an audit finds


def test_an_audit_finds_an_adjudication_that_does_not_follow_from_the_game(time: Time) -> None:
    club = Club(time)
    club.play_until_somebody_leads(club.game())
    honest = copy.deepcopy(club.store)
    result = club.closes().rounds[0].results[0]
    forged = msgspec.structs.replace(result, places=result.places[::-1])
    organiser = Organiser(honest)
    for log in honest.games():
        end_the_same(Referee(honest), log)
    contest = organiser.act(organiser.load(club.id), c.RecordResults(1, 0, [forged]))
    organiser.act(contest, c.CloseRound(1, "clock", organiser.now()))
    club.store = honest
    assert Code.RESULT_DIFFERS in [finding.code for finding in club.audit().findings]
    assert club.audit().verdict is Verdict.VIOLATION


def end_the_same(referee: Referee, game: str) -> None:
    """End a game as the close of its round does."""
    loaded = referee.load(game)
    assert loaded.seed is not None
    referee.publish_reasons(referee.act(loaded, [AbortGame()], cmd=closing_command(loaded.seed)))


def test_an_audit_finds_who_has_come_and_is_noted_as_a_no_show(time: Time) -> None:
    club = Club(time)
    club.play(club.game(), 2)
    club.organiser.act(club.contest(), c.WithdrawPlayer(club.number("anna"), "no-show", "clock"))
    club.closes()
    says = [finding.says for finding in club.audit().findings]
    assert any("noted as a no-show and has come" in line for line in says)
    assert club.audit().verdict is Verdict.VIOLATION
