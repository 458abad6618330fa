"""What is due by the clock: flags, reminders, standing orders, mails, pauses and late starts."""

import pytest

from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events import due as d
from mensch.events.due import Due, due, due_by, order_at
from mensch.events.game import fold, initial
from tests.events.clocked import DAY, HOUR, MINUTE, ClockedTable, clocked, opened, terms
from tests.events.dispute_table import disputes
from tests.events.table import GAME, join, salt, started


def items(table: ClockedTable) -> dict[str, int]:
    """What is due, kind by kind: when, counted from the last record."""
    found = due(table.game)
    assert {(item.game, item.seq) for item in found} <= {(GAME, table.game.seq)}
    assert len({item.kind for item in found}) == len(found)
    return {item.kind: item.at - table.game.at for item in found}


def test_a_deadline_is_set_with_the_turn_itself() -> None:
    table = clocked()
    assert items(table)[d.FLAG] == 5 * DAY
    table.plays_after(DAY)
    assert items(table)[d.FLAG] == 5 * DAY


def test_a_deadline_stays_where_it_is_whatever_else_is_written() -> None:
    table = clocked()
    table.after(DAY).does(c.LeaveMessage(1, salt(1)))
    assert items(table)[d.FLAG] == 4 * DAY


def test_whoever_is_told_by_mail_is_reminded_at_half_and_four_fifths_of_the_time() -> None:
    table = clocked(terms(8 * HOUR, grace=2 * HOUR), mail=[0])
    assert items(table).keys() == {d.FLAG, d.HALF, d.LATE, d.MAIL, d.ORDER}
    assert (items(table)[d.HALF], items(table)[d.LATE]) == (5 * HOUR, 8 * HOUR)


def test_nobody_else_is_reminded() -> None:
    table = clocked(mail=[1])
    assert items(table).keys() == {d.FLAG, d.MAIL, d.ORDER}


def test_reminders_wait_for_who_is_away() -> None:
    table = clocked(terms(10 * HOUR), mail=[1])
    announced = table.now
    table.does(c.AnnounceAbsence(1, announced + HOUR, announced + DAY))
    table.after(HOUR).plays()
    until_back = announced + DAY - table.game.at
    assert items(table)[d.HALF] == until_back + 5 * HOUR
    assert items(table)[d.FLAG] == until_back + 10 * HOUR


def test_a_bots_turn_has_no_deadline() -> None:
    assert items(clocked(bots=[0])).keys() == {d.TURN}


def test_a_held_seat_plays_at_once_and_its_player_may_be_told_so() -> None:
    table = clocked(terms(on_timeout="takeover", misses=1), mail=[0])
    table.flag_falls()
    assert items(table) == {d.TURN: 0, d.MAIL: 0}


def test_a_game_without_clock_and_mail_waits_for_nothing() -> None:
    assert due(started().game) == ()


def test_without_a_clock_there_may_still_be_mail() -> None:
    table = opened()
    for seat in (0, 1):
        taken = join(table, seat)
        table.does(c.JoinGame(seat, taken.player, taken.entropy, mail=True))
    assert items(table) == {d.MAIL: 0}
    table.does(c.StartGame())
    assert items(table).keys() == {d.MAIL, d.ORDER}


def test_the_end_is_told_by_mail_and_nothing_else_is_due() -> None:
    table = clocked(mail=[0])
    table.does(c.AbortGame())
    assert items(table) == {d.MAIL: 0}


def test_in_a_dispute_no_flag_falls_and_no_order_acts() -> None:
    table = clocked(mail=[0])
    disputes(table)
    assert items(table) == {d.DISPUTE: d.NEVER - table.game.at, d.MAIL: 0}


def test_in_a_pause_nothing_is_due_but_its_end() -> None:
    table = clocked(bots=[1])
    table.plays()
    table.does(c.PauseGame(table.now + DAY))
    assert items(table) == {d.RESUME: DAY}
    table.does(c.ResumeGame("operator"))
    assert items(table) == {d.TURN: 0}


