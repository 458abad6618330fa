"""Tables at which people sit: their games are made once, and recorded when they are over."""

from __future__ import annotations

from typing import Literal

import pytest

from mensch.core.errors import TurnError, UsageError
from mensch.core.tournament.ratings import played
from mensch.events import commands as games
from mensch.events.audit.report import Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.away import announce
from mensch.events.bodies import AbsenceAnnounced
from mensch.events.due import MAIL, NEVER, ROUND
from mensch.events.forgetting import forget
from mensch.events.loading import entries, names_of
from mensch.events.memory import MemoryStore
from mensch.events.people import people
from mensch.events.store import Head
from mensch.events.tournament import commands as c
from mensch.events.tournament.contest import Status
from mensch.workers.tournament.closing import leave
from mensch.workers.tournament.people import seat_people
from mensch.workers.tournament.rounds import LOOK
from tests.workers.tournament.club import CLOCK, DAY, Club, Time

ALL = ("anna", "ben", "bot")


class Late(MemoryStore):
    """A store of which a worker saw the moment before a game was there."""

    unseen: str = ""

    def head(self, game: str) -> Head | None:
        if game == self.unseen:
            self.unseen = ""
            return None
        return super().head(game)


def test_their_games_are_made_once_with_clock_and_mail_and_known_players(time: Time) -> None:
    club = Club(time, ALL, format="round-robin", rounds=None)
    club.mind()
    game = club.game()
    assert game.clock == CLOCK
    for seat in range(2):
        holder = game.holder(seat)
        assert holder.mail == (holder.bot is None)
        if holder.mail:
            assert people(club.store, [holder.player])[0].games == {game.id: seat}
    assert [item.kind for item in club.store.due(NEVER) if item.game == game.id].count(MAIL) == 1


def test_two_workers_who_make_a_game_at_once_make_one(time: Time) -> None:
    store = Late()
    club = Club(time, store=store)
    game = club.game().id
    before = store.read(game)
    store.unseen = game
    seat_people(club.organiser, club.contest())
    assert not store.unseen, "it was looked for"
    assert store.read(game) == before


def test_an_absence_that_was_announced_before_counts_in_a_game_of_a_later_round(time: Time) -> None:
    club = Club(time, rounds=2)
    now = club.organiser.now()
    announce(club.referee, club.people["anna"], now + 5 * DAY, now + 9 * DAY, club.organiser.now)
    club.play_out(club.game())
    club.mind()
    bodies = [entry.record.body for entry in entries(club.store, club.game().id)]
    assert [body.until for body in bodies if isinstance(body, AbsenceAnnounced)] == [now + 9 * DAY]


def test_games_that_are_over_are_recorded_and_the_rounds_follow_one_another(time: Time) -> None:
    club = Club(time, ALL, format="round-robin", rounds=None)
    contest = club.contest()
    while contest.status is not Status.FINISHED:
        for game in club.games():
            club.play_out(game)
        contest = club.mind()
    assert len(contest.rounds) == 3
    assert contest.played == contest.games == 3
    assert club.audit().verdict is Verdict.SOUND
    for played_out in club.store.games():
        assert audit_stored(club.store, played_out).verdict is Verdict.SOUND
    assert {item.kind for item in club.store.due(NEVER, 1000)} == {MAIL}


def test_a_round_that_waits_for_people_alone_is_looked_at_once_in_a_minute(time: Time) -> None:
    club = Club(time)
    now = club.organiser.now()
    assert ROUND not in [item.kind for item in club.store.due(now + LOOK - 1)]
    assert ROUND in [item.kind for item in club.store.due(now + LOOK)]


def test_before_its_time_a_round_with_open_games_stays_open(time: Time) -> None:
    club = Club(time)
    with pytest.raises(TurnError, match="not played yet"):
        club.organiser.act(club.contest(), c.CloseRound(1, "clock", club.organiser.now()))


def test_a_game_that_its_players_gave_up_counts_nothing(time: Time) -> None:
    club = Club(time)
    game = club.game()
    for seat in range(2):
        game = club.referee.act(game, [games.OfferAbort(seat)])
    assert club.mind().played == 0
    contest = club.closes()
    assert (contest.status, contest.played) == (Status.FINISHED, 0)
    assert set(club.points().values()) == {0}
    assert club.audit().verdict is Verdict.SOUND


def test_the_organiser_corrects_the_result_of_a_game_of_people(time: Time) -> None:
    club = Club(time, rounds=2)
    club.play_out(club.game())
    contest = club.mind()
    before = club.points()
    turned = contest.rounds[0].results[0].places[::-1]
    club.organiser.correct(contest, 1, 0, turned, "The wrong one had resigned")
    assert club.points() == {"anna": before["ben"], "ben": before["anna"]}
    assert club.audit().verdict is Verdict.SOUND


# Somebody leaves


@pytest.mark.parametrize("cause", ["withdrawn", "disqualified"])
def test_who_leaves_resigns_in_the_game_that_goes_on(
    time: Time, cause: Literal["disqualified", "withdrawn"]
) -> None:
    club = Club(time, ("anna", "ben", "carl", "dora"), rounds=2)
    theirs = next(game for game in club.games() if club.people["anna"].id in str(game.seats))
    club.play(theirs, 3)
    leave(club.organiser, club.contest(), club.number("anna"), cause)
    left = club.referee.load(theirs.id)
    assert (left.over, left.sealed) == (True, 0)
    assert club.left() == {"anna": cause}
    for game in club.games():
        club.play_out(game)
    contest = club.mind()
    assert club.points()["anna"] == 0
    assert all(club.number("anna") not in table.entrants for table in contest.rounds[1].pairing.tables)
    assert audit_stored(club.store, theirs.id).verdict is Verdict.SOUND
    with pytest.raises(UsageError, match="has left already"):
        leave(club.organiser, contest, club.number("anna"), "withdrawn")


# What is personal


def test_who_plays_in_a_tournament_cannot_be_forgotten_before_it_is_finished(time: Time) -> None:
    club = Club(time, rounds=2)
    club.play_out(club.game())
    with pytest.raises(UsageError, match="still play in tournament"):
        forget(club.store, club.people["anna"])
    assert people(club.store, [club.people["anna"].id])[0].name == "anna"


def test_who_is_forgotten_leaves_log_standings_and_audit_as_they_were(time: Time) -> None:
    club = Club(time)
    game = club.play_out(club.game())
    contest = club.mind()
    assert len(played(contest.value().results)) == 1
    anna = people(club.store, [club.people["anna"].id])[0]
    before, points = club.store.read(club.id), club.points()
    forget(club.store, anna)
    assert (club.store.read(club.id), club.points()) == (before, points)
    assert club.audit().verdict is Verdict.SOUND
    assert names_of(club.store, game)[club.seat(game, "anna")] == f"seat {club.seat(game, 'anna')}"


def test_nothing_personal_is_in_the_log(time: Time) -> None:
    club = Club(time)
    club.play_out(club.game())
    club.mind()
    log = b"".join(club.store.read(club.id))
    assert b"anna" not in log
    assert b"example.org" not in log
