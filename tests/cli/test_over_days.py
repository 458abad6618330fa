"""Commands of games that go on for days: clocks, invitations, orders, absences, pauses, another person."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from mensch.events import clock
from mensch.events.people import person_at
from mensch.events.referee import Referee
from mensch.events.store import LONGEST_SILENCE
from tests.cli.command_line import Mensch

ANNA = "anna=anna@example.org"
BERT = "bert=bert@example.org"


def by_mail(mensch: Mensch, *options: str) -> str:
    """The id of a new game by mail of anna and bert."""
    mails = ("--seat", "anna", "--seat", "bert", "--mail", ANNA, "--mail", BERT)
    game: str = mensch("new", *mails, "--clock", "5d+12h", *options, "--json").ok().document["game"]
    return game


def day(days: int) -> str:
    """A date so many days from now."""
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}"


class TestClock:
    def test_gives_everybody_a_bank_and_more_with_each_move(self, mensch: Mensch, referee: Referee) -> None:
        game = referee.load(by_mail(mensch, "--grace", "6h"))
        assert game.clock is not None
        assert (game.clock.bank, game.clock.increment) == (5 * 86_400_000, 12 * 3_600_000)
        assert (game.clock.cap, game.clock.grace) == (5 * 86_400_000, 6 * 3_600_000)
        assert (game.clock.on_timeout, game.clock.bot and game.clock.bot.level) == ("autopilot", "steady")

    def test_loses_nobody_time_before_the_first_sweeper_of_all_has_come(
        self, mensch: Mensch, referee: Referee
    ) -> None:
        game = referee.load(by_mail(mensch))
        beaten = referee.store.last_beat()
        assert beaten is not None
        assert beaten < game.turn_at - LONGEST_SILENCE, "so that its first beat ends a downtime"

    def test_can_be_capped_above_its_bank(self, mensch: Mensch, referee: Referee) -> None:
        made = mensch("new", "--seat", "anna", "--seat", "bert", "--clock", "3d+1d/7d", "--json").ok()
        game = referee.load(made.document["game"])
        assert game.clock is not None
        assert game.clock.cap == 7 * 86_400_000

    def test_takes_over_after_three_missed_turns_unless_told_otherwise(
        self, mensch: Mensch, referee: Referee
    ) -> None:
        game = referee.load(by_mail(mensch, "--on-timeout", "takeover", "--stand-in", "sharp"))
        assert game.clock is not None
        assert (game.clock.misses, game.clock.bot and game.clock.bot.level) == (3, "sharp")
        assert referee.load(by_mail(mensch, "--on-timeout", "forfeit")).clock is not None

    @pytest.mark.parametrize(
        ("options", "complaint"),
        [
            (["--clock", "soon"], "is no span of time"),
            (["--clock", "5d+"], "“5d+” is no clock"),
            (["--clock", "+12h"], "“+12h” is no clock"),
            (["--clock", "5d+12h/"], "“5d+12h/” is no clock"),
            (["--clock", "5d/3d"], "is capped below its bank"),
            (["--clock", "5d", "--misses", "2"], "--misses goes with --on-timeout takeover"),
            (["--clock", "5d", "--on-timeout", "forfeit", "--stand-in", "steady"], "does not go with"),
            (["--grace", "3h"], "go with --clock"),
            (["--mail", "carla=carla@example.org"], "there is no player “carla”"),
            (["--mail", "anna=nowhere"], "is no mail address"),
            (["--mail", "anna"], "NAME=ADDRESS"),
            (["--mail", ANNA, "--mail", "bert=Anna@example.org"], "one address of their own"),
        ],
    )
    def test_what_does_not_go_together_makes_no_game(
        self, mensch: Mensch, referee: Referee, options: list[str], complaint: str
    ) -> None:
        before = referee.store.games()
        run = mensch("new", "--seat", "anna", "--seat", "bert", *options)
        assert run.code in (2, 5)
        assert complaint in run.err
        assert referee.store.games() == before


class TestMailAddress:
    def test_makes_one_player_of_somebody_in_all_their_games(self, mensch: Mensch, referee: Referee) -> None:
        first, second = referee.load(by_mail(mensch)), referee.load(by_mail(mensch))
        assert first.holder(0).player == second.holder(0).player
        assert first.holder(0).mail
        person = person_at(referee.store, "ANNA@example.org")
        assert person is not None
        assert person.id == first.holder(0).player
        assert {first.id, second.id} <= set(person.games)

    def test_stands_in_no_output_and_no_record(self, mensch: Mensch) -> None:
        game = by_mail(mensch)
        for command in ("show", "log", "export", "replay", "audit"):
            assert "example.org" not in mensch(command, game).out


class TestInvite:
    def test_waits_for_those_who_are_invited(self, mensch: Mensch, referee: Referee) -> None:
        run = mensch("invite", "--seat", ANNA, "--seat", "bot:greedy", "--within", "3d", "--json").ok()
        assert run.document["status"] == "open"
        game = referee.load(run.document["game"])
        assert game.seats[0] is None
        assert game.holder(1).bot is not None
        assert game.joining is not None
        assert game.joining.within == 3 * 86_400_000

    @pytest.mark.parametrize(
        ("seats", "complaint"),
        [
            (["bot:greedy", "bot:greedy"], "nobody is invited"),
            ([ANNA, "anna=other@example.org"], "two players are called “anna”"),
            ([ANNA, "bert=ANNA@example.org"], "two players have the same address"),
            ([ANNA, "bert"], "NAME=ADDRESS"),
        ],
    )
    def test_refuses_what_makes_no_table(self, mensch: Mensch, seats: list[str], complaint: str) -> None:
        run = mensch("invite", *(word for seat in seats for word in ("--seat", seat)))
        assert run.code == 2
        assert complaint in run.err

    def test_does_not_go_to_the_address_that_mails_come_from(
        self, mensch: Mensch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MENSCH_MAIL_FROM", "anna@example.org")
        for address in ("anna@example.org", "Anna+games@example.org"):
            refused = mensch("invite", "--seat", f"anna={address}", "--seat", BERT)
            assert refused.code == 2
            assert "a player needs another one" in refused.err


class TestOrders:
    def test_are_shown_and_cancelled(self, mensch: Mensch) -> None:
        game = by_mail(mensch)
        given = mensch("orders", game, "A+5, else autopilot", "--as", "bert", "--turns", "2")
        assert given.code == 0
        assert "Orders of bert (turns: 2): A+5, else autopilot" in given.out
        assert "was chosen before its dice were known" in given.err
        assert mensch("orders", game, "--as", "bert").ok().out == given.out
        assert "no standing orders" in mensch("orders", game, "--as", "bert", "--cancel").ok().out

    def test_forced_turns_are_asked_for_apart(self, mensch: Mensch) -> None:
        game = by_mail(mensch)
        assert "one legal move" in mensch("orders", game, "--as", "anna", "--auto-forced").out
        assert "no standing" in mensch("orders", game, "--as", "anna", "--no-auto-forced").ok().out

    def test_are_refused_where_nobody_waits(self, mensch: Mensch) -> None:
        made = mensch("new", "--seat", "anna", "--seat", "bert", "--json").ok().document["game"]
        assert mensch("orders", made, "autopilot", "--as", "anna").code == 2


class TestAway:
    def test_is_said_for_all_games_of_a_player(self, mensch: Mensch, referee: Referee) -> None:
        games = {by_mail(mensch), by_mail(mensch)}
        run = mensch("away", "anna@example.org", day(2), day(4), "--json").ok()
        assert games <= set(run.document["games"])
        for game in games:
            assert referee.load(game).clocks is not None

    def test_counts_in_a_game_that_begins_later(self, mensch: Mensch, referee: Referee) -> None:
        by_mail(mensch)
        until = mensch("away", "anna@example.org", day(2), day(9), "--json").ok().document["until"]
        later = referee.load(by_mail(mensch))
        assert later.deadline is not None
        assert later.deadline > until

    @pytest.mark.parametrize(
        ("player", "since", "until", "code"),
        [
            ("nobody@example.org", day(2), day(4), 5),
            ("anna@example.org", "tomorrow", day(4), 2),
            ("anna@example.org", "2020-01-01", day(4), 2),
            ("anna@example.org", day(2), "9999-12-31T23:59-05:00", 2),
        ],
    )
    def test_refuses_what_it_does_not_understand(
        self, mensch: Mensch, player: str, since: str, until: str, code: int
    ) -> None:
        by_mail(mensch)
        assert mensch("away", player, since, until).code == code


class TestPause:
    def test_begins_when_all_agree_and_ends_when_one_wants_to_go_on(
        self, mensch: Mensch, referee: Referee
    ) -> None:
        game = by_mail(mensch)
        assert "when these agree too: bert" in mensch("pause", game, "--as", "anna").ok().out
        assert "rests" in mensch("pause", game, "--as", "bert").ok().out
        assert mensch("play", game, "1").code == 4
        assert referee.load(game).deadline is None
        assert "goes on" in mensch("pause", game, "--as", "anna", "--resume").ok().out
        mensch("play", game, "1").ok()

    def test_is_over_with_the_game(self, mensch: Mensch) -> None:
        game = by_mail(mensch)
        mensch("pause", game, "--operator").ok()
        assert mensch("show", game, "--json").ok().document["clock"]["paused"]
        mensch("abort", game, "--operator").ok()
        assert not mensch("show", game, "--json").ok().document["clock"]["paused"]

    def test_of_the_operator_is_ended_by_the_operator(self, mensch: Mensch) -> None:
        game = by_mail(mensch)
        mensch("pause", game, "--operator", "--until", day(3)).ok()
        assert mensch("pause", game, "--as", "anna", "--resume").code != 0
        mensch("pause", game, "--operator", "--resume").ok()


def test_another_person_is_invited_to_a_seat(mensch: Mensch, referee: Referee) -> None:
    game = by_mail(mensch)
    run = mensch("replace", game, "carla=carla@example.org", "--seat", "bert").ok()
    assert "carla is invited to the seat of bert" in run.out
    assert person_at(referee.store, "carla@example.org") is not None
    assert mensch("replace", game, ANNA, "--seat", "bert").code == 2


def test_nobody_comes_back_to_a_seat_that_no_bot_holds(mensch: Mensch) -> None:
    game = by_mail(mensch)
    assert mensch("back", game, "--as", "anna").code in (2, 4)


def test_a_bot_that_held_the_seat_gives_it_back(
    mensch: Mensch, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mensch.workers.flags import fall

    game = by_mail(mensch, "--on-timeout", "takeover", "--misses", "1")
    later = clock.now() + 6 * 86_400_000
    monkeypatch.setattr(clock, "now", lambda: later)
    held = fall(Referee(referee.store, lambda: later), referee.load(game), referee.load(game).seq)
    assert held.holder(0).held
    assert "plays again" in mensch("back", game, "--as", "anna").ok().out
    assert not referee.load(game).holder(0).held


def test_the_table_says_how_much_time_is_left(mensch: Mensch, referee: Referee) -> None:
    game = by_mail(mensch)
    shown = mensch("show", game).ok().out
    assert re.search(r"Time left  anna (4 d 23 h|5 d) · bert 5 d$", shown, re.MULTILINE)
    assert "The flag falls at " in shown
    document = mensch("show", game, "--json").ok().document["clock"]
    assert document["deadline"] == referee.load(game).deadline
    assert document["left"] == [5 * 86_400_000] * 2
