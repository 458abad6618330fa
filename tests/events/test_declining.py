"""A game waits for nobody who has refused, or who was forgotten."""

from __future__ import annotations

from mensch.core.bots import VERSION
from mensch.core.rules import classic
from mensch.events.audit.report import Verdict
from mensch.events.audit.stored import audit_stored
from mensch.events.away import announce
from mensch.events.bodies import AbsenceAnnounced, Bot, GameAborted, Joining
from mensch.events.declining import decline, go_on_without
from mensch.events.due import LAPSE, due
from mensch.events.forgetting import forget
from mensch.events.game import Game, Status
from mensch.events.inviting import accept, invite_all, invite_instead
from mensch.events.loading import entries, names_of
from mensch.events.people import Person
from mensch.events.referee import Player
from tests.events.mail_table import CLOCK, DAY, HOUR, Days

GREEDY = Bot("greedy", VERSION)


def invited(days: Days, *names: str, bot: Bot | None = None, hal: bool = False) -> Game:
    """A game that waits for some people; with a bot in the last seat."""
    seats: list[Person | Player] = [*map(days.person, names)]
    if hal:
        seats.append(Player("hal", GREEDY))
    joining = Joining(7 * DAY, bot)
    return invite_all(days.referee, classic(len(seats)), seats, joining, game_clock=CLOCK, now=days.now)


def test_a_game_that_cannot_begin_any_more_ends_with_the_first_refusal() -> None:
    days = Days()
    game = accept(days.referee, invited(days, "anna", "bert", "cora"), 0, "words", days.now)
    game = decline(days.referee, game, 1, days.now)
    assert game.status is Status.ABORTED
    assert isinstance(entries(days.store, game.id)[game.ended - 1].record.body, GameAborted)
    assert LAPSE not in {item.kind for item in due(game)}
    assert audit_stored(days.store, game.id).verdict is Verdict.SOUND


def test_bots_take_the_refused_seats_once_nobody_is_left_who_could_join() -> None:
    days = Days()
    game = decline(days.referee, invited(days, "anna", "bert", "cora", bot=GREEDY, hal=True), 1, days.now)
    assert game.status is Status.OPEN
    game = go_on_without(days.referee, accept(days.referee, game, 0, "words", days.now), days.now)
    assert game.status is Status.OPEN, "cora can still come"
    game = decline(days.referee, game, 2, days.now)
    assert game.status is Status.RUNNING
    assert names_of(days.store, game) == ["anna", "greedy", "greedy 2", "hal"]
    assert audit_stored(days.store, game.id).verdict is Verdict.SOUND


def test_who_answers_last_need_not_wait_for_seats_that_were_refused_before() -> None:
    days = Days()
    announce(days.referee, days.person("anna"), days.now + HOUR, days.now + DAY, lambda: days.now)
    game = decline(days.referee, invited(days, "anna", "bert", bot=GREEDY), 1, days.now)
    game = go_on_without(days.referee, accept(days.referee, game, 0, "words", days.now), days.now)
    assert game.status is Status.RUNNING
    told = [entry.record.body for entry in entries(days.store, game.id)]
    assert [body.seat for body in told if isinstance(body, AbsenceAnnounced)] == [0]


def test_bots_do_not_play_among_themselves_where_all_have_refused() -> None:
    days = Days()
    game = decline(days.referee, invited(days, "anna", "bert", bot=GREEDY, hal=True), 0, days.now)
    assert decline(days.referee, game, 1, days.now).status is Status.ABORTED


def test_two_who_refuse_at_the_same_time_end_it_once() -> None:
    days = Days()
    seen = invited(days, "anna", "bert")
    first = decline(days.referee, seen, 0, days.now)
    assert decline(days.referee, seen.copy(), 1, days.now).seq == first.seq


def test_a_running_game_goes_on_where_a_seat_in_it_is_refused() -> None:
    days = Days()
    game = days.game("anna", "bert")
    invite_instead(days.referee, game, 1, days.person("cora"), days.now)
    assert decline(days.referee, game, 1, days.now).status is Status.RUNNING


def test_an_invitation_of_somebody_who_is_forgotten_counts_as_refused() -> None:
    days = Days()
    game = invited(days, "anna", "bert")
    done = forget(days.store, days.person("anna"))
    assert (done.invitations, done.games) == (1, [])
    assert days.referee.load(game.id).status is Status.ABORTED
