"""Invitations: a game that starts when all have said yes, and a seat that another person takes."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from mensch.core.bots import VERSION
from mensch.core.errors import UsageError
from mensch.core.rules import classic
from mensch.events.away import announce
from mensch.events.bodies import AbsenceAnnounced, Bot, Joining, PlayerJoined, SeatTakenOver
from mensch.events.commands import LapseStart
from mensch.events.declining import decline
from mensch.events.due import LAPSE, MAIL, due
from mensch.events.game import Game, Status
from mensch.events.inviting import (
    accept,
    invitation_field,
    invitations,
    invite_all,
    invite_instead,
    words_entropy,
)
from mensch.events.loading import entries
from mensch.events.orders import give_orders, orders_field, read_orders, standing_orders
from mensch.events.people import people
from mensch.events.referee import Player
from tests.events.mail_table import CLOCK, DAY, HOUR, MINUTE, Days

JOINING = Joining(within=7 * DAY)


def invited(days: Days, *names: str, bots: int = 0) -> Game:
    seats = [days.person(name) for name in names]
    machines = [Player(f"greedy {number}", Bot("greedy", VERSION)) for number in range(bots)]
    return invite_all(
        days.referee, classic(len(names) + bots), [*seats, *machines], JOINING, game_clock=CLOCK, now=days.now
    )


def bodies(days: Days, game: Game) -> list[object]:
    return [entry.record.body for entry in entries(days.store, game.id)]


def test_the_game_starts_when_the_last_one_has_accepted() -> None:
    days = Days()
    game = invited(days, "anna", "bert", bots=1)
    assert game.status is Status.OPEN
    assert sorted(invitations(days.store.secrets(game.id))) == [0, 1]
    game = accept(days.referee, game, 1, "no risk, no fun", days.now)
    assert game.status is Status.OPEN
    game = accept(days.referee, game, 0, "let the dice fall", days.now)
    assert game.status is Status.RUNNING
    assert invitations(days.store.secrets(game.id)) == {}


def test_their_own_words_become_a_part_of_the_deck() -> None:
    days = Days()
    game = accept(days.referee, invited(days, "anna", "bert"), 0, "  let the dice\nfall ", days.now)
    [joined] = [body for body in bodies(days, game) if isinstance(body, PlayerJoined)]
    assert joined.entropy == hashlib.sha256(b"mensch/words/v1\nlet the dice fall").hexdigest()
    assert words_entropy("let the dice fall") == joined.entropy
    assert joined.mail


def test_who_has_accepted_has_the_game_among_theirs() -> None:
    days = Days()
    game = accept(days.referee, invited(days, "anna", "bert"), 1, "yes", days.now)
    assert people(days.store, [days.person("bert").id])[0].games == {game.id: 1}


def test_two_who_accept_at_the_same_time_start_it_once() -> None:
    days = Days()
    seen = invited(days, "anna", "bert")
    accept(days.referee, seen, 0, "one", days.now)
    game = accept(days.referee, seen, 1, "two", days.now)
    assert game.status is Status.RUNNING
    assert accept_again_is_refused(days, game)


def accept_again_is_refused(days: Days, game: Game) -> bool:
    with pytest.raises(UsageError, match="has lapsed"):
        accept(days.referee, game, 1, "three", days.now)
    return True


def test_a_refused_invitation_leaves_the_seat_free() -> None:
    days = Days()
    game = invited(days, "anna", "bert")
    decline(days.referee, game, 0, days.now)
    with pytest.raises(UsageError, match="has lapsed"):
        accept(days.referee, game, 0, "after all", days.now)
    assert days.referee.load(game.id).seats == [None, None]


def test_mails_are_due_at_once_and_an_end_to_the_waiting_later() -> None:
    days = Days()
    game = invited(days, "anna", "bert")
    assert {item.kind: item.at for item in due(game)} == {MAIL: days.now, LAPSE: days.now + 7 * DAY}


def test_an_absence_that_was_announced_before_counts_in_a_new_game() -> None:
    days = Days()
    since, until = days.now + DAY, days.now + 3 * DAY
    announce(days.referee, days.person("bert"), since, until, lambda: days.now)
    game = accept(days.referee, invited(days, "anna", "bert"), 0, "a", days.now)
    game = accept(days.referee, game, 1, "b", days.now)
    [absence] = [body for body in bodies(days, game) if isinstance(body, AbsenceAnnounced)]
    assert (absence.seat, absence.since, absence.until) == (1, since, until)


def test_an_absence_counts_from_the_first_turn_on_and_what_is_left_of_one_that_lasts_already() -> None:
    days = Days()
    until = days.now + 10 * DAY
    announce(days.referee, days.person("anna"), days.now + HOUR, until, lambda: days.now)
    days.now += DAY
    game = accept(days.referee, invited(days, "anna", "bert"), 0, "a", days.now)
    game = accept(days.referee, game, 1, "b", days.now)
    assert game.table.turn == 0
    assert game.deadline == until + 5 * DAY - MINUTE, "but for the minute before it is announced"


def test_an_absence_that_is_over_is_not_announced() -> None:
    days = Days()
    announce(days.referee, days.person("anna"), days.now + HOUR, days.now + DAY, lambda: days.now)
    days.now += DAY
    game = accept(days.referee, invited(days, "anna", "bert"), 0, "a", days.now)
    game = accept(days.referee, game, 1, "b", days.now)
    assert not [body for body in bodies(days, game) if isinstance(body, AbsenceAnnounced)]


def test_who_was_cut_off_before_the_invitation_was_dropped_accepts_again_with_other_words() -> None:
    days = Days()
    game = invited(days, "anna", "bert")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(days.store, "drop", lambda *_: None)
        accept(days.referee, game, 0, "one", days.now)
    seen = days.referee.load(game.id)
    again = accept(days.referee, seen, 0, "other words", days.now)
    assert again.seq == seen.seq
    assert 0 not in invitations(days.store.secrets(game.id))


def test_two_who_read_the_same_answer_at_once_sit_one_person_down() -> None:
    days = Days()
    seen = invited(days, "anna", "bert")
    first = invitations(days.store.secrets(seen.id))[0]
    accept(days.referee, seen, 0, "one", days.now)
    days.store.keep(seen.id, {invitation_field(0): msgspec.json.encode(first)})
    game = accept(days.referee, seen, 0, "two", days.now)
    assert [type(body).__name__ for body in bodies(days, game)] == ["GameCreated", "PlayerJoined"]


def test_where_a_bot_has_the_seat_by_now_an_invitation_to_the_start_has_lapsed() -> None:
    days = Days()
    joining = Joining(within=DAY, bot=Bot("greedy", VERSION))
    people = [days.person("anna"), days.person("bert")]
    game = invite_all(days.referee, classic(2), people, joining, game_clock=CLOCK, now=days.now)
    game = accept(days.referee, game, 0, "a", days.now)
    days.now += DAY
    game = days.referee.act(game, [LapseStart(days.now, ["greedy0001"], ["00" * 32])])
    with pytest.raises(UsageError, match="has lapsed"):
        accept(days.referee, game, 1, "too late", days.now)
    assert days.referee.load(game.id).holder(1).bot is not None


class TestReplacing:
    def test_whoever_was_replaced_can_come_back(self) -> None:
        days = Days()
        game = invited(days, "anna", "bert")
        for seat in range(2):
            game = accept(days.referee, game, seat, "", days.now)
        for name in ("carla", "bert", "carla"):
            days.now += DAY
            invite_instead(days.referee, game, 1, days.person(name), days.now)
            game = accept(days.referee, game, 1, "", days.now)
            assert game.holder(1).player == days.person(name).id

    def test_the_orders_of_who_had_the_seat_are_gone(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        give_orders(days.referee, game, 1, read_orders("autopilot, for 9 turns"), forced=True)
        invite_instead(days.referee, game, 1, days.person("carla"), days.now)
        game = accept(days.referee, game, 1, "", days.now)
        assert standing_orders(days.store, game, 1) is None
        assert not days.store.secret(game.id, orders_field(1))

    def test_the_new_person_has_the_seat_from_the_answer_on(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        carla = days.person("carla")
        invite_instead(days.referee, game, 1, carla, days.now)
        assert days.referee.load(game.id).holder(1).player == days.person("bert").id
        game = accept(days.referee, days.referee.load(game.id), 1, "", days.now)
        [taken] = [body for body in bodies(days, game) if isinstance(body, SeatTakenOver)]
        assert (taken.player, taken.seat, taken.mail) == (carla.id, 1, True)

    def test_a_mail_is_due_at_once(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        for item in days.store.due(days.now):
            days.store.done(item)
        invite_instead(days.referee, game, 1, days.person("carla"), days.now)
        assert [item.kind for item in days.store.due(days.now)] == [MAIL]

    def test_nobody_gets_another_seat_who_has_seen_the_dice_of_one(self) -> None:
        days = Days()
        game = days.game("anna", "bert", "carla")
        invite_instead(days.referee, game, 0, days.person("dora"), days.now)
        game = accept(days.referee, game, 0, "", days.now)
        with pytest.raises(UsageError, match=r"anna had another seat in game .* has seen its dice"):
            invite_instead(days.referee, game, 1, days.person("anna"), days.now)
        invite_instead(days.referee, game, 0, days.person("anna"), days.now)

    def test_nobody_gets_two_seats(self) -> None:
        days = Days()
        game = days.game("anna", "bert")
        with pytest.raises(UsageError, match="has a seat in game"):
            invite_instead(days.referee, game, 1, days.person("anna"), days.now)
