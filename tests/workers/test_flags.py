"""A flag falls by itself, once and not before its time, and downtime of the service is given back first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from unittest import mock

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory, StepTickTimeFactory, TickingDateTimeFactory

from mensch.core.deck import bot_key, commitment
from mensch.core.errors import NewerLogError
from mensch.core.rules import classic
from mensch.events import clock
from mensch.events import commands as c
from mensch.events.away import announce
from mensch.events.bodies import Bot, Clock, Joining
from mensch.events.due import FLAG, LAPSE, NEVER, RESUME, Due
from mensch.events.game import Game, Status
from mensch.events.ids import new_id
from mensch.events.inviting import accept, invite_all
from mensch.events.loading import names_of
from mensch.events.memory import MemoryStore
from mensch.events.people import enrol
from mensch.events.referee import SEED, Player, Referee
from mensch.workers.flags import fall, give_back, lapse, resume
from tests.workers.bots_game import moves
from tests.workers.clocked import (
    AUTOPILOT,
    DAY,
    FORFEIT,
    GREEDY,
    HOUR,
    MINUTE,
    TAKEOVER,
    clocked_game,
    returned,
    types,
)

Time = FrozenDateTimeFactory | StepTickTimeFactory | TickingDateTimeFactory


@pytest.fixture
def time() -> Iterator[Time]:
    with freeze_time("2026-01-02 03:04:05") as frozen:
        yield frozen


@pytest.fixture
def referee() -> Referee:
    return Referee(MemoryStore())


def passes(time: Time, milliseconds: int) -> None:
    time.tick(timedelta(milliseconds=milliseconds))


def item(referee: Referee, kind: str) -> Due:
    """The one due item of a kind."""
    [found] = [each for each in referee.store.due(NEVER) if each.kind == kind]
    return found


def falls(referee: Referee, game: Game) -> Game:
    """Run the job of a game's flag as it is loaded now."""
    return fall(referee, referee.load(game.id), game.seq)


