"""Joining by reply: who is invited says so, and adds words of their own to the dice."""

from __future__ import annotations

import pytest

from mensch.core.rules import classic
from mensch.events.bodies import Joining, PlayerJoined, SeatTakenOver
from mensch.events.commands import AbortGame
from mensch.events.forgetting import forget
from mensch.events.game import Status
from mensch.events.inviting import invitations, invite_all, invite_instead, words_entropy
from mensch.events.people import Person, enrol, people, set_digest
from mensch.events.spectators import add_spectator, spectators
from mensch.workers.mail.tokens import INVITED, STOP, WATCHER, issue
from tests.workers.mail_in.by_mail import DAY, ByMail


class Invited(ByMail):
    """A game that waits for anna and bert."""

    def __init__(self) -> None:
        super().__init__()
        self.referee.act(self.game, [AbortGame()])  # the other game of the two
        guests = [enrol(self.store, f"{name}@home.example", name) for name in ("anna", "bert")]
        game = invite_all(self.referee, classic(2), guests, Joining(7 * DAY), now=self.now)
        self.id = game.id

    def guest(self, seat: int) -> Person:
        """Who is invited to a seat."""
        return people(self.store, [invitations(self.store.secrets(self.id))[seat].player])[0]

    def invitation(self, seat: int) -> str:
        """The token of an invitation."""
        return issue(self.store, self.id, str(seat), INVITED, self.guest(seat).id).text


@pytest.fixture
def waiting() -> Invited:
    return Invited()


def test_the_game_starts_when_the_last_one_has_joined(waiting: Invited) -> None:
    assert waiting.receives(waiting.reply(0, "join", token=waiting.invitation(0))) == "answered"
    statuses = [waiting.game.status]
    waiting.receives(waiting.reply(1, "Ja, gern!", token=waiting.invitation(1)))
    statuses.append(waiting.game.status)
    assert statuses == [Status.OPEN, Status.RUNNING]
    first = "Understood: you have seat 0. Your words have gone into the shuffling of the dice."
    assert waiting.only_answer() == first, "the other gets the mail with which the game begins"


def test_who_joins_last_and_gets_one_mail_a_day_is_answered_all_the_same(waiting: Invited) -> None:
    set_digest(waiting.store, waiting.guest(1).id, 7)
    for seat in (0, 1):
        waiting.receives(waiting.reply(seat, "join", token=waiting.invitation(seat)))
    assert {answer.seat for answer in waiting.answers()} == {0, 1}


def test_who_joins_last_joins_once_though_the_mail_comes_twice(waiting: Invited) -> None:
    waiting.receives(waiting.reply(0, "join", token=waiting.invitation(0)))
    raw = waiting.reply(1, "join", token=waiting.invitation(1))
    waiting.receives(raw)
    before = waiting.game.seq
    assert waiting.receives(raw) == "done"
    assert waiting.game.seq == before
    assert [answer.seat for answer in waiting.answers()] == [0]


def test_the_players_own_words_go_into_the_dice_as_anybody_can_check(waiting: Invited) -> None:
    waiting.receives(waiting.reply(0, "join my cat Mina", "sat on the keys", token=waiting.invitation(0)))
    joined = [body for entry in waiting.log if isinstance(body := entry.record.body, PlayerJoined)]
    assert joined[0].entropy == words_entropy("my cat Mina sat on the keys")


@pytest.mark.parametrize(
    "line",
    [
        "Sorry, I have no time",
        "maybe",
        "",
        "Yes, I would, and can’t",
        "Dabei sein kann ich leider nicht",
        "Accept my apologies, I cannot",
        "Ja, habe aber keine Zeit",
    ],
)
def test_it_takes_a_clear_word(waiting: Invited, line: str) -> None:
    assert waiting.receives(waiting.reply(0, line, token=waiting.invitation(0))) == "answered"
    assert waiting.game.seats == [None, None]
    assert "answer with the word “join”" in waiting.only_answer()


@pytest.mark.parametrize("line", ["no", "nein", "decline", "ablehnen", "No, thanks."])
def test_an_invitation_is_refused_with_no(waiting: Invited, line: str) -> None:
    token = waiting.invitation(0)
    waiting.receives(waiting.reply(0, line, token=token))
    assert 0 not in invitations(waiting.store.secrets(waiting.id))
    assert waiting.game.status is Status.ABORTED
    assert waiting.receives(waiting.reply(0, "join", token=token)) == "no token"


def test_a_yes_of_somebody_who_was_forgotten_is_dropped(waiting: Invited) -> None:
    token = waiting.invitation(0)
    assert forget(waiting.store, waiting.guest(0)).invitations == 1
    assert waiting.receives(waiting.reply(0, "join", token=token)) == "no token"
    assert waiting.game.seats == [None, None]


def test_a_yes_to_a_game_that_another_no_has_ended_is_answered(waiting: Invited) -> None:
    tokens = [waiting.invitation(seat) for seat in (0, 1)]
    waiting.receives(waiting.reply(0, "no", token=tokens[0]))
    assert waiting.receives(waiting.reply(1, "join", token=tokens[1])) == "answered"
    (answer,) = waiting.answers(1)
    assert "has lapsed" in answer.lines[0]


def test_a_mail_that_joins_and_comes_twice_joins_once(waiting: Invited) -> None:
    raw = waiting.reply(0, "join", token=waiting.invitation(0))
    waiting.receives(raw)
    assert waiting.receives(raw) == "came before"
    assert len(waiting.answers()) == 1


def test_another_person_takes_a_seat_over_by_reply() -> None:
    table = ByMail()
    dora = enrol(table.store, "dora@home.example", "dora")
    invite_instead(table.referee, table.game, 1, dora, table.now)
    token = issue(table.store, table.id, "1", INVITED, dora.id).text
    table.receives(table.reply(1, "yes", token=token, sender="dora@home.example"))
    assert isinstance(table.log[-1].record.body, SeatTakenOver)
    assert table.game.holder(1).player == dora.id
    assert table.answers() == [], "the game's own mail comes at once"


def test_who_only_looks_on_ends_that_with_any_mail_to_the_address_for_it() -> None:
    table = ByMail()
    number = add_spectator(table.store, table.game, "walter@home.example", "en", table.now)
    token = issue(table.store, table.id, f"{WATCHER}{number}", STOP).text
    raw = table.reply(0, "whatever", token=token, sender="walter@home.example")
    assert table.receives(raw) == "stopped"
    assert spectators(table.store.secrets(table.id)) == {}
    assert table.answers() == []
