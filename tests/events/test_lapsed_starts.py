"""Starts without everybody: bots for who does not come, or no game."""

import pytest

from mensch.core.deck import joiner_bytes
from mensch.core.errors import GameOverError, TurnError, UsageError
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.game import Status
from tests.events.clocked import DAY, ClockedTable, opened, terms
from tests.events.table import GREEDY, join, player

ALONE = t.Joining(3 * DAY)
WITH_BOTS = t.Joining(3 * DAY, GREEDY)


def lapse(table: ClockedTable, *seats: int) -> c.LapseStart:
    """The command to wait no longer, with a bot for each of these seats."""
    taken = len(table.game.joined)
    entropies = [joiner_bytes(table.seed, taken + index).hex() for index in range(len(seats))]
    return c.LapseStart(2**50, [player(seat) for seat in seats], entropies)


def test_a_game_is_given_up_for_which_nobody_came_in_time() -> None:
    table = opened(terms(), 3, joining=ALONE)
    table.does(join(table, 1))
    happened = table.after(3 * DAY).does(lapse(table))
    assert happened == [t.StartLapsed([0, 2]), t.DeckRevealed(table.seed.hex())]
    assert [entry.record.by for entry in table.log[-2:]] == ["clock", "operator"]
    assert table.game.status is Status.ABORTED


def test_bots_take_the_free_seats_and_the_game_starts() -> None:
    table = opened(terms(), 3, joining=WITH_BOTS)
    table.does(join(table, 1))
    happened = table.after(3 * DAY).does(lapse(table, 0, 2))
    assert happened == [
        t.PlayerJoined(joiner_bytes(table.seed, 1).hex(), player(0), 0, GREEDY),
        t.PlayerJoined(joiner_bytes(table.seed, 2).hex(), player(2), 2, GREEDY),
        t.GameStarted(),
    ]
    assert {entry.record.by for entry in table.log[-3:]} == {"clock"}
    assert table.game.joined == (1, 0, 2)


@pytest.mark.parametrize("joining", [ALONE, WITH_BOTS])
def test_a_game_starts_where_everybody_has_come_but_nobody_began(joining: t.Joining) -> None:
    table = opened(terms(), joining=joining)
    for seat in (0, 1):
        table.does(join(table, seat))
    assert table.after(3 * DAY).does(lapse(table)) == [t.GameStarted()]


def test_players_are_waited_for_to_the_last_millisecond() -> None:
    table = opened(terms(), joining=ALONE)
    until = table.game.created_at + 3 * DAY
    table.refuses(c.LapseStart(until - 1), TurnError, 4, "there is time left to join")
    table.does(c.LapseStart(0), at=until)
    assert table.game.over


def test_whoever_joins_does_not_prolong_the_waiting() -> None:
    table = opened(terms(), joining=ALONE)
    until = table.game.created_at + 3 * DAY
    table.after(2 * DAY).does(join(table, 0))
    table.does(c.LapseStart(0), at=until)
    assert table.game.over


def test_a_game_without_such_a_time_waits_for_ever() -> None:
    table = opened(terms())
    table.refuses(c.LapseStart(2**50), TurnError, 4, "there is time left to join")


def test_a_game_that_has_started_does_not_lapse() -> None:
    table = opened(terms(), joining=ALONE)
    for seat in (0, 1):
        table.does(join(table, seat))
    table.does(c.StartGame())
    table.refuses(c.LapseStart(2**50), TurnError, 4, "has started already")


def test_a_game_that_is_over_does_not_lapse() -> None:
    table = opened(terms(), joining=ALONE)
    table.does(c.AbortGame())
    table.refuses(c.LapseStart(2**50), GameOverError, 6, "is aborted")


def test_bots_are_not_seated_where_somebody_came_meanwhile() -> None:
    table = opened(terms(), joining=WITH_BOTS)
    late = lapse(table, 0, 1)
    table.does(join(table, 0))
    table.refuses(late, TurnError, 4, "other seats of game game000001 are free")


def test_a_bot_has_no_id_that_somebody_has_already() -> None:
    table = opened(terms(), joining=WITH_BOTS)
    table.does(join(table, 0))
    bots = c.LapseStart(2**50, [player(0)], [joiner_bytes(table.seed, 1).hex()])
    table.refuses(bots, UsageError, 2, "has a seat already")


def test_bots_get_no_mail() -> None:
    table = opened(terms())
    bot = join(table, 0, GREEDY)
    told = c.JoinGame(bot.seat, bot.player, bot.entropy, bot.bot, mail=True)
    table.refuses(told, UsageError, 2, "bots get no mail")
