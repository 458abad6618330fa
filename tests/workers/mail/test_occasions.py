"""What else players are told at once, and that nobody is told what they need not know."""

from __future__ import annotations

from mensch.core.rules import classic
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.arbitration import register_arbiter, rule
from mensch.events.bodies import Clock, Joining
from mensch.events.due import FLAG
from mensch.events.ed25519 import new_private_key, public_key
from mensch.events.inviting import accept, invite_all
from mensch.events.orders import give_orders, read_orders
from mensch.events.people import set_digest
from mensch.workers import flags
from mensch.workers.mail import causes
from mensch.workers.orders import follow
from tests.workers.mail.table import DAY, DAYS, GREEDY, HOUR, MINUTE, ByMail

TAKEOVER = Clock(DAY, DAY, "takeover", GREEDY, increment=HOUR, misses=1)
FORFEIT = Clock(DAY, DAY, "forfeit", increment=HOUR)


def told(by_mail: ByMail, name: str) -> str:
    """The text of the latest mail to somebody."""
    return by_mail.office.to(f"{name}@example.net")[-1].text


def flag_falls(by_mail: ByMail, game_id: str) -> None:
    """Let time pass until the flag of the player to move has fallen."""
    (item,) = [item for item in by_mail.store.due(1 << 52) if item.kind == FLAG and item.game == game_id]
    by_mail.waits(item.at - clock.now() + MINUTE)
    flags.fall(by_mail.referee, by_mail.referee.load(game_id), item.seq)


def test_the_end_is_told_to_everybody_with_the_result(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "here:cora", target=1)
    by_mail.works()
    while not game.over:
        game = by_mail.plays(game)
    by_mail.works()
    for name in ("anna", "bert"):
        assert by_mail.inbox(name)[-1] == "The game is over"
        text = told(by_mail, name)
        for seat, player in enumerate(("anna", "bert", "cora")):
            assert f"{player} {game.table.scores[seat]}" in text
        assert "Your dice" not in text
        assert "Reply" not in text
    by_mail.referee.reveal_deck(game)
    assert by_mail.works() == 1
    assert by_mail.inbox("anna").count("The game is over") == 1, "the reveal is nobody's business by mail"


def test_an_offer_goes_to_those_whom_it_waits_for(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "cora")
    by_mail.works()
    game = by_mail.does(game, c.OfferAbort(1))
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["bert makes an offer"]
    assert by_mail.inbox("bert")[1:] == []
    assert "bert would end the game without a winner. Reply “abort” to agree." in told(by_mail, "anna")
    game = by_mail.does(game, c.OfferAbort(2))
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 2, "it is the same offer, by one more"
    by_mail.does(game, c.OfferAbort(0))
    by_mail.works()
    for name in ("anna", "bert", "cora"):
        assert by_mail.inbox(name)[-1] == "The game is over"
        assert "The game has ended without a winner." in told(by_mail, name)


