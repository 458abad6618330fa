"""Flags: what happens to whoever is too late, and coming back."""

import pytest

from mensch.core.errors import GameOverError, IllegalMoveError, TurnError, UsageError
from mensch.core.rules import classic
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.cause import TABLE, autopilot_cause
from tests.events.clocked import DAY, HOUR, clocked, replacement, terms
from tests.events.table import BOT, GREEDY, salt, started

FORFEIT = terms(on_timeout="forfeit")
TAKEOVER = terms(on_timeout="takeover", misses=2)

# When a flag falls


def test_a_flag_falls_at_the_deadline_and_not_a_millisecond_before() -> None:
    table = clocked()
    before = c.timed(table.flag(), table.deadline - 1)
    table.refuses(before, TurnError, 4, "has 1 ms until its flag falls")
    assert table.flag_falls()[0] == t.TurnMissed(0)


def test_the_clock_lets_a_flag_fall_and_the_move_is_the_seats() -> None:
    table = clocked()
    table.flag_falls()
    assert [entry.record.by for entry in table.log[-2:]] == ["clock", "seat:0"]


def test_no_flag_falls_without_time_control() -> None:
    table = started()
    late = c.FlagFall(0, table.game.turn_began, 2**50)
    table.refuses(late, UsageError, 2, "is played without a clock")


def test_no_flag_falls_for_a_seat_that_is_not_to_move() -> None:
    table = clocked()
    late = c.FlagFall(1, table.game.turn_began, table.deadline)
    table.refuses(late, TurnError, 4, "no clock of seat 1 runs")


def test_no_flag_falls_for_a_bot() -> None:
    table = clocked(bots=[0])
    late = c.FlagFall(0, table.game.turn_began, 2**50)
    table.refuses(late, TurnError, 4, "no clock of seat 0 runs")


def test_no_flag_falls_in_a_turn_that_is_over() -> None:
    table = clocked()
    late = c.timed(table.flag(), 2**50)
    table.plays()
    table.refuses(late, TurnError, 4, "moved on since record 4: it is at 5")


def test_no_flag_falls_while_a_dispute_is_open() -> None:
    table = clocked()
    late = c.timed(table.flag(), 2**50)
    table.does(c.OpenDispute(1, 4, salt(1)))
    table.refuses(late, TurnError, 4, "waits for a ruling")


def test_no_flag_falls_in_a_pause() -> None:
    table = clocked()
    late = c.timed(table.flag(), 2**50)
    table.does(c.PauseGame())
    table.refuses(late, TurnError, 4, "pauses: the operator ends that")


def test_no_flag_falls_after_the_end() -> None:
    table = clocked()
    late = c.timed(table.flag(), 2**50)
    table.does(c.AbortGame())
    table.refuses(late, GameOverError, 6, "is aborted")


def test_a_move_counts_until_the_flag_has_fallen() -> None:
    table = clocked()
    table.after(30 * DAY).plays()
    assert table.turn == 1
    assert table.left(0) == 12 * HOUR


# Autopilot


def test_with_autopilot_a_bot_makes_one_move() -> None:
    table = clocked()
    missed, played = table.flag_falls()
    assert isinstance(missed, t.TurnMissed)
    assert isinstance(played, t.MovePlayed)
    assert table.turn == 1
    assert table.game.holder(0).bot is None


def test_with_autopilot_a_missed_turn_leaves_the_increment() -> None:
    table = clocked(terms(5 * DAY, 12 * HOUR))
    table.flag_falls()
    assert table.left(0) == 12 * HOUR


def test_the_move_of_the_autopilot_must_be_legal() -> None:
    table = clocked()
    legal = {move.text for move in table.game.table.legal_moves()}
    [wrong] = sorted({"N1", "N2", "N3"} - legal)[:1]
    table.refuses(
        c.timed(table.flag(move=wrong), table.deadline), IllegalMoveError, 3, f"“{wrong}” is not legal"
    )


def test_the_cause_of_its_move_names_the_bot_of_the_clock() -> None:
    table = clocked()
    flag = c.timed(table.flag(), table.deadline)
    for cause in (TABLE, BOT, autopilot_cause(t.Bot("steady", 1))):
        other = c.FlagFall(flag.seat, flag.turn, flag.now, flag.move, cause.envelope, flag.salt)
        table.refuses(other, UsageError, 2, "names the bot that makes it")