def test_an_agreed_pause_ends_when_somebody_wants() -> None:
    table = clocked()
    table.does(c.OfferPause(0))
    table.does(c.OfferPause(1))
    assert items(table) == {}


def test_players_are_waited_for_from_the_creation_on() -> None:
    table = opened(terms(), joining=t.Joining(3 * DAY))
    table.after(DAY).does(join(table, 0))
    assert items(table)[d.LAPSE] == 2 * DAY
    table.does(join(table, 1))
    assert items(table)[d.LAPSE] == 2 * DAY - 1000
    table.does(c.StartGame())
    assert d.LAPSE not in items(table)


def test_a_pause_that_the_end_overtakes_has_no_end_of_its_own() -> None:
    table = clocked()
    table.does(c.PauseGame(table.now + DAY))
    table.does(c.AbortGame())
    assert items(table) == {}


# Standing orders


def test_standing_orders_wait_between_one_and_fifteen_minutes_of_the_turn() -> None:
    table = clocked()
    delays = set()
    for _ in range(40):
        delays.add(items(table)[d.ORDER])
        table.plays()
    assert len(delays) == 40
    assert MINUTE <= min(delays) < 3 * MINUTE
    assert 13 * MINUTE < max(delays) < 15 * MINUTE


@pytest.mark.parametrize("bank", [2000, MINUTE, 20 * MINUTE])
def test_standing_orders_do_not_wait_until_the_flag_falls(bank: int) -> None:
    table = clocked(terms(bank, bank, cap=bank))
    for _ in range(40):
        assert items(table)[d.ORDER] <= bank // 2 < items(table)[d.FLAG]
        table.plays()


def test_where_nothing_but_grace_is_left_standing_orders_do_not_wait_at_all() -> None:
    table = clocked(terms(HOUR, 0, cap=HOUR, grace=DAY))
    for _ in range(2):
        table.plays_after(HOUR)
    assert table.left() == 0
    assert items(table)[d.ORDER] == 0


def test_what_is_written_within_a_turn_does_not_put_standing_orders_off() -> None:
    table = clocked()
    at = order_at(table.game, table.seed)
    table.after(HOUR).does(c.LeaveMessage(1, salt(1)))
    assert order_at(table.game, table.seed) == at


def test_how_long_standing_orders_wait_needs_the_seed() -> None:
    table = clocked()
    public = fold(initial(GAME), table.log)
    assert d.ORDER not in {item.kind for item in due(public)}
    assert due(public, table.seed) == due(table.game)


def test_nobody_at_the_table_has_standing_orders() -> None:
    assert order_at(started().game, started().seed) is None


# A clock that was put back


def test_a_mail_does_not_wait_for_a_clock_that_was_put_back() -> None:
    table = clocked(mail=[0])
    now = table.game.at - 3 * DAY
    found = {item.kind: item.at for item in due_by(table.game, now)}
    assert found[d.MAIL] == now


def test_standing_orders_do_not_wait_for_a_clock_that_was_put_back() -> None:
    table = clocked()
    now = table.game.at - 3 * DAY
    found = {item.kind: item.at for item in due_by(table.game, now)}
    assert found[d.ORDER] == now + items(table)[d.ORDER]


def test_a_deadline_stays_where_it_is_when_the_clock_is_put_back() -> None:
    table = clocked(terms(DAY, 0, grace=0), mail=[0])
    now = table.game.at - 3 * DAY
    found = {item.kind: item.at for item in due_by(table.game, now)}
    for kind in (d.FLAG, d.HALF, d.LATE):
        assert found[kind] == table.game.at + items(table)[kind]


def test_a_deadline_that_is_the_time_of_the_last_record_stays_there_too() -> None:
    table = clocked(terms(DAY, 0, cap=DAY))
    table.flag_falls()
    table.plays()
    assert items(table)[d.FLAG] == 0
    found = {item.kind: item for item in due_by(table.game, table.game.at - DAY)}
    assert found[d.FLAG] == Due(d.FLAG, GAME, table.game.seq, table.game.at)
