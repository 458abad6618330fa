"""Evolving: what each event does to a game, and that evolving is pure."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from freezegun import freeze_time

from mensch.core.errors import CorruptLogError, NewerLogError
from mensch.core.rules import classic
from mensch.events import bodies as t
from mensch.events import commands as c
from mensch.events.bodies import Event
from mensch.events.cause import TABLE
from mensch.events.due import Due, due
from mensch.events.game import Game, evolve, fold, initial
from mensch.events.memory import MemoryStore
from mensch.events.record import Entry, seal, verify
from mensch.events.referee import Player, Referee
from tests.events.table import BOT, GAME, GREEDY, SEED, Table, created, join, player, salt, started, state


def full_of_events() -> Table:
    """A table at which everything happens that can."""
    table = created(classic(4))
    for seat in (3, 0, 2, 1):
        table.does(join(table, seat, GREEDY if seat == 3 else None))
    table.does(c.LeaveMessage(0, salt(1)), c.StartGame())
    for _ in range(9):
        table.plays()
    table.does(c.TakeOverSeat(1, player(8)))
    table.does(c.Resign(2))
    table.does(c.OfferAbort(0))
    table.plays()
    table.does(c.OfferAbort(1))
    table.does(table.publishes(0, 1))
    return table


@pytest.mark.parametrize("seed", [SEED, None], ids=["with the seed", "without"])
def test_evolving_leaves_the_game_that_it_was_given_alone(seed: bytes | None) -> None:
    game = initial(GAME, seed)
    for entry in full_of_events().log:
        before, kept = state(game.copy()), game
        game = evolve(game, entry)
        assert state(kept) == before
        assert kept.seq == game.seq - 1


@pytest.mark.parametrize("seed", [SEED, None], ids=["with the seed", "without"])
def test_folding_is_evolving_again_and_again(seed: bytes | None) -> None:
    table = full_of_events()
    game = initial(GAME, seed)
    for seq, entry in enumerate(table.log, 1):
        game = evolve(game, entry)
        assert state(game) == state(fold(initial(GAME, seed), table.log[:seq]))


def test_folding_leaves_the_game_that_it_was_given_alone() -> None:
    table = started()
    before = table.game
    kept = state(before.copy())
    table.plays()
    assert state(fold(before, table.log[-1:])) == state(table.game)
    assert state(before) == kept


def test_a_copy_evolves_on_its_own() -> None:
    table = started()
    twin = table.game.copy()
    table.plays()
    assert twin.table.turn == 0
    assert twin.table.rows(0) == ((), (), ())


def test_folding_without_the_seed_knows_the_table_but_no_die() -> None:
    table = started(3)
    for _ in range(60):
        table.plays()
    public, whole = fold(initial(GAME), table.log).table, table.game.table
    for seat in range(3):
        assert public.rows(seat) == whole.rows(seat)
        assert public.hand(seat) == (0, 0)
    assert (public.discards, public.pile_size) == (whole.discards, whole.pile_size)
    assert (public.scores, public.centre, public.turn) == (whole.scores, whole.centre, whole.turn)


def test_what_begins_a_turn_and_what_does_not() -> None:
    begins: dict[str, bool] = {}
    game = initial(GAME)
    for entry in full_of_events().log:
        game = evolve(game, entry)
        begins[entry.record.type] = game.turn_began == entry.seq
    assert begins == {
        "game_created": True,
        "player_joined": True,
        "message_left": False,
        "game_started": True,
        "move_played": True,
        "seat_taken_over": True,
        "player_resigned": True,
        "abort_offered": False,
        "game_aborted": True,
        "deck_revealed": False,
        "reasons_published": False,
    }


# Logs that contradict themselves


def logged(*events: t.Body, after: Table | None = None) -> list[Entry]:
    """A log that nobody decided."""
    before = after.log if after else []
    head = initial(GAME).head if after is None else after.game.head
    return before + seal(
        [Event("operator", body) for body in events],
        game=GAME,
        after=len(before),
        head=head,
        cmd="0" * 32,
        at=2_000_000_000_000,
    )


CONTRADICTIONS: dict[str, Callable[[], list[Entry]]] = {
    "a move before the creation": lambda: logged(t.MovePlayed("0" * 64, "N1")),
    "a seat before the creation": lambda: logged(t.PlayerJoined("0" * 64, player(0), 0)),
    "a start before the creation": lambda: logged(t.GameStarted()),
    "a fourth seat of two": lambda: logged(t.PlayerJoined("0" * 64, player(0), 3), after=created()),
    "a move before the start": lambda: logged(t.MovePlayed("0" * 64, "N1"), after=created()),
    "a resignation before the start": lambda: logged(t.PlayerResigned(0), after=created()),
    "a seat that leaves twice": lambda: logged(t.PlayerResigned(0), t.PlayerResigned(0), after=started(4)),
    "a move after the last seat has won": lambda: logged(
        t.PlayerResigned(0), t.MovePlayed("0" * 64, "N1"), after=started()
    ),
    "a takeover of a seat that is not there": lambda: logged(t.SeatTakenOver(player(7), 3), after=started()),
}


@pytest.mark.parametrize("contradiction", CONTRADICTIONS)
def test_a_log_that_contradicts_itself_is_corrupt_and_the_record_is_named(contradiction: str) -> None:
    log = CONTRADICTIONS[contradiction]()
    with pytest.raises(CorruptLogError, match=rf"record {len(log)} of {GAME}|of game {GAME}|game {GAME}"):
        fold(initial(GAME), log)


def test_a_log_with_rules_of_a_newer_version_is_newer_and_not_corrupt() -> None:
    rules = t.Rules("classic", 2, {}, 40, 2)
    with pytest.raises(NewerLogError, match="classic version 2"):
        fold(initial(GAME), logged(t.GameCreated(t.Deck("0" * 64, GAME), rules)))


# What is due


def test_a_bots_turn_is_due_at_once_and_a_persons_is_not() -> None:
    table = started(bots=[1])
    assert due(table.game) == ()
    table.plays()
    game = table.game
    assert due(game) == (Due("turn", GAME, game.seq, game.at),)
    assert due(game)[0].member == f"{GAME}:turn:{game.seq}"
    table.plays(cause=BOT)
    assert due(table.game) == ()


def test_after_the_end_only_the_publication_of_causes_is_due_until_it_is_done() -> None:
    table = started(bots=[1])
    table.plays()
    table.does(c.AbortGame())
    assert [item.kind for item in due(table.game)] == ["reasons"]
    table.does(table.publishes(0))
    assert due(table.game) == ()


# Time

EVENING = datetime(2025, 11, 29, 18, 20, tzinfo=UTC)


def test_no_record_is_earlier_than_the_one_before_it_even_if_the_clock_jumps_back() -> None:
    referee = Referee(MemoryStore())
    with freeze_time(EVENING) as clock:
        game = referee.new_game(classic(), [Player("one"), Player("two")])
        game = play(referee, game)
        clock.move_to(EVENING - timedelta(hours=3))
        game = play(referee, game)
        clock.move_to(EVENING + timedelta(seconds=1))
        game = play(referee, game)
    log = list(verify(referee.store.read(game.id), game=game.id))
    began = int(EVENING.timestamp() * 1000)
    assert [entry.record.at - began for entry in log] == [0, 0, 0, 0, 0, 0, 1000]


def play(referee: Referee, game: Game) -> Game:
    return referee.play(game, game.table.turn, game.table.legal_moves()[0].text, TABLE)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_folds_the_same_from_any_record_on(seats: int) -> None:
    table = started(seats)
    table.plays_to_the_end(Random(seats))
    cut = len(table.log) // 2
    halfway = fold(initial(GAME, SEED), table.log[:cut])
    assert state(fold(halfway, table.log[cut:])) == state(table.game)
