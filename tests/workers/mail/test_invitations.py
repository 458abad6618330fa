"""Who is invited gets a mail that they can answer, with the terms of the game."""

from __future__ import annotations

import pytest

from mensch.core.rules import classic
from mensch.events import clock
from mensch.events.bodies import Clock, Joining
from mensch.events.declining import decline
from mensch.events.game import Game
from mensch.events.inviting import accept, invite_all, invite_instead
from mensch.events.people import Person
from mensch.events.referee import Player
from mensch.events.words import words
from mensch.workers.mail import texts
from mensch.workers.mail.inbound.answer import Answer, keep_answer
from mensch.workers.mail.letters import write_terms
from mensch.workers.mail.tokens import INVITED, Standing, check, token_in
from tests.workers.mail.table import DAY, DAYS, GREEDY, ByMail


def invited(by_mail: ByMail) -> Game:
    """A game to which anna and bert are invited, with a bot."""
    seats: list[Person | Player] = [by_mail.person("anna"), by_mail.person("bert"), Player("hal", GREEDY)]
    return invite_all(by_mail.referee, classic(3), seats, Joining(7 * DAY), game_clock=DAYS, now=clock.now())


def test_an_invitation_names_the_players_the_terms_and_the_time(by_mail: ByMail) -> None:
    game = invited(by_mail)
    by_mail.works()
    assert by_mail.inbox("anna") == by_mail.inbox("bert") == ["A seat is kept for you"]
    (mail,) = by_mail.office.to("anna@example.net")
    text = " ".join(mail.text.split())
    assert "anna, a seat is kept for you in a game of" in text
    assert "Who plays: anna, bert, hal." in text
    assert "Each player has 5 d to think, plus 12 h for every move, at most 7 d." in text
    assert "It is kept until 20" in text
    assert "Reply “join”" in text
    token = token_in(mail.message["Reply-To"])
    assert token is not None
    assert (token.game, token.seat, token.turn) == (game.id, 0, INVITED)
    assert check(by_mail.store, game, token) is Standing.CURRENT


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (None, "Nobody's time is limited."),
        (
            Clock(DAY, DAY, "forfeit", grace=DAY // 2),
            "Each player has 1 d to think in all. The flag falls 12 h after that. " + texts.LATE_FORFEIT,
        ),
        (
            Clock(DAY, 2 * DAY, "takeover", GREEDY, increment=DAY // 24, misses=3),
            "Each player has 1 d to think, plus 1 h for every move, at most 2 d. "
            + texts.LATE_TAKEOVER.format(misses=3),
        ),
    ],
)
def test_the_terms_say_what_happens_to_who_is_late(terms: Clock | None, said: str) -> None:
    assert write_terms(terms, words("en")) == said


def test_an_invitation_is_sent_once_and_its_token_lasts_until_it_is_accepted(by_mail: ByMail) -> None:
    game = invited(by_mail)
    by_mail.works()
    (mail,) = by_mail.office.to("anna@example.net")
    token = token_in(mail.message["Reply-To"])
    assert token is not None
    game = accept(by_mail.referee, game, 0, "my own words", clock.now())
    by_mail.works()
    assert check(by_mail.store, game, token) is Standing.PAST
    game = accept(by_mail.referee, game, 1, "", clock.now())
    by_mail.works()
    assert by_mail.inbox("anna") == ["A seat is kept for you", "Your turn, 5 d left"]
    assert by_mail.inbox("bert") == ["A seat is kept for you", "The game begins"]
    first, second = by_mail.office.to("anna@example.net")
    assert second.message["In-Reply-To"] == first.id


def test_an_invitation_goes_out_though_the_game_at_the_table_goes_on(by_mail: ByMail) -> None:
    game = by_mail.game("here:anna", "here:bert")
    invite_instead(by_mail.referee, game, 1, by_mail.person("cora"), clock.now())
    by_mail.plays(game)
    by_mail.works()
    assert by_mail.inbox("cora") == ["A seat is kept for you"]
    assert by_mail.works() == 0


def test_an_invitation_that_is_made_while_another_mail_is_sent_goes_out_too(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    dora = by_mail.person("dora")

    def meanwhile() -> None:
        by_mail.office.before_answer = lambda: None
        invite_instead(by_mail.referee, game, 1, dora, clock.now())

    by_mail.office.before_answer = meanwhile
    by_mail.works()
    by_mail.works()
    assert by_mail.inbox("dora") == ["A seat is kept for you"]
    assert by_mail.works() == 0


def test_an_invitation_that_was_taken_back_is_good_for_nothing(by_mail: ByMail) -> None:
    game = invited(by_mail)
    by_mail.works()
    token = token_in(by_mail.office.to("bert@example.net")[0].message["Reply-To"])
    assert token is not None
    decline(by_mail.referee, game, 1, clock.now())
    assert check(by_mail.store, game, token) is Standing.UNKNOWN


def test_whoever_is_invited_is_told_what_answers_an_invitation_and_no_more(by_mail: ByMail) -> None:
    game = invited(by_mail)
    guest = by_mail.person("anna")
    keep_answer(by_mail.store, game.id, 77, Answer(0, guest.id, ("Answer “join” or “no”.",)), clock.now())
    by_mail.works()
    mails = by_mail.office.to("anna@example.net")
    (answer,) = (mail for mail in mails if mail.subject.endswith("Your mail"))
    assert answer.text.strip() == "Answer “join” or “no”."


def test_who_is_not_in_the_game_sees_nobodys_dice_in_an_answer(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    cora = by_mail.person("cora")
    invite_instead(by_mail.referee, game, 1, cora, clock.now())
    decline(by_mail.referee, game, 1, clock.now())
    keep_answer(by_mail.store, game.id, 77, Answer(1, cora.id, ("You do not play.",)), clock.now())
    by_mail.works()
    answer = by_mail.office.to("cora@example.net")[-1]
    assert answer.text.strip() == "You do not play."
    assert "dice" not in answer.html
    assert answer.message["List-Unsubscribe"] is None
    assert answer.message["Reply-To"] is None


def test_who_has_joined_hears_at_once_that_somebody_else_has_refused(by_mail: ByMail) -> None:
    game = accept(by_mail.referee, invited(by_mail), 0, "words", clock.now())
    by_mail.works()
    decline(by_mail.referee, game, 1, clock.now())
    by_mail.works()
    mail = by_mail.office.to("anna@example.net")[-1]
    assert mail.subject.endswith("The game is over")
    assert "The game does not take place, as not everybody who was invited plays." in " ".join(
        mail.text.split()
    )


def test_somebody_is_invited_to_the_seat_of_a_running_game(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    cora = by_mail.person("cora")
    invite_instead(by_mail.referee, game, 1, cora, clock.now())
    by_mail.works()
    (mail,) = by_mail.office.to("cora@example.net")
    assert "? ?" in mail.text
    assert (
        str(game.table.hand(1)[0]) + " " + str(game.table.hand(1)[1]) not in mail.text.partition("Centre")[0]
    )
    token = token_in(mail.message["Reply-To"])
    assert token is not None
    assert check(by_mail.store, game, token) is Standing.CURRENT
    game = accept(by_mail.referee, game, 1, "", clock.now())
    assert check(by_mail.store, game, token) is Standing.PAST
    by_mail.works()
    assert by_mail.inbox("cora")[1:] == ["The game begins"]
