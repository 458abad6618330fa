"""What an audit finds where an organiser writes of people's games what did not happen in them."""

from __future__ import annotations

from mensch.core.deck import commitment, joiner_bytes
from mensch.core.rules import classic
from mensch.events import commands as games
from mensch.events.audit.report import Code, Verdict
from mensch.events.memory import MemoryStore
from mensch.events.referee import Referee
from mensch.events.tournament import commands as c
from mensch.events.tournament.bodies import GameResult
from mensch.events.tournament.contest import Status
from tests.events.tournament.organised import copied
from tests.workers.tournament.club import Club, Time

SEED = bytes(range(32))


def test_a_result_of_a_game_that_is_not_over_is_found(time: Time) -> None:
    club = Club(time)
    game = club.play(club.game(), 4)
    invented = GameResult(game.id, game.head, [1, 2], [40, 0])
    contest = club.organiser.act(club.contest(), c.RecordResults(1, 0, [invented]))
    club.organiser.act(contest, c.CloseRound(1, "clock", club.organiser.now()))
    report = club.audit()
    assert report.verdict is Verdict.VIOLATION
    assert Code.RESULT_DIFFERS in [finding.code for finding in report.findings]


def test_a_game_that_others_played_is_found(time: Time) -> None:
    club = Club(time)
    game = club.game()
    club.organiser = copied(club.store, club.id, club.contest().seq, MemoryStore())
    club.store = club.organiser.store
    club.referee = Referee(club.store)
    others = [game.holder(seat).player for seat in (1, 0)]
    joins = [
        games.JoinGame(seat, player, joiner_bytes(SEED, seat).hex()) for seat, player in enumerate(others)
    ]
    create = games.create(classic(2), commitment(SEED), game.id)
    club.play_out(club.referee.open_game(game.id, SEED, [create, *joins, games.StartGame()], ["", ""]))
    assert club.mind().status is Status.FINISHED
    report = club.audit()
    assert report.verdict is Verdict.VIOLATION
    assert any("others sit there" in finding.says for finding in report.findings)


def test_a_result_that_is_left_out_is_found(time: Time) -> None:
    club = Club(time)
    club.play_out(club.game())
    club.passes(1)
    club.organiser.act(club.contest(), c.CloseRound(1, "operator"))
    report = club.audit()
    assert report.verdict is Verdict.VIOLATION
    says = [finding.says for finding in report.findings]
    assert any("its result is not recorded" in line for line in says)
    assert any("closed round 1 without 1 of its games" in line for line in says)