def test_a_flag_falls_at_its_deadline_and_not_before(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    passes(time, DAY - 1)
    assert falls(referee, game).seq == game.seq
    passes(time, 1)
    falls(referee, game)
    assert types(referee.store, game.id) == ["turn_missed", "move_played"]


@pytest.mark.parametrize(
    ("terms", "what"),
    [(AUTOPILOT, "move_played"), (TAKEOVER, "seat_held"), (FORFEIT, "player_forfeited")],
)
def test_what_a_fallen_flag_leads_to_happens_once(
    referee: Referee, time: Time, terms: Clock, what: str
) -> None:
    game = clocked_game(referee.store, terms, seats=3)
    passes(time, DAY)
    first = falls(referee, game)
    assert types(referee.store, game.id) == ["turn_missed", what]
    assert fall(referee, game, game.seq).head == first.head, "a second job that had read before the first"
    assert falls(referee, game).head == first.head


def test_the_autopilot_plays_what_a_bot_at_that_seat_would(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    passes(time, DAY)
    assert game.seed is not None
    with mock.patch("mensch.workers.turns.bot") as chosen:
        view = game.table.view(game.table.turn)
        chosen.return_value.return_value = view.legal_moves()[-1]
        falls(referee, game)
    chosen.assert_called_once_with("greedy", 1)
    (call,) = chosen.return_value.call_args_list
    assert call.args[1] == bot_key(game.seed, game.turn_began, game.table.turn)
    assert moves(referee.store, game.id) == [view.legal_moves()[-1].text]


def test_a_level_that_looks_ahead_takes_its_time_as_autopilot_too(time: Time) -> None:
    now = [clock.now() / 1000]

    def slept(seconds: float) -> None:
        now[0] += seconds

    referee = Referee(MemoryStore(), now=lambda: round(now[0] * 1000))
    game = clocked_game(referee.store)
    now[0] += DAY / 1000
    passes(time, DAY)
    before = now[0]
    with (
        mock.patch("mensch.workers.turns.time", monotonic=lambda: now[0], sleep=slept),
        mock.patch.dict("mensch.workers.turns.AT_LEAST", {"greedy": 1.0}),
    ):
        after = fall(referee, game, game.seq)
    assert after.at == round(before * 1000) + 1000


def test_a_bot_that_this_program_does_not_have_is_left_to_a_newer_one(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store, Clock(DAY, DAY, "autopilot", Bot("prophet", 1)))
    passes(time, DAY)
    with pytest.raises(NewerLogError):
        falls(referee, game)
    assert types(referee.store, game.id) == []


def test_a_move_that_came_in_time_stands_though_the_job_had_read_before_it(
    referee: Referee, time: Time
) -> None:
    game = clocked_game(referee.store)
    passes(time, DAY)
    move = c.PlayMove(0, game.table.legal_moves()[0].text, game.turn_began, '{"kind":"table"}', "0" * 64)
    played = referee.act(game, [move])
    assert fall(referee, game, game.seq).head == played.head


def test_a_job_for_a_flag_that_has_time_left_puts_its_item_off_until_then(
    referee: Referee, time: Time
) -> None:
    game = clocked_game(referee.store)
    referee.store.put_off(item(referee, FLAG), clock.now())
    falls(referee, game)
    assert item(referee, FLAG).at == game.deadline == game.at + DAY


def test_downtime_is_given_back_before_a_flag_falls(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    passes(time, HOUR)
    referee.store.beat(clock.now())
    passes(time, DAY)
    referee.store.beat(clock.now())
    after = falls(referee, game)
    assert types(referee.store, game.id) == ["time_returned"]
    [back] = returned(referee.store, game.id)
    assert (back.seat, back.given, back.since, back.until) == (0, DAY, game.at + HOUR, game.at + HOUR + DAY)
    assert after.deadline == game.at + 2 * DAY
    assert item(referee, FLAG).at == after.deadline
    assert falls(referee, game).head == after.head
    passes(time, 2 * DAY - HOUR - DAY)
    falls(referee, game)
    assert types(referee.store, game.id) == ["time_returned", "turn_missed", "move_played"]


def test_several_downtimes_of_one_turn_are_given_back_each_once(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    for _ in range(3):
        referee.store.beat(clock.now())
        passes(time, HOUR)
        referee.store.beat(clock.now())
        passes(time, MINUTE)
    stale = referee.load(game.id)
    after = give_back(referee, stale)
    assert give_back(referee, stale).head == after.head, "a second job at the same time"
    assert [back.given for back in returned(referee.store, game.id)] == [HOUR, HOUR, HOUR]
    assert after.left(0, clock.now()) == DAY - 3 * MINUTE


def test_a_downtime_before_the_turn_is_nobodys(referee: Referee, time: Time) -> None:
    referee.store.beat(clock.now())
    passes(time, HOUR)
    referee.store.beat(clock.now())
    game = clocked_game(referee.store)
    passes(time, DAY)
    falls(referee, game)
    assert types(referee.store, game.id) == ["turn_missed", "move_played"]


def test_of_a_downtime_during_which_a_turn_began_its_part_is_given_back(referee: Referee, time: Time) -> None:
    referee.store.beat(clock.now())
    passes(time, HOUR)
    game = clocked_game(referee.store)
    passes(time, HOUR)
    referee.store.beat(clock.now())
    give_back(referee, game)
    assert [back.given for back in returned(referee.store, game.id)] == [HOUR]


def test_nobody_loses_to_a_clock_that_jumps_ahead_and_back(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    referee.store.beat(clock.now())
    passes(time, 3 * DAY)
    referee.store.beat(clock.now())
    passes(time, -3 * DAY)
    referee.store.beat(clock.now())
    passes(time, HOUR)
    after = falls(referee, game)
    assert set(types(referee.store, game.id)) <= {"time_returned"}
    assert after.left(0, clock.now()) == DAY


def test_games_without_a_clock_get_nothing_back(referee: Referee, time: Time) -> None:
    game = referee.new_game(classic(2), [Player("anna"), Player("bert")])
    referee.store.beat(clock.now())
    passes(time, DAY)
    referee.store.beat(clock.now())
    assert falls(referee, game).head == game.head


def test_a_pause_ends_by_itself_when_its_time_has_come(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    paused = referee.act(game, [c.PauseGame(clock.now() + HOUR)])
    assert falls(referee, game).head == paused.head
    passes(time, HOUR - 1)
    assert resume(referee, paused, paused.seq).head == paused.head
    assert item(referee, RESUME).at == paused.at + HOUR
    passes(time, 1)
    after = resume(referee, paused, paused.seq)
    assert after.paused is None
    assert resume(referee, paused, paused.seq).head == after.head
    assert types(referee.store, game.id) == ["game_paused", "game_resumed"]
    assert after.left(0, clock.now()) == DAY


def waiting_game(referee: Referee, bot: Bot | None, name: str = "anna") -> Game:
    """An open game of three with one player, whose other seats are waited for, a day long."""
    seed = bytes(32)
    create = c.create(classic(3), commitment(seed), new_id(), joining=Joining(DAY, bot))
    player = c.JoinGame(1, new_id(), "0" * 64)
    return referee.open_game(create.context, seed, [create, player], [name])


def test_seats_that_nobody_took_in_time_are_taken_by_bots(referee: Referee, time: Time) -> None:
    game = waiting_game(referee, GREEDY)
    passes(time, DAY - 1)
    assert lapse(referee, game, game.seq).head == game.head
    passes(time, 1)
    after = lapse(referee, game, game.seq)
    assert after.status is Status.RUNNING
    assert [holder and holder.bot for holder in after.seats] == [GREEDY, None, GREEDY]
    assert lapse(referee, game, game.seq).head == after.head
    bots = referee.store.players([after.holder(seat).player for seat in (0, 2)])
    names = [fields["name"] for fields in bots]
    assert names == [b"greedy", b"greedy 2"]


def test_what_was_lost_before_a_pause_is_given_back_when_it_ends(referee: Referee, time: Time) -> None:
    referee.store.beat(clock.now())
    game = clocked_game(referee.store)
    passes(time, HOUR)
    game = referee.act(game, [c.PauseGame(clock.now() + 3 * HOUR)])
    passes(time, HOUR)
    referee.store.beat(clock.now())
    passes(time, 2 * HOUR)
    after = resume(referee, game, game.seq)
    assert after.paused is None
    assert after.left(0, clock.now()) == DAY
    assert [(back.seat, back.given) for back in returned(referee.store, game.id)] == [(0, HOUR)]


def test_who_has_announced_to_be_away_is_also_in_a_game_that_bots_complete(
    referee: Referee, time: Time
) -> None:
    anna = enrol(referee.store, "anna@example.org", "anna")
    joining = Joining(within=DAY, bot=GREEDY)
    seats = [anna, enrol(referee.store, "bert@example.org", "bert")]
    game = invite_all(referee, classic(2), seats, joining, game_clock=AUTOPILOT, now=clock.now())
    game = accept(referee, game, 0, "", clock.now())
    until = clock.now() + 20 * DAY
    announce(referee, anna, clock.now() + 2 * DAY - HOUR, until)
    passes(time, DAY)
    after = lapse(referee, game, game.seq)
    assert after.status is Status.RUNNING
    assert after.deadline == until + HOUR


def test_a_bot_that_takes_a_seat_is_called_otherwise_than_everybody(referee: Referee, time: Time) -> None:
    game = waiting_game(referee, GREEDY, "greedy")
    passes(time, DAY)
    assert names_of(referee.store, lapse(referee, game, game.seq)) == ["greedy 2", "greedy", "greedy 3"]


def test_a_game_for_which_nobody_came_and_no_bot_does_is_given_up(referee: Referee, time: Time) -> None:
    game = waiting_game(referee, None)
    passes(time, DAY)
    after = lapse(referee, game, game.seq)
    assert after.status is Status.ABORTED
    assert lapse(referee, game, game.seq).head == after.head


def test_downtime_is_waited_for_before_seats_are_given_away(referee: Referee, time: Time) -> None:
    referee.store.beat(clock.now())
    passes(time, HOUR)
    game = waiting_game(referee, GREEDY)
    passes(time, HOUR)
    referee.store.beat(clock.now())
    passes(time, DAY - MINUTE)
    assert lapse(referee, game, game.seq).head == game.head
    assert item(referee, LAPSE).at == game.at + DAY + HOUR
    passes(time, MINUTE)
    assert lapse(referee, game, game.seq).status is Status.RUNNING


def test_secrets_of_an_autopilots_move_are_kept_for_the_audit(referee: Referee, time: Time) -> None:
    game = clocked_game(referee.store)
    passes(time, DAY)
    falls(referee, game)
    kept = referee.store.secrets(game.id)
    [cause] = [value for field, value in kept.items() if field != SEED]
    assert b'"autopilot"' in cause