def test_a_flag_that_lets_a_bot_move_comes_with_the_move() -> None:
    table = clocked()
    without = c.FlagFall(0, table.game.turn_began, table.deadline)
    table.refuses(without, UsageError, 2, "where it does not hold the seat")


def test_the_autopilot_can_win_the_game_for_who_is_late() -> None:
    table = clocked(rules=classic(2, 1))
    while not table.game.over:
        table.flag_falls()
    ended = [entry.record for entry in table.log[-4:]]
    assert [record.type for record in ended] == [
        "turn_missed",
        "move_played",
        "game_finished",
        "deck_revealed",
    ]
    assert len({record.cmd for record in ended}) == 1


def test_missed_turns_in_a_row_are_counted_and_a_move_of_ones_own_forgives_them() -> None:
    table = clocked(seats=2)
    table.flag_falls()
    table.plays()
    table.flag_falls()
    assert table.clocks.missed == (2, 0)
    table.plays()
    table.plays()
    assert table.clocks.missed == (0, 0)


# Takeover


def test_a_takeover_begins_with_the_autopilot() -> None:
    table = clocked(TAKEOVER)
    assert [type(body) for body in table.flag_falls()] == [t.TurnMissed, t.MovePlayed]


def test_after_so_many_missed_turns_a_bot_holds_the_seat() -> None:
    table = clocked(TAKEOVER)
    table.flag_falls()
    table.plays()
    assert table.flag_falls() == [t.TurnMissed(0), t.SeatHeld(GREEDY, 0)]
    holder = table.game.holder(0)
    assert (holder.player, holder.bot, holder.held) == ("mensch0000", GREEDY, True)
    assert table.game.deadline is None


def test_a_seat_is_held_at_once_where_one_missed_turn_is_enough() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    assert table.flag_falls() == [t.TurnMissed(0), t.SeatHeld(GREEDY, 0)]


def test_a_held_seat_is_played_as_a_bots() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.plays(cause=BOT)
    assert table.log[-1].record.by == "bot:0"
    assert table.turn == 1


def test_a_player_comes_back_and_their_move_comes_with_it() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1), mail=[0])
    table.flag_falls()
    move = table.move()
    assert table.does(c.ReturnToSeat(0), move)[0] == t.SeatReturned(0)
    assert [entry.record.by for entry in table.log[-2:]] == ["seat:0", "seat:0"]
    holder = table.game.holder(0)
    assert (holder.player, holder.bot, holder.held, holder.mail) == ("mensch0000", None, False, True)


def test_a_move_of_their_own_brings_a_player_back_who_did_not_know_that_they_were_away() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    move = table.move()
    table.flag_falls()
    returned, played = table.does(move)
    assert returned == t.SeatReturned(0)
    assert isinstance(played, t.MovePlayed)
    assert {entry.record.by for entry in table.log[-2:]} == {"seat:0"}
    assert not table.game.holder(0).held


def test_who_comes_back_between_the_bots_moves_waits_for_their_turn() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.plays(cause=BOT)
    table.does(c.ReturnToSeat(0))
    assert table.turn == 1
    table.plays_after(HOUR)
    assert (table.turn, table.clocks.seat) == (0, 0)


def test_who_comes_back_has_at_least_the_increment() -> None:
    table = clocked(terms(5 * DAY, 12 * HOUR, on_timeout="takeover", misses=1))
    table.flag_falls()
    table.after(HOUR).does(c.ReturnToSeat(0))
    assert table.deadline == table.game.at + 12 * HOUR


def test_a_turn_can_be_missed_again_after_coming_back() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    began = table.game.turn_began
    table.flag_falls()
    table.does(c.ReturnToSeat(0))
    assert table.game.turn_began == began
    assert table.flag_falls() == [t.TurnMissed(0), t.SeatHeld(GREEDY, 0)]


def test_missed_turns_are_forgiven_to_who_comes_back() -> None:
    table = clocked(TAKEOVER)
    table.flag_falls()
    table.plays()
    table.flag_falls()
    table.does(c.ReturnToSeat(0))
    assert [type(body) for body in table.flag_falls()] == [t.TurnMissed, t.MovePlayed]


def test_nobody_comes_back_to_a_seat_that_no_bot_holds() -> None:
    table = clocked(bots=[1])
    for seat in (0, 1):
        table.refuses(c.ReturnToSeat(seat), UsageError, 2, f"no bot holds seat {seat}")