def test_an_offer_that_stands_when_the_turn_comes_is_in_the_mail_of_the_turn(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    game = by_mail.does(by_mail.plays(game), c.OfferAbort(0))
    by_mail.works()
    assert by_mail.inbox("bert")[1:] == ["Your turn, 5 d left"]
    assert "anna would end the game without a winner" in told(by_mail, "bert")
    by_mail.referee.say(game, 0, "Please")
    by_mail.works()
    assert len(by_mail.inbox("bert")) == 2


def test_a_pause_and_its_end_are_told(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    game = by_mail.does(game, c.OfferPause(1))
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["bert makes an offer"]
    game = by_mail.does(game, c.OfferPause(0))
    by_mail.works()
    assert by_mail.inbox("bert")[1:] == ["The game pauses"]
    assert len(by_mail.inbox("anna")) == 2, "who agreed last knows"
    assert "Reply “resume” to go on." in told(by_mail, "bert")
    by_mail.does(game, c.ResumeGame("seat:1"))
    by_mail.works()
    assert by_mail.inbox("anna")[2:] == ["The game goes on"]
    assert "It is your turn, anna." in told(by_mail, "anna")
    assert len(by_mail.inbox("bert")) == 2


def test_a_pause_by_the_operator_says_until_when(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.does(game, c.PauseGame(clock.now() + DAY))
    by_mail.works()
    for name in ("anna", "bert"):
        assert by_mail.inbox(name)[1:] == ["The game pauses"]
        assert "It goes on at 20" in told(by_mail, name)
        assert "It is your turn" not in told(by_mail, name)


def test_a_dispute_stops_the_game_for_all(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "cora", window=DAY)
    game = by_mail.plays(game)
    by_mail.works()
    by_mail.does(game, c.OpenDispute(2, game.seq, "ab" * 32))
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == by_mail.inbox("bert")[1:] == ["A dispute stops the game"]
    assert f"cora disputes record {game.seq}." in told(by_mail, "bert")
    assert len(by_mail.inbox("cora")) == 1


def test_the_ruling_is_told_where_the_game_goes_on(by_mail: ByMail) -> None:
    private = new_private_key()
    themis = register_arbiter(by_mail.store, "Themis", public_key(private))
    game = by_mail.plays(by_mail.game("anna", "bert", "cora", window=DAY))
    by_mail.works()
    game = by_mail.does(game, c.OpenDispute(2, game.seq, "ab" * 32))
    by_mail.works()
    game = rule(by_mail.referee, game, game.seq, "stands", themis, private)
    by_mail.works()
    for name in ("anna", "bert", "cora"):
        assert by_mail.inbox(name)[-1] == "The game goes on after a ruling"
    assert "It is your turn, bert." in told(by_mail, "bert")
    assert f"arbiter {themis.id} rules on record" in told(by_mail, "anna")
    by_mail.plays(game)
    by_mail.works()
    assert by_mail.inbox("cora")[-1].startswith("Your turn")


def test_a_game_that_a_ruling_has_made_reaches_its_players(by_mail: ByMail) -> None:
    private = new_private_key()
    themis = register_arbiter(by_mail.store, "Themis", public_key(private))
    game = by_mail.plays(by_mail.game("anna", "bert", window=DAY))
    set_digest(by_mail.store, game.holder(0).player, 0)
    by_mail.works()
    game = by_mail.does(game, c.OpenDispute(0, game.seq, "ab" * 32))
    game = rule(by_mail.referee, game, game.seq, "replayed", themis, private, replay_from=game.started)
    by_mail.works()
    assert sorted(by_mail.inbox("bert")[1:]) == ["The game begins", "The game is over"]
    by_mail.waits(DAY)
    by_mail.works()
    assert by_mail.inbox("anna")[-1] == "2 games wait"


def test_who_has_joined_is_told_that_the_others_did_not_come(by_mail: ByMail) -> None:
    seats = [by_mail.person("anna"), by_mail.person("bert")]
    game = invite_all(by_mail.referee, classic(2), seats, Joining(DAY), now=clock.now())
    by_mail.works()
    accept(by_mail.referee, game, 0, "", clock.now())
    by_mail.works()
    by_mail.waits(DAY)
    game = by_mail.referee.load(game.id)
    flags.lapse(by_mail.referee, game, game.seq)
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["The game is over"]
    assert "The game does not take place, as not everybody came in time." in told(by_mail, "anna")
    assert len(by_mail.inbox("bert")) == 1


def test_who_is_held_is_told_how_to_come_back(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", clock=TAKEOVER)
    by_mail.works()
    flag_falls(by_mail, game.id)
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["A bot plays for you"]
    assert "a bot plays for you. Reply “back” to play on yourself." in " ".join(told(by_mail, "anna").split())
    assert len(by_mail.inbox("bert")) == 1
    game = by_mail.does(by_mail.referee.load(game.id), c.ReturnToSeat(0))
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 2, "the turn was told before"


def test_who_forfeits_is_told(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "cora", clock=FORFEIT)
    by_mail.works()
    flag_falls(by_mail, game.id)
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["You have left the table"]
    assert by_mail.inbox("bert")[1:] == ["Your turn, 1 d left"]
    assert by_mail.inbox("cora")[1:] == []


def test_a_missed_turn_is_told_with_the_next_one(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", clock=Clock(DAY, DAY, "autopilot", GREEDY))
    by_mail.works()
    flag_falls(by_mail, game.id)
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 1
    by_mail.plays(by_mail.referee.load(game.id))
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 2
    assert "  5  anna" in told(by_mail, "anna")


def test_reminders_come_at_half_and_at_four_fifths_of_the_time(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    by_mail.waits(DAYS.bank // 2 - HOUR)
    assert by_mail.works() == 0
    by_mail.waits(HOUR)
    by_mail.works()
    assert by_mail.inbox("anna")[1:] == ["Your turn, 2 d 12 h left"]
    assert "Half of your time for this turn is gone." in told(by_mail, "anna")
    assert "  4  the dice are dealt, anna begins" in told(by_mail, "anna"), "as in the first mail"
    by_mail.waits(DAYS.bank * 3 // 10)
    by_mail.works()
    assert by_mail.inbox("anna")[2:] == ["Your turn, 1 d left"]
    assert "Four fifths of your time for this turn are gone." in told(by_mail, "anna")
    assert by_mail.works() == 0
    by_mail.plays(game)
    by_mail.works()
    by_mail.waits(DAYS.bank // 2)
    by_mail.works()
    assert len(by_mail.inbox("anna")) == 3, "it is not anna's turn any more"


def test_a_first_mail_that_comes_late_is_reminder_enough(by_mail: ByMail) -> None:
    by_mail.game("anna", "bert")
    by_mail.waits(DAYS.bank * 9 // 10)
    by_mail.works()
    assert by_mail.inbox("anna") == ["Your turn, 12 h left"]


def test_in_grace_the_mail_says_so(by_mail: ByMail) -> None:
    by_mail.game("anna", "bert", clock=Clock(HOUR, HOUR, "autopilot", GREEDY, grace=DAY))
    by_mail.waits(2 * HOUR)
    by_mail.works()
    assert by_mail.inbox("anna") == ["Your turn, time is up"]
    assert "Your time is used up; the flag falls at" in told(by_mail, "anna")


def test_the_mail_waits_for_orders_that_will_play_the_turn(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    give_orders(by_mail.referee, game, 1, read_orders("autopilot"))
    game = by_mail.plays(game)
    by_mail.works()
    assert len(by_mail.inbox("bert")) == 1
    by_mail.waits(16 * MINUTE)
    game = follow(by_mail.referee, by_mail.referee.load(game.id), game.seq)
    by_mail.works()
    assert len(by_mail.inbox("bert")) == 1, "it was played as ordered"
    assert len(by_mail.inbox("anna")) == 2


def test_the_mail_does_not_wait_for_ever_for_orders(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert")
    by_mail.works()
    give_orders(by_mail.referee, game, 1, read_orders("autopilot"))
    by_mail.plays(game)
    by_mail.works()
    by_mail.waits(21 * MINUTE)
    by_mail.works()
    assert by_mail.inbox("bert")[1:] == ["Your turn, 4 d 23 h left"]


def test_who_gets_a_seat_in_a_running_game_is_told_its_dice(by_mail: ByMail) -> None:
    game = by_mail.game("anna", "bert", "cora")
    by_mail.works()
    dora = by_mail.person("dora")
    game = by_mail.does(game, c.TakeOverSeat(2, dora.id, mail=True))
    by_mail.works()
    assert by_mail.inbox("dora") == ["The game begins"]
    assert f"Your dice: {game.table.hand(2)[0]} {game.table.hand(2)[1]}" in told(by_mail, "dora")
    assert by_mail.inbox("cora") == ["The game begins"]
    by_mail.plays(by_mail.plays(game))
    by_mail.works()
    assert by_mail.inbox("cora") == ["The game begins"], "cora has no seat any more"


def test_a_player_at_the_table_gets_no_mail_and_one_who_was_forgotten_neither(by_mail: ByMail) -> None:
    game = by_mail.game("here:anna", "bert", "cora")
    by_mail.store.forget_player(game.holder(1).player)
    by_mail.plays(game)
    by_mail.works()
    assert [mail.to for mail in by_mail.office.delivered] == ["cora@example.net"]


def test_what_was_told_follows_from_what_was_sent(by_mail: ByMail) -> None:
    sent = [
        "turn:anna000000:4",
        "half:anna000000:4",
        "dead:turn:anna000000:9",
        "start:bert000000:7",
    ]
    assert causes.told_upto(sent, "anna000000") == 4
    assert causes.told_upto(sent, "bert000000") == 7
    assert causes.told_upto(sent, "cora000000") == 0
    assert causes.was_sent("turn:anna000000:9", sent), "it was given up, and is not tried again"
    assert not causes.was_sent("turn:anna000000:12", sent)
