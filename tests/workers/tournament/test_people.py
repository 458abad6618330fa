"""Tables at which people sit: made once, recorded when over, closed by clock."""

from __future__ import annotations

import msgspec
import pytest

from mensch.core.errors import TurnError
from mensch.events import commands as games
from mensch.events.audit.report import Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.audit.tournament import audit_tournament
from mensch.events.bodies import Bot, Clock
from mensch.events.cause import TABLE
from mensch.events.game import Game, Status
from mensch.events.ids import new_id
from mensch.events.memory import MemoryStore
from mensch.events.people import enrol, people
from mensch.events.referee import Referee
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Contest
from mensch.events.tournament.contest import Status as Stage
from mensch.events.tournament.organiser import Organiser
from mensch.events.tournament.secrets import commitment
from mensch.workers.tournament.rounds import mind
from mensch.workers.turns import bot_to_move, take_turn
from tests.events.tournament.organised import ANNOUNCED, NOW

DAY = 24 * 3600 * 1000
CLOCK = Clock(DAY, DAY, "autopilot", Bot("greedy", 1))


class Club:
    """A tournament of anna, ben and a bot, with a clock that a test moves."""

    def __init__(self, **changes: object) -> None:
        self.now = NOW
        self.store = MemoryStore()
        self.organiser = Organiser(self.store, lambda: self.now)
        self.referee = Referee(self.store, lambda: self.now)
        contest = self.organiser.announce(
            lambda secret: msgspec.structs.replace(
                ANNOUNCED, commitment=commitment(secret), games=1, clock=CLOCK, within=14 * DAY, **changes
            )
        )
        self.anna, self.ben = (enrol(self.store, f"{name}@example.org", name) for name in ("anna", "ben"))
        for player, bot in ((self.anna.id, None), (self.ben.id, None), (new_id(), Bot("greedy", 1))):
            contest = self.organiser.act(contest, c.EnterPlayer(player, bot))
        self.id = self.organiser.act(contest, c.StartTournament()).id

    def mind(self) -> Contest:
        return mind(self.organiser, self.organiser.load(self.id))

    def games(self) -> list[Game]:
        return [self.referee.load(game) for game in self.store.games()]

    def play_out(self, game: Game) -> Game:
        """Let people and bots play a game to its end."""
        while not game.over:
            if bot_to_move(game):
                game = take_turn(self.referee, game)
            else:
                move = game.table.legal_moves()[0]
                game = self.referee.play(game, game.table.turn, move.text, TABLE)
        return self.referee.publish_reasons(game)


def test_their_games_are_made_once_with_clock_and_mail_and_known_players() -> None:
    club = Club()
    club.mind()
    club.mind()
    [game] = club.games()
    assert game.clocks is not None
    assert game.status is Status.RUNNING
    holders = [game.holder(seat) for seat in range(2)]
    for holder in holders:
        assert holder.mail == (holder.bot is None)
    person = next(holder.player for holder in holders if holder.bot is None)
    assert game.id in people(club.store, [person])[0].games


def test_games_that_are_over_are_recorded_and_the_rounds_follow_one_another() -> None:
    club = Club()
    contest = club.mind()
    while contest.status is not Stage.FINISHED:
        for game in club.games():
            club.play_out(game)
        contest = club.mind()
    assert len(contest.rounds) == 3
    assert contest.played == contest.games == 3
    report = audit_tournament(club.store.read(club.id), club.store.read_all)
    assert report.verdict is Verdict.SOUND
    for game in club.games():
        assert audit_stored(club.store, game.id).verdict is Verdict.SOUND


def test_a_round_closes_by_clock_and_who_never_came_is_a_no_show() -> None:
    club = Club(format="swiss", rounds=2)
    contest = club.mind()
    club.now += 13 * DAY
    assert len(club.mind().rounds) == 1
    club.now += DAY
    contest = club.mind()
    assert contest.rounds[0].unplayed == [0]
    left = [one.entrant.leaving for one in contest.enrolled]
    assert [one.value if one else None for one in left].count("no-show") == 1
    [result] = contest.value().results[:1]
    assert len(result.absent) == 1
    assert all(game.over for game in club.games() if game.at < club.now)
    assert audit_tournament(club.store.read(club.id), club.store.read_all).verdict is Verdict.SOUND


def test_who_has_moved_is_no_no_show() -> None:
    club = Club(format="swiss", rounds=1)
    club.mind()
    [game] = club.games()
    for _ in range(2):
        if bot_to_move(game):
            game = take_turn(club.referee, game)
        else:
            game = club.referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE)
    club.now += 14 * DAY
    contest = club.mind()
    assert contest.status is Stage.FINISHED
    assert all(one.entrant.leaving is None for one in contest.enrolled)


def test_before_its_time_a_round_with_open_games_stays_open() -> None:
    club = Club()
    contest = club.mind()
    with pytest.raises(TurnError, match="not played yet"):
        club.organiser.act(contest, c.CloseRound(1, "clock", club.now))


def test_a_game_without_a_winner_has_no_result() -> None:
    club = Club(format="swiss", rounds=1)
    club.mind()
    [game] = club.games()
    club.referee.act(game, [games.AbortGame()])
    contest = club.mind()
    assert contest.played == 0
    club.now += 14 * DAY
    assert club.mind().status is Stage.FINISHED