def test_a_held_seat_keeps_its_key_for_who_comes_back() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    table.does(c.ChangeKey(0, key))
    table.flag_falls()
    table.does(c.ReturnToSeat(0))
    assert table.game.holder(0).key == key


def test_a_held_seat_can_be_given_to_somebody_else() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.does(replacement(0, mail=True))
    holder = table.game.holder(0)
    assert (holder.player, holder.bot, holder.held, holder.mail) == ("mensch0009", None, False, True)
    assert table.deadline == table.game.at + 5 * DAY


def test_a_held_player_can_still_talk_and_resign_as_themselves() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1), seats=3)
    table.flag_falls()
    table.does(c.LeaveMessage(0, salt(1)))
    table.does(c.Resign(0))
    assert [entry.record.by for entry in table.log[-2:]] == ["seat:0", "seat:0"]


def test_a_bot_that_holds_a_seat_agrees_to_an_abort_like_every_bot() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1))
    table.flag_falls()
    table.does(c.OfferAbort(1))
    assert table.game.over


# Forfeit


def test_with_forfeit_whoever_is_late_leaves_as_in_the_rules() -> None:
    table = clocked(FORFEIT, seats=3)
    assert table.flag_falls() == [t.TurnMissed(0), t.PlayerForfeited(0)]
    assert table.log[-1].record.by == "clock"
    assert table.game.table.departed == {0}
    assert (table.turn, table.deadline) == (1, table.game.at + 5 * DAY)


def test_the_forfeit_of_the_last_but_one_ends_the_game() -> None:
    table = clocked(FORFEIT)
    happened = table.flag_falls()
    assert [type(body) for body in happened] == [
        t.TurnMissed,
        t.PlayerForfeited,
        t.GameFinished,
        t.DeckRevealed,
    ]
    assert happened[2] == t.GameFinished("last seat", [2, 1], [0, 0], 1)


def test_with_forfeit_no_move_comes_with_the_flag() -> None:
    table = clocked(FORFEIT)
    move = table.game.table.legal_moves()[0].text
    late = c.FlagFall(
        0, table.game.turn_began, table.deadline, move, autopilot_cause(GREEDY).envelope, salt(1)
    )
    table.refuses(late, UsageError, 2, "where it does not hold the seat")


# Giving time back


def test_time_is_given_back_by_the_clock() -> None:
    table = clocked()
    down = table.game.at + HOUR
    returned = table.after(DAY).does(c.ReturnTime(0, HOUR, down, down + HOUR))
    assert returned == [t.TimeReturned(HOUR, 0, down, down + HOUR)]
    assert table.log[-1].record.by == "clock"


@pytest.mark.parametrize("given", [0, HOUR + 1])
def test_no_more_is_given_back_than_had_counted(given: int) -> None:
    table = clocked()
    down = table.game.at + HOUR
    table.refuses(
        c.ReturnTime(0, given, down, down + HOUR, down + DAY),
        UsageError,
        2,
        "has lost 3600000 ms in that time",
    )


def test_no_time_is_given_back_that_lies_ahead() -> None:
    table = clocked()
    down = table.game.at
    table.refuses(c.ReturnTime(0, HOUR, down, down + HOUR, down + HOUR - 1), UsageError, 2, "lies ahead")


def test_no_time_is_given_back_twice() -> None:
    table = clocked()
    down = table.game.at
    table.after(DAY).does(c.ReturnTime(0, HOUR, down, down + HOUR))
    again = c.ReturnTime(0, HOUR, down + HOUR // 2, down + 2 * HOUR, down + DAY)
    table.refuses(again, UsageError, 2, "was given back already")


def test_no_time_is_given_back_to_who_was_not_to_move() -> None:
    table = clocked()
    down = table.game.at
    table.refuses(c.ReturnTime(1, 1, down, down + HOUR, down + DAY), UsageError, 2, "has lost 0 ms")


# Terms


@pytest.mark.parametrize(
    ("clock", "match"),
    [
        (terms(8 * DAY, cap=7 * DAY), "above its cap"),
        (t.Clock(DAY, DAY, "autopilot"), "a bot plays for who is late"),
        (t.Clock(DAY, DAY, "forfeit", GREEDY), "a bot plays for who is late"),
        (terms(on_timeout="takeover"), "so many turns in a row"),
        (terms(misses=2), "so many turns in a row"),
    ],
)
def test_terms_that_contradict_themselves_are_refused(clock: t.Clock, match: str) -> None:
    with pytest.raises(UsageError, match=match):
        clocked(clock)
